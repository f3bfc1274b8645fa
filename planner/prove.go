package planner

import (
	"context"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Prover has the model decide. Without one a plan is judged by the rules
// alone, and nothing that moves is ever proved.
type Prover struct {
	Context  context.Context // nil: never interrupted
	Budget   int             // states a scene at most, and proof.Together times as many in all; 0: no limit
	Workers  int             // 0: as many as there are processors
	Answers  *proof.Answers  // what was answered before; may be nil
	Progress func(explore.Progress)
}

// Proofs is what the model says, once for each version of the controller that
// the cluster may have.
type Proofs struct {
	Naive []proof.Proof `json:"naive"` // the change as it is
	Plan  []proof.Proof `json:"plan"`  // the stages; empty where there are none
}

// proveNaive asks the model about the change as it is.
func (b *builder) proveNaive() {
	if b.in.Prover == nil {
		return
	}
	b.plan.Proofs.Naive = b.prove(proof.Question{Transition: &b.in.Transition, Observed: b.in.Observed, Also: b.taking.sorted()})
	b.answers = answersOf(b.plan.Proofs.Naive)
	b.causes = slices.DeleteFunc(b.causes, func(c cause) bool { return b.disproved(c) })
}

func (b *builder) prove(q proof.Question) []proof.Proof {
	q.Total = proof.Together * b.in.Prover.Budget
	var proofs []proof.Proof
	for _, version := range b.modelled() {
		proofs = append(proofs, b.proveFor(version, q))
	}
	return proofs
}

// proveFor asks about one version of the controller.
func (b *builder) proveFor(version string, q proof.Question) proof.Proof {
	p := b.in.Prover
	q.Budget, q.Workers, q.Answers, q.Progress, q.Controller = p.Budget, p.Workers, p.Answers, p.Progress, version
	return proof.Prove(b.context(), q)
}

func (b *builder) context() context.Context {
	if b.in.Prover.Context == nil {
		return context.Background()
	}
	return b.in.Prover.Context
}

// modelled gives the versions of the controller to ask about: that of the
// cluster, or each that there is a model of.
func (b *builder) modelled() []string {
	if v := b.controllerVersion(); v != "" {
		return []string{v}
	}
	return sim.Versions()
}

// takersIn gives the objects that take others along when they are deleted.
func takersIn(losses []hazard.Loss) setOf[objectID] {
	set := setOf[objectID]{}
	for _, l := range losses {
		if l.How == hazard.ByCascade {
			set[l.Via] = true
		}
	}
	return set
}

// answersOf gives the safety of each object over all proofs.
func answersOf(proofs []proof.Proof) map[objectID]verdict.Verdict {
	answers := make(map[objectID]verdict.Verdict)
	for _, p := range proofs {
		for _, c := range p.Components {
			for _, o := range slices.Concat(c.Objects, c.Takes) {
				if known, ok := answers[o]; ok {
					answers[o] = verdict.Worst(known, c.Safety)
				} else {
					answers[o] = c.Safety
				}
			}
		}
	}
	return answers
}

// hasGaps says whether the model was not asked everything.
func (b *builder) hasGaps() bool {
	return slices.ContainsFunc(b.plan.Proofs.Naive, func(p proof.Proof) bool { return len(p.Gaps) > 0 })
}

// disproved says whether the model has visited every order of events and found
// that none ends the object in that way. For what goes along with another
// object the model was asked about that one.
func (b *builder) disproved(c cause) bool {
	o := c.object
	if c.how == hazard.ByCascade {
		o = c.via
	}
	return b.answers[o] == verdict.Proved && !b.hasGaps()
}
