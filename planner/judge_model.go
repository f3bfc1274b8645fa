package planner

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// whySafe says why the change as it is is safe.
func (b *builder) whySafe() string {
	if len(b.handedOver()) == 0 {
		return "no object that should live changes its owner"
	}
	return "in every order of events each object that should live is kept"
}

// shouldLive says whether both ends desire an object.
func (b *builder) shouldLive(o objectID) bool {
	_, before := b.fromOwners[o]
	_, after := b.toOwners[o]
	return before && after
}

// unproved gives what keeps the change as it is from being proved: without the
// model every object that is handed over, with it every one that it did not
// decide.
func (b *builder) unproved() []objectID {
	if b.answers == nil {
		return b.handedOver()
	}
	return b.undecided(b.answers)
}

// undecided gives the objects that should live and that have no answer, or
// another one than proved.
func (b *builder) undecided(answers map[objectID]verdict.Verdict) []objectID {
	set := setOf[objectID]{}
	for o := range b.fromOwners {
		if b.shouldLive(o) && answers[o] != verdict.Proved {
			set[o] = true
		}
	}
	return set.sorted()
}

// refutedBeside gives the objects that the model loses and no rule names.
func (b *builder) refutedBeside() []AtRisk {
	var risks []AtRisk
	for _, c := range components(b.plan.Proofs.Naive) {
		if c.Safety != verdict.Refuted || len(c.Story) == 0 {
			continue
		}
		last := c.Story[len(c.Story)-1]
		how := hazard.ByPrune
		if last.Rule == "R0.3" {
			how = hazard.ByFinalizer
		}
		by, _ := ownership.ParseKustomizationID(last.Actor)
		for _, o := range slices.Concat(c.Objects, c.Takes) {
			if b.shouldLive(o) && !b.atRisk[o] {
				b.atRisk[o] = true
				risks = append(risks, AtRisk{Object: o, By: by, How: how, Protected: b.protected(o)})
			}
		}
	}
	return risks
}

func components(proofs []proof.Proof) []proof.Component {
	var all []proof.Component
	for _, p := range proofs {
		all = append(all, p.Components...)
	}
	return all
}

// modelStory gives the model's story of the worst loss: of a protected object
// before that of another, of a child last, and the shortest of those.
func (b *builder) modelStory(risks []AtRisk) []hazard.Line {
	atRisk := make(map[objectID]bool)
	for _, r := range risks {
		atRisk[r.Object] = true
	}
	var worst []proof.Line
	best := 0
	for _, c := range components(b.plan.Proofs.Naive) {
		if c.Safety != verdict.Refuted || len(c.Story) == 0 || !atRisk[c.Objects[0]] {
			continue
		}
		if rank := b.rankOf(c.Objects[0])*1000 + len(c.Story); worst == nil || rank < best {
			worst, best = c.Story, rank
		}
	}
	return b.story(worst)
}

func (b *builder) rankOf(o objectID) int {
	_, child := o.AsKustomization()
	switch {
	case b.protected(o) != "" && !child:
		return 0
	case child:
		return 1
	}
	return 2
}

var itself = regexp.MustCompile(`\bit\b`)

// story puts the object's name into the lines of the model.
func (b *builder) story(lines []proof.Line) []hazard.Line {
	var told []hazard.Line
	for _, l := range lines {
		line := hazard.Line{Actor: b.actor(l), Action: l.Action, Rule: l.Rule, Before: standing(l.Before), After: standing(l.After)}
		if line.Actor != l.Actor { // "you switch" becomes "the platform's Terraform switches"
			line.Action = strings.Replace(l.Action, "switch ", "switches ", 1)
		}
		if o, err := ownership.ParseObjectID(l.Object); err == nil && l.Object != "" {
			line.Object = o
			if at := itself.FindStringIndex(l.Action); at != nil {
				line.Action = l.Action[:at[0]] + o.Display() + l.Action[at[1]:]
			}
		}
		told = append(told, line)
	}
	return told
}

// actor gives who does what a line says: a root is switched by whoever makes it.
func (b *builder) actor(l proof.Line) string {
	for _, root := range b.outside {
		if l.Actor == sim.You && root.MadeBy != "" && strings.HasPrefix(l.Action, "switch "+root.ID.String()+" ") {
			return root.MadeBy
		}
	}
	return l.Actor
}

// onlyWaits says whether the stages do nothing but make the change and look:
// every order of events under them is one of the change as it is.
func onlyWaits(stages []Stage) bool {
	for _, stage := range stages {
		for _, s := range stage.Steps {
			switch s.Kind {
			case step.Publish, step.SwitchPath, step.Reconcile, step.AwaitOwned, step.AwaitQuiet, step.AwaitReady:
			default:
				return false
			}
		}
	}
	return true
}

// judgeStages gives the verdict of the model on the stages.
func (b *builder) judgeStages() (verdict.Verdict, string) { return b.judgeProofs(b.plan.Proofs.Plan) }

func (b *builder) judgeProofs(proofs []proof.Proof) (verdict.Verdict, string) {
	worst, states := verdict.Proved, 0
	reason := ""
	for _, p := range proofs {
		states += p.States
		for _, g := range p.Gaps {
			worst, reason = verdict.Unknown, g.Subject+": "+g.Why
		}
	}
	for _, c := range components(proofs) {
		if !b.concerns(c) || c.Safety == verdict.Proved {
			continue
		}
		if c.Safety == verdict.Refuted && !c.Mixes() {
			return verdict.Refuted, "the stages do not keep " + displays(c.Objects) + " in every order of events"
		}
		if worst == verdict.Proved {
			worst, reason = verdict.Unknown, displays(c.Objects)+": "+cmp.Or(c.Why, mixed)
		}
	}
	if left := b.undecided(answersOf(proofs)); worst == verdict.Proved && len(left) > 0 {
		worst, reason = verdict.Unknown, "the model was not asked about "+displays(left)
	}
	if worst != verdict.Proved {
		return worst, "not proved: " + reason
	}
	return worst, fmt.Sprintf("every order of events of the model was visited (%d states), and in none an object that should live is deleted", states)
}

// mixed says why a loss in a scene with several builds of one spec and commit
// is doubtful.
const mixed = "a run may substitute values of before or of after, and the model does not know when the old ones are no longer met"

// concerns says whether a component speaks for an object that should live, or
// for one that takes such an object along.
func (b *builder) concerns(c proof.Component) bool {
	for _, o := range slices.Concat(c.Objects, c.Takes) {
		if b.shouldLive(o) || b.taking[o] {
			return true
		}
	}
	return false
}
