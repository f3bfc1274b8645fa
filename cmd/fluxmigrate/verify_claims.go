package main

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// planFaults says what keeps the proofs of a plan from being about that plan.
// None: if what the components claim holds, so does what the plan says.
func planFaults(p *planner.Plan) []error {
	c := &claims{plan: p}
	if len(p.Proofs.Naive) == 0 {
		c.fault("the plan has no proof")
	}
	if (len(p.Stages) > 0) != (len(p.Proofs.Plan) > 0) {
		c.fault("the plan has %d stages, and %d proofs of them", len(p.Stages), len(p.Proofs.Plan))
	}
	for _, q := range questions(p) {
		for i := range q.proofs {
			c.proof(q, &q.proofs[i])
		}
	}
	if more := len(c.faults) - mostFaults; more > 0 {
		c.faults = append(c.faults[:mostFaults], fmt.Errorf("and %d more of the kind", more))
	}
	return c.faults
}

// mostFaults is how many are told.
const mostFaults = 12

// question is the change as it is, or the stages of the plan, with the proofs about it: one
// for each version of the controller that the cluster may have.
type question struct {
	name   string
	proofs []proof.Proof
	says   verdict.Verdict // the plan's answer
	stages []planner.Stage
}

func questions(p *planner.Plan) []question {
	all := []question{{name: "as it is", proofs: p.Proofs.Naive, says: p.Naive.Verdict}}
	if len(p.Proofs.Plan) > 0 {
		all = append(all, question{name: "with the plan", proofs: p.Proofs.Plan, says: p.Verdict, stages: p.Stages})
	}
	return all
}

// claims collects what is wrong with the proofs of a plan.
type claims struct {
	plan   *planner.Plan
	where  string
	faults []error
}

func (c *claims) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf("%s%w", c.where, fmt.Errorf(format, args...)))
}

func (c *claims) proof(q question, p *proof.Proof) {
	c.where = fmt.Sprintf("the proof %q for kustomize-controller %s: ", q.name, p.Controller)
	defer func() { c.where = "" }()
	if p.Model != scene.Version {
		c.fault("it is of model %d, and this program knows model %d", p.Model, scene.Version)
		return
	}
	covered := make(map[ownership.ObjectID]verdict.Verdict)
	for i := range p.Components {
		part := &p.Components[i]
		if c.component(p, part); part.Scene != nil && part.Scene.Check() == nil {
			c.script(part.Scene, q.stages)
		}
		for _, o := range part.Objects {
			covered[o] = part.Safety
		}
	}
	c.whole(p)
	for _, o := range c.livesOn() {
		switch answer, ok := covered[o]; {
		case !ok:
			c.fault("it says nothing about %s, which should live", o.Display())
		case q.says == verdict.Proved && answer != verdict.Proved:
			c.fault("%s is %s, and the plan says proved", o.Display(), answer)
		}
	}
	if q.says == verdict.Proved && len(p.Gaps) > 0 {
		c.fault("it has gaps, and the plan says proved: %s: %s", p.Gaps[0].Subject, p.Gaps[0].Why)
	}
}

// component asks whether a scene is the one that was answered, and speaks for
// its objects.
func (c *claims) component(p *proof.Proof, part *proof.Component) {
	if len(part.Objects) == 0 {
		c.fault("a component has no object")
		return
	}
	subject := part.Objects[0]
	if part.Scene == nil {
		if part.Safety != verdict.Unknown || part.Completion != verdict.Unknown {
			c.fault("%s is %s without a scene", subject.Display(), part.Safety)
		}
		return
	}
	s := part.Scene
	if err := s.Check(); err != nil {
		c.fault("%s: %w", subject.Display(), err)
		return
	}
	switch {
	case s.Digest() != part.Digest:
		c.fault("the scene of %s has another digest than the one that was answered", subject.Display())
	case s.Controller != p.Controller:
		c.fault("the scene of %s is of kustomize-controller %s", subject.Display(), s.Controller)
	case s.Objects[s.Subject].ID != subject.String():
		c.fault("the scene of %s is about %s", subject.Display(), s.Objects[s.Subject].ID)
	}
	for _, o := range part.Objects[1:] {
		if c.likeness(o) != c.likeness(subject) {
			c.fault("%s and %s are not alike, and have one scene", o.Display(), subject.Display())
		}
	}
}

// whole compares what a proof says as a whole with what its parts say.
func (c *claims) whole(p *proof.Proof) {
	safety, completion := []verdict.Verdict{}, []verdict.Verdict{}
	for _, part := range p.Components {
		safety, completion = append(safety, part.Safety), append(completion, part.Completion)
	}
	if len(p.Gaps) > 0 {
		safety, completion = append(safety, verdict.Unknown), append(completion, verdict.Unknown)
	}
	if verdict.Worst(safety...) != p.Safety || verdict.Worst(completion...) != p.Completion {
		c.fault("its parts do not make it %s, completion %s", p.Safety, p.Completion)
	}
}

// livesOn gives the objects that change owners, or are at risk, and should live.
func (c *claims) livesOn() []ownership.ObjectID {
	var all []ownership.ObjectID
	goes := make(map[ownership.ObjectID]bool)
	for _, change := range c.plan.Changes {
		if goes[change.Object] = len(change.From) == 0 || len(change.To) == 0; !goes[change.Object] {
			all = append(all, change.Object)
		}
	}
	for _, risk := range c.plan.Naive.AtRisk {
		if !goes[risk.Object] {
			all = append(all, risk.Object)
		}
	}
	return all
}

// likeness is equal for objects that the plan treats alike, as far as it says:
// they change owners alike, and what its stages do and wait for names both.
func (c *claims) likeness(o ownership.ObjectID) string {
	text := ""
	for _, change := range c.plan.Changes {
		if change.Object == o {
			text += fmt.Sprint(change.From, change.To, ";")
		}
	}
	for i, stage := range c.plan.Stages {
		for _, s := range stage.Steps {
			text += namedBy(i, s, o)
		}
	}
	return text
}
