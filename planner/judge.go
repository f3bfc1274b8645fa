package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// judge gives the plan its verdict. A handover is proved by the model alone:
// nothing else that this package knows amounts to a proof.
func (b *builder) judge() {
	p := b.plan
	switch {
	case len(b.chosen.none) > 0:
		p.Verdict, p.Reason = verdict.Refuted, "no safe plan is known: "+strings.Join(b.chosen.none, "; ")
	case !b.isMade() && len(p.Changes) > 0:
		p.Verdict = verdict.Unknown
		p.Reason = "what differs between " + b.from.Name + " and " + b.to.Name +
			" is neither a commit nor the path of a root, but a variable, a root itself, or another field of its spec; no step of a plan makes such a change yet"
	case p.Naive.Verdict == verdict.Proved && (len(p.Proofs.Plan) == 0 || onlyWaits(p.Stages)):
		p.Verdict, p.Reason = verdict.Proved, b.whySafe()
	case len(b.open) > 0:
		u := b.open[0]
		p.Verdict, p.Reason = verdict.Unknown, "not yet proved: "+u.Subject+": "+u.Why
		if rest := len(b.open) - 1; rest > 0 {
			p.Reason += ", and " + count(rest, "more unknown", "more unknowns")
		}
	case len(p.Proofs.Plan) > 0:
		if p.Verdict, p.Reason = b.judgeStages(); p.Verdict == verdict.Refuted {
			p.Stages, p.Reason = nil, cmp.Or(b.noPlan, p.Reason)
		}
	default:
		p.Verdict = verdict.Unknown
		p.Reason = "not yet proved: " + count(len(b.inTransit()), "object is", "objects are") + " handed over or protected on the way"
	}
}

// isMade says whether a step of a plan can make the change.
func (b *builder) isMade() bool { return b.inGit || len(b.outside) > 0 }

// finish fills in what depends on the stages, and makes every list a list.
func (b *builder) finish() {
	p := b.plan
	if len(p.Stages) == 0 {
		p.Deletions = b.deletions()
	}
	p.Cost = costOf(p.Stages)
	p.fillLists()
}

// costOf counts a plan's price. A wait is a stage that ends only when
// something was observed on which a later one rests.
func costOf(stages []Stage) Cost {
	var c Cost
	for _, stage := range stages {
		waits := false
		for _, s := range stage.Steps {
			switch s.Kind {
			case step.Publish:
				c.Merges++
			case step.Reconcile, step.AwaitOwned, step.AwaitQuiet, step.AwaitReady:
				waits = waits || !s.Precautionary
			case step.SwitchPath:
			default:
				c.Edits++
				c.ByHand = c.ByHand || stage.Route == step.Cluster
			}
		}
		if waits {
			c.Waits++
		}
	}
	return c
}

// unknowns gathers what nobody could find out, and what the cluster says
// against From; open holds those with which nothing is proved. An unknown of
// the repository that every state has alike is left to the rules: they know
// whether what it hides can matter.
func (b *builder) unknowns() (all, open []Unknown) {
	for _, u := range b.findings.Unknowns {
		open = append(open, Unknown(u))
	}
	if b.in.Observed != nil {
		open = append(open, b.differences()...)
	}
	open = append(open, b.unknownPolicies()...)
	states := b.in.Transition.States()
	for _, d := range states {
		for _, u := range d.Unknowns {
			all = append(all, Unknown(u))
			if !slices.ContainsFunc(states, func(e *ownership.Desired) bool { return !slices.Contains(e.Unknowns, u) }) {
				continue
			}
			open = append(open, Unknown(u))
		}
	}
	for _, k := range b.to.Kustomizations {
		if _, was := b.from.Kustomization(k.ID); !was && k.Root {
			open = append(open, Unknown{Subject: "Kustomization " + k.ID.String(),
				Why: "it is a root that only " + b.to.Name + " has, and no step here makes it", Supply: "make it where the other roots are made"})
		}
	}
	for _, c := range b.changes {
		if c.Kind == ownership.Undecided {
			open = append(open, Unknown{Subject: c.Object.Display(), Why: "one state has it, and whether the other has it could not be found out"})
		}
	}
	return tidyUnknowns(append(all, open...)), tidyUnknowns(open)
}

// tidyUnknowns sorts, and leaves out what is said twice, be it with more words.
func tidyUnknowns(all []Unknown) []Unknown {
	slices.SortFunc(all, func(x, y Unknown) int {
		return cmp.Or(cmp.Compare(x.Subject, y.Subject), cmp.Compare(x.Why, y.Why), cmp.Compare(x.Supply, y.Supply))
	})
	all = slices.Compact(all)
	said := slices.Clone(all)
	return slices.DeleteFunc(all, func(u Unknown) bool {
		return slices.ContainsFunc(said, func(v Unknown) bool {
			return v.Subject == u.Subject && strings.HasSuffix(v.Why, ": "+u.Why)
		})
	})
}

func (b *builder) assumptions() []Assumption {
	var all []Assumption
	for _, a := range b.findings.Assumptions {
		all = append(all, Assumption(a))
	}
	all = append(all, assumedOf(b.in.Transition.States())...)
	if b.in.Observed != nil {
		all = append(all, b.assumedLeft()...)
		all = append(all, b.in.assumedSet()...)
		all = append(all, b.assumedOfCluster()...)
	} else {
		all = append(all, Assumption{Subject: "live state", Text: "the cluster is taken to hold what " + b.from.Name + " says; nobody looked"})
	}
	for _, root := range b.outside {
		before, _ := b.from.Kustomization(root.ID)
		if besidesPath(before.Spec) != besidesPath(root.Spec) {
			all = append(all, Assumption{Subject: "Kustomization " + root.ID.String(), Text: "more of its spec differs than its path, and is changed together with it"})
		}
	}
	for _, c := range b.changes {
		if k, ok := c.Object.AsKustomization(); ok && b.chosen.removed[k] {
			continue
		}
		switch {
		case b.mayPruneFirst(c) != (ksID{}): // named among the deletions
		case c.Kind == ownership.Orphaned:
			all = append(all, Assumption{Subject: c.Object.Display(), Text: "only " + b.from.Name + " has it, and nobody deletes it: it stays behind without an owner"})
		case dropped(c) && b.isGuarded(c.Object):
			all = append(all, Assumption{Subject: c.Object.Display(),
				Text: "only " + b.from.Name + " has it, and the plan keeps it for what goes with it: it stays behind without an owner" + b.guardStays(c.Object) + "; declare it, or move what needs it"})
		}
	}
	slices.SortFunc(all, func(x, y Assumption) int {
		return cmp.Or(cmp.Compare(x.Subject, y.Subject), cmp.Compare(x.Text, y.Text))
	})
	return slices.Compact(all)
}

// assumedOf gives what rendering took for granted, once for each text: the
// states say the same of partly other subjects.
func assumedOf(states []*ownership.Desired) []Assumption {
	var all []Assumption
	for _, d := range states {
		for _, a := range d.Assumptions {
			i := slices.IndexFunc(all, func(b Assumption) bool { return b.Text == a.Text })
			switch {
			case i < 0:
				all = append(all, Assumption(a))
			case len(a.Subject) > len(all[i].Subject) || len(a.Subject) == len(all[i].Subject) && a.Subject > all[i].Subject:
				all[i] = Assumption(a)
			}
		}
	}
	return all
}

// assumedOfCluster gives what was taken for granted of a cluster that was
// looked at.
func (b *builder) assumedOfCluster() []Assumption {
	var all []Assumption
	for _, a := range b.in.Observed.Assumptions {
		all = append(all, Assumption(a))
	}
	if unread := b.unreadObjects(); len(unread) > 0 {
		all = append(all, Assumption{Subject: "live objects", Text: fmt.Sprintf("%s that the change hands over or can lose %s not read (%s): labels and guards are taken to be what %s says",
			count(len(unread), "object", "objects"), wasOrWere(unread), displays(unread), b.from.Name)})
	}
	for _, s := range b.in.Observed.Sources {
		if !b.isSourceOfConcern(s.Ref) {
			continue
		}
		if s.Suspended {
			all = append(all, Assumption{Subject: s.Ref.String(), Text: "it is suspended: what is published reaches the cluster once it is resumed, with every commit skipped until then"})
		}
		if s.Pinned != "" {
			all = append(all, Assumption{Subject: s.Ref.String(), Text: "it is pinned to " + s.Pinned + ": what is published reaches the cluster once it is set to that"})
		}
	}
	return append(all, b.foundOnes()...)
}

// foundOnes says which of the objects that the change makes are there already.
func (b *builder) foundOnes() []Assumption {
	var all []Assumption
	for _, x := range b.in.Observed.Objects {
		after := b.toOwners[x.ID]
		if _, was := b.fromOwners[x.ID]; was || len(after) == 0 {
			continue
		}
		owner := "without owner labels"
		if x.Owner != (ksID{}) {
			owner = "its owner labels name " + x.Owner.String() + (&differences{builder: b}).standing(x)
		}
		all = append(all, Assumption{Subject: x.ID.Display(), Text: fmt.Sprintf("only %s has it, and the cluster has one already (%s): %s takes that one over", b.to.Name, owner, names(after))})
	}
	return all
}

func wasOrWere(ids []objectID) string {
	if len(ids) == 1 {
		return "was"
	}
	return "were"
}

// guardStays says that nobody takes a guard in Git off the live object: no owner
// after the change applies a manifest without it.
func (b *builder) guardStays(o objectID) string {
	if len(b.chosen.guards[o]) == 0 {
		return ""
	}
	return ", and the guard of this plan stays on it: take it off by hand, or nobody deletes the object when it is not wanted any more"
}

func besidesPath(s ownership.Spec) string {
	s.Path, s.Digest, s.Content = "", "", ""
	return fmt.Sprint(s)
}

// assume adds what the chosen remedies rely on.
func (b *builder) assume() {
	if len(b.chosen.orphan) > 0 && b.controllerVersion() == "" {
		b.plan.Assumptions = append(b.plan.Assumptions, Assumption{Subject: "kustomize-controller",
			Text: "it is v1.5.0 or later (Flux 2.5), which is the first to know spec.deletionPolicy"})
	}
	for _, o := range b.inTransit() {
		if len(b.toOwners[o]) > 0 && !b.adopted(o) {
			b.plan.Assumptions = append(b.plan.Assumptions, Assumption{Subject: o.Display(),
				Text: "it is kept, but " + names(b.toOwners[o]) + " never adopts it: its manifest, or the live object, says reconcile: disabled, ssa: Ignore or ssa: IfNotPresent; its labels go on naming the old owner" + b.guardStays(o)})
		}
	}
	if len(b.plan.Basis.Between) > 0 && b.editsGit() {
		b.plan.Assumptions = append(b.plan.Assumptions, Assumption{Subject: "commits between",
			Text: "after the protecting commit the cluster fetches the target next, and none of the " +
				count(len(b.plan.Basis.Between), "commit", "commits") + " between: push or merge them together with it"})
	}
}
