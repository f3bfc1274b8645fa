package proof

import (
	"context"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Short names for what every file of this package handles.
type (
	objectID = ownership.ObjectID
	ksID     = ownership.KustomizationID
	view     = ownership.View
)

// Question is what a proof is asked for.
type Question struct {
	Transition *ownership.Transition
	// Observed is the live state; nil takes the cluster to be in the state
	// From, with runs of it under way.
	Observed   *ownership.Observed
	Controller string // version of kustomize-controller; "" is not known
	// Script is what people do, stage by stage. Nil is the change merged or
	// switched as it is: every commit in any order or skipped, each root's
	// switch by itself.
	Script []Stage
	// Revisions says which commit of the transition (Position.Commit) a
	// revision is that Script names.
	Revisions map[string]int
	// Also lists objects to ask about beside those that both ends desire.
	Also   []ownership.ObjectID
	Budget int // states a scene at most; 0 leaves it to the visitor
	Total  int // states that scenes which need more than a little may cost together; 0: no limit
	// Whole leaves out every reduction: parents that write alike for ever, like
	// specs and like commits are looked at too. The answers are the same; tests
	// hold that.
	Whole   bool
	Answers *Answers // what was answered before; may be nil
	Workers int      // goroutines of a visit; 0: as many as there are processors
	Visit   Visitor  // who answers a scene; nil is sim.Visit
	// Progress is told how far the visit of each scene has come; may be nil.
	Progress func(explore.Progress)

	last bool // the last round of questions: what is too large now stays undecided
}

// Stage is steps that may run together.
type Stage struct {
	Title string
	Steps []step.Step
}

// Proof is the document: what holds in every order of events, and what it
// rests on.
type Proof struct {
	Model      int             `json:"model"` // scene.Version
	Controller string          `json:"controller"`
	Safety     verdict.Verdict `json:"safety"`     // no object of a component is ever deleted
	Completion verdict.Verdict `json:"completion"` // the target stays in reach
	States     int             `json:"states"`     // of the scenes, each digest once
	Components []Component     `json:"components"`
	// Gaps is what is not known and is part of no component: with any,
	// nothing is proved.
	Gaps        []Gap    `json:"gaps"`
	Assumptions []string `json:"assumptions"`
}

// Component is one scene, and the objects it speaks for: the first is the
// subject of Scene, the others make the same scene but for their name.
type Component struct {
	Objects []ownership.ObjectID `json:"objects"` // sorted
	// Takes lists what both ends desire and goes along where a Namespace or a
	// CustomResourceDefinition is deleted (R10.1).
	Takes []ownership.ObjectID `json:"takes,omitempty"`
	// Scene is nil where none could be made; Why says why then.
	Scene      *scene.Scene    `json:"scene,omitempty"`
	Digest     string          `json:"digest,omitempty"`
	States     int             `json:"states"`
	Safety     verdict.Verdict `json:"safety"`
	Completion verdict.Verdict `json:"completion"`
	Why        string          `json:"why,omitempty"` // of unknown answers
	// NoGoal says why completion was not asked for.
	NoGoal string `json:"noGoal,omitempty"`
	Story  []Line `json:"story,omitempty"` // of a refuted safety: a shortest one
	Stuck  []Line `json:"stuck,omitempty"` // of a refuted completion
	doubt  string // why it is not proved, whatever the scene says
}

// Gap is something that is not known, and of what.
type Gap struct {
	Subject string `json:"subject"`
	Why     string `json:"why"`
}

// Prove makes the scenes of a transition and has them answered. It never
// fails: what cannot be asked is Unknown. The same question gives the same
// proof.
func Prove(ctx context.Context, q Question) Proof {
	f := newFacts(q)
	p := Proof{Model: scene.Version, Controller: controller(q.Controller), Gaps: f.gaps(), Assumptions: assumptions()}
	p.Components = f.components()
	answer(ctx, &p, q)
	p.judge()
	return p
}

// judge gives the whole its verdicts from those of its parts.
func (p *Proof) judge() {
	safety, completion := []verdict.Verdict{}, []verdict.Verdict{}
	counted := make(map[string]bool)
	for _, c := range p.Components {
		safety, completion = append(safety, c.Safety), append(completion, c.Completion)
		if !counted[c.Digest] {
			p.States += c.States
		}
		counted[c.Digest] = true
	}
	if len(p.Gaps) > 0 {
		safety, completion = append(safety, verdict.Unknown), append(completion, verdict.Unknown)
	}
	p.Safety, p.Completion = verdict.Worst(safety...), verdict.Worst(completion...)
}

// controller gives a version the form that scenes have it in.
func controller(version string) string {
	if version != "" && version[0] != 'v' {
		return "v" + version
	}
	return version
}
