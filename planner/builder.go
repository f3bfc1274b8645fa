package planner

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Short names for what this package handles all the time.
type (
	objectID = ownership.ObjectID
	ksID     = ownership.KustomizationID
)

// builder holds one run of Build. Nothing in it outlives that run.
type builder struct {
	in       Input
	from, to *ownership.Desired
	facts
	route step.Route
	// inGit and outside say what differs: the commit, and the path of roots
	// that are made outside Git.
	inGit   bool
	outside []ownership.Kustomization // as in To, sorted

	fromOwners, toOwners map[objectID][]ksID
	views                map[ksID][]ownership.View
	causes               []cause
	atRisk               map[objectID]bool
	open                 []Unknown // the unknowns that keep a verdict from being proved
	concern              *concern
	chosen               remedies
	plan                 *Plan
	taking               setOf[objectID]              // they take others along when they are deleted
	noPlan               string                       // why no candidate keeps everything, and what would have to change
	answers              map[objectID]verdict.Verdict // of the model, to the change as it is; nil without a Prover
}

func newBuilder(in Input, known facts) *builder {
	from, to := in.Transition.From, in.Transition.To
	b := &builder{
		in: in, from: from, to: to, facts: known.sorted(),
		inGit:      differInGit(from, to),
		outside:    switchedRoots(from, to),
		fromOwners: from.Owners(), toOwners: to.Owners(),
		views:  in.Transition.Views(),
		atRisk: make(map[objectID]bool),
		plan:   &Plan{APIVersion: APIVersion, Kind: Kind},
	}
	b.causes, b.taking = causesOf(b.findings.Losses), takersIn(b.findings.Losses)
	b.proveNaive()
	for _, c := range b.causes {
		b.atRisk[c.object] = true
	}
	b.concern = b.concernOf()
	if b.route = in.Route; b.route == "" {
		b.route = step.Cluster
		if b.inGit {
			b.route = step.Commits
		}
	}
	return b
}

// sorted gives the same facts in an order that does not depend on theirs.
func (f facts) sorted() facts {
	f.changes = slices.Clone(f.changes)
	slices.SortStableFunc(f.changes, func(a, b ownership.Change) int {
		return cmp.Or(a.Object.Compare(b.Object), cmp.Compare(a.Kind, b.Kind))
	})
	f.findings.Hazards = slices.Clone(f.findings.Hazards)
	slices.SortStableFunc(f.findings.Hazards, func(a, b hazard.Hazard) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), slices.CompareFunc(a.Objects, b.Objects, objectID.Compare),
			slices.CompareFunc(a.Owners, b.Owners, ksID.Compare), cmp.Compare(a.Because, b.Because))
	})
	return f
}

func differInGit(from, to *ownership.Desired) bool {
	if from.Commit != "" && to.Commit != "" {
		return from.Commit != to.Commit
	}
	return from.Commit != to.Commit || from.Tree != to.Tree
}

// switchedRoots gives the roots whose path is changed outside Git.
func switchedRoots(from, to *ownership.Desired) []ownership.Kustomization {
	var roots []ownership.Kustomization
	for _, after := range to.Kustomizations {
		before, ok := from.Kustomization(after.ID)
		if ok && before.Root && after.Root && before.Spec.Path != after.Spec.Path {
			roots = append(roots, after)
		}
	}
	return roots
}

// revisionOf names the content of a state.
func revisionOf(d *ownership.Desired) string { return cmp.Or(d.Commit, d.Tree, d.Name) }

// protection is appended to a revision that carries edits of the plan.
const protection = "+protection"

// cause is one way of losing one object; several views may share it.
type cause struct {
	object    objectID
	by        ksID
	how       hazard.How
	via       objectID
	adopters  []ksID
	at        []ownership.View
	transient bool
}

func (c cause) compare(d cause) int {
	return cmp.Or(c.object.Compare(d.object), c.by.Compare(d.by), cmp.Compare(c.how, d.how), c.via.Compare(d.via))
}

func causesOf(losses []hazard.Loss) []cause {
	var causes []cause
	for _, l := range losses {
		causes = append(causes, cause{l.Object, l.By, l.How, l.Via, l.Adopters, []ownership.View{l.At}, l.Transient})
	}
	slices.SortStableFunc(causes, cause.compare)
	merged := causes[:0]
	for _, c := range causes {
		if n := len(merged); n > 0 && merged[n-1].compare(c) == 0 {
			merged[n-1].at = append(merged[n-1].at, c.at...)
			merged[n-1].transient = merged[n-1].transient || c.transient
			continue
		}
		merged = append(merged, c)
	}
	return merged
}

// setOf is a set that is only ever listed in order.
type setOf[T interface {
	comparable
	Compare(T) int
}] map[T]bool

func (s setOf[T]) sorted() []T { return slices.SortedFunc(maps.Keys(s), T.Compare) }

// names lists some ids for a sentence, the rest as a count.
func names[T interface{ String() string }](ids []T) string {
	const most = 3
	var shown []string
	for _, id := range ids[:min(most, len(ids))] {
		shown = append(shown, id.String())
	}
	if rest := len(ids) - most; rest > 0 {
		return strings.Join(shown, ", ") + " and " + count(rest, "more", "more")
	}
	return strings.Join(shown, ", ")
}
