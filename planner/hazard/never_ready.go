package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/graph"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// DropWait is a remedy of FM-060.
const DropWait Remedy = "take wait, or the health check, off the one that waits"

var neverReadyRule = Rule{
	Code: "FM-060", Name: "never Ready", Severity: Blocks,
	Harm: "A Kustomization needs another one that can never be Ready: its runs wait in vain, and what depends on it stops.",
	Why: "With wait, or with healthChecks that name Kustomizations, a run ends Ready only when these are Ready in their current " +
		"generation. One that depends on whoever waits for it never is: each needs the other first. So is one that comes suspended, as it " +
		"never ran, and one that a health check names and nobody makes. A new one whose parent depends on it is not even applied. What waits " +
		"for health has applied and pruned before; its runs fail at their timeout, and hold up everything that depends on them.",
	Source:   "R2.12, R2.18, R2.20, R3.3, R3.6, R6.2; R47",
	Remedies: []Remedy{BreakCycle, DropWait, ResumeFirst, FixDependency},
}

// neverReady matches FM-060 in one state.
func neverReady(d *ownership.Desired) []match {
	return append(unmadeChecks(d), ringsOf(d, func(ksID) bool { return false })...)
}

// unmadeChecks finds health checks that name a Kustomization of no state. It
// may be there all the same where not every render is known.
func unmadeChecks(d *ownership.Desired) []match {
	severity := Blocks
	if slices.ContainsFunc(d.Kustomizations, func(k ownership.Kustomization) bool { return !k.Render.Known() }) {
		severity = Warns
	}
	var matches []match
	for _, k := range d.Kustomizations {
		for _, on := range k.Spec.HealthChecks {
			if _, ok := d.Kustomization(on); !ok && !k.Spec.Wait && !k.Spec.Suspend {
				matches = append(matches, match{code: "FM-060", severity: severity, group: k.ID.String() + " " + on.String(), key: k.ID.String() + " " + on.String(),
					objects: []objectID{k.ID.Object()}, owners: []ksID{k.ID},
					because: fmt.Sprintf("healthChecks of %s name %s, which %s does not have", k.ID, on, d.Name)})
			}
		}
	}
	return matches
}

// neverReady matches FM-060 on the way to To: circles through what only To has
// and its parent has to make first, and children that come suspended.
func (f *facts) neverReady() []match {
	known := make(map[string]bool)
	for _, m := range ringsOf(f.to, func(ksID) bool { return false }) {
		known[m.key] = true
	}
	matches := slices.DeleteFunc(ringsOf(f.to, f.isNew), func(m match) bool { return known[m.key] })
	for _, k := range f.to.Kustomizations {
		if k.Spec.Suspend || k.Spec.HealthExprs {
			continue
		}
		for _, child := range k.Awaits() {
			if m, ok := f.suspendedChild(k.ID, child); ok {
				matches = append(matches, m)
			}
		}
	}
	return matches
}

func (f *facts) isNew(k ksID) bool {
	_, was := f.from.Kustomization(k)
	_, seen := f.live.kustomizations[k]
	return !was && !seen
}

// suspendedChild says of one that is waited for and suspended in To whether it
// was ever Ready. Suspended while it is, it stays so (R2.12).
func (f *facts) suspendedChild(k, child ksID) (match, bool) {
	after, ok := f.to.Kustomization(child)
	if !ok || !after.Spec.Suspend {
		return match{}, false
	}
	before, was := f.from.Kustomization(child)
	x, seen := f.live.kustomizations[child]
	m := match{code: "FM-060", group: k.String() + " " + child.String(), objects: []objectID{child.Object()}, owners: []ksID{k, child}}
	switch {
	case f.isNew(child):
		m.because = fmt.Sprintf("%s comes suspended in %s, so it is never Ready, and %s waits for its health", child, f.to.Name, k)
	case seen && !x.Ready && x.Spec.Suspend:
		m.because = fmt.Sprintf("%s is suspended and not Ready in the cluster, stays suspended in %s, and %s waits for its health", child, f.to.Name, k)
	case was && before.Spec.Suspend || seen && x.Spec.Suspend:
		return match{}, false
	default:
		m.severity = Warns
		m.because = fmt.Sprintf("%s is suspended in %s, and %s waits for its health: if it is not Ready at that instant, it never is", child, f.to.Name, k)
	}
	return m, true
}

// Words of the edges between what has to come about.
const (
	waitsForHealth = "waits for the health of"
	comesFrom      = "comes from"
	hasApplied     = "has applied"
)

// ringsOf finds circles of Kustomizations of which each needs the next, and
// that dependsOn alone does not close (FM-014 has those).
func ringsOf(d *ownership.Desired, isNew func(ksID) bool) []match {
	g := needs(d, isNew)
	var matches []match
	seen := make(map[string]bool)
	for _, e := range g.Edges() {
		if kind := e.Reasons[0].Kind; kind != waitsForHealth && kind != comesFrom {
			continue
		}
		back := g.Why(e.To, e.From)
		if back == nil {
			continue
		}
		if m := ringMatch(g, append([]graph.Edge{e}, back...), d.Name); !seen[m.key] {
			seen[m.key] = true
			matches = append(matches, m)
		}
	}
	return matches
}

// needs gives what has to come about before what: a Kustomization is Ready when
// it has applied, and those that it waits for are Ready; it applies when its
// dependencies are Ready, and, if it is new, its only parent has applied. An
// expression takes the place of these tests (R3.2).
func needs(d *ownership.Desired, isNew func(ksID) bool) *graph.Graph {
	g := graph.New()
	add := func(from string, kind string, to string) { g.AddEdge(from, to, graph.Reason{Kind: kind}) }
	for _, k := range d.Kustomizations {
		ready, applied := k.ID.String(), k.ID.String()+" "+hasApplied
		g.AddNode(applied, ready)
		if k.Spec.Suspend {
			continue
		}
		add(ready, hasApplied, applied)
		for _, dep := range k.Spec.DependsOn {
			if dep.ReadyExpr == "" {
				add(applied, "depends on", dep.On.String())
			}
		}
		for _, child := range k.Awaits() {
			if !k.Spec.HealthExprs {
				add(ready, waitsForHealth, child.String())
			}
		}
		if isNew(k.ID) && len(k.Parents) == 1 && k.Parents[0] != k.ID {
			add(applied, comesFrom, k.Parents[0].String()+" "+hasApplied)
		}
	}
	return g
}

func ringMatch(g *graph.Graph, ring []graph.Edge, state string) match {
	m := match{code: "FM-060"}
	text := g.Label(ring[0].From)
	for i, e := range ring {
		if e.Reasons[0].Kind == hasApplied {
			continue
		}
		if i > 0 {
			text += ", which"
		}
		text += " " + e.Reasons[0].Kind + " " + g.Label(e.To)
		k, _ := ownership.ParseKustomizationID(g.Label(e.To))
		m.owners = append(m.owners, k)
	}
	m.owners = unique(m.owners)
	for _, k := range m.owners {
		m.objects = append(m.objects, k.Object())
	}
	m.key = strings.Join(namesOf(m.owners), " ")
	m.group = m.key
	m.because = "in " + state + " " + text
	return m
}
