package planner

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Validate walks the stages of a plan with a small picture of the cluster and
// says in exact words where the plan would do something before it may. It
// shares no code with Build, only the types: a mistake made in both places is
// less likely than one made in one. It is no proof: it judges the order of the
// steps, not the order of events between them.
//
// It returns nil, or one error that holds every sentence.
func Validate(p *Plan, in Input) error {
	v := newValidator(p, in)
	v.document()
	v.walk()
	return errors.Join(v.problems...)
}

func (v *validator) walk() {
	for i, stage := range v.plan.Stages {
		v.stage(i, stage)
	}
	if len(v.plan.Stages) > 0 {
		v.end()
	}
}

// validator is the picture: what the plan has done and seen so far.
type validator struct {
	plan     *Plan
	in       Input
	from, to *ownership.Desired

	before, after map[ownership.ObjectID][]ownership.KustomizationID
	views         map[ownership.KustomizationID][]ownership.View
	exist         map[ownership.KustomizationID]bool
	atRisk        map[ownership.ObjectID]bool
	goes          map[ownership.ObjectID]bool // dropped or renamed, says the plan
	named         map[ownership.ObjectID]Deletion

	holds map[step.Condition]bool
	// lookedFor is all that a step before waits for or brings about, whether
	// anything rests on it or not.
	lookedFor map[step.Condition]bool
	brought   map[step.Condition]bool // by a step itself, at once or in a while
	// heldAtStart is what held when the current stage began: its switches run
	// together, and none takes from another what was seen before.
	heldAtStart map[step.Condition]bool

	guards map[ownership.ObjectID]map[string]bool                    // by file, "" for the live object
	seen   map[ownership.ObjectID]map[ownership.KustomizationID]bool // the guard outlived a run of that owner
	fields map[ownership.KustomizationID]map[string]field

	index      int             // of the current stage
	stageEdits map[string]bool // file edits of the current stage, see editKey
	sealed     bool            // the current stage has published
	publishing bool            // the change is a commit, and about to be published
	published  string
	changed    bool
	switched   map[ownership.KustomizationID]bool
	spared     map[ownership.ObjectID]bool // guarded when the change came
	agreed     map[ownership.ObjectID]bool // consent asked for by the right step
	done       map[ownership.ObjectID]bool // deleted by a step
	deleting   bool

	where    string
	problems []error
	// unreached are those of the problems that say what the plan does not
	// bring about, or leaves behind; the others are about what comes too early.
	unreached []error
}

// field is one spec field that the plan has set.
type field struct {
	value     string
	inGit     bool
	confirmed bool // seen stored
	acted     bool // a run under it has ended
	since     int  // the stage that set it
}

func newValidator(p *Plan, in Input) *validator {
	type (
		objects        = map[ownership.ObjectID]bool
		kustomizations = map[ownership.KustomizationID]bool
	)
	v := &validator{plan: p, in: in, from: in.Transition.From, to: in.Transition.To,
		views: in.Transition.Views(), exist: kustomizations{}, atRisk: objects{}, goes: objects{},
		named: map[ownership.ObjectID]Deletion{}, holds: map[step.Condition]bool{}, lookedFor: map[step.Condition]bool{}, brought: map[step.Condition]bool{},
		guards: map[ownership.ObjectID]map[string]bool{}, seen: map[ownership.ObjectID]map[ownership.KustomizationID]bool{},
		fields: map[ownership.KustomizationID]map[string]field{}, switched: kustomizations{},
		spared: objects{}, agreed: objects{}, done: objects{}}
	v.before, v.after = v.from.Owners(), v.to.Owners()
	for k := range v.views {
		v.exist[k] = true
	}
	if in.Observed != nil {
		for _, k := range in.Observed.Kustomizations {
			v.exist[k.ID] = true
		}
	}
	for _, r := range p.Naive.AtRisk {
		v.atRisk[r.Object] = true
	}
	for _, c := range p.Changes {
		v.goes[c.Object] = c.Kind == ownership.Dropped || c.Kind == ownership.Renamed
	}
	for _, d := range p.Deletions {
		v.named[d.Object] = d
	}
	return v
}

func (v *validator) problem(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if v.where != "" {
		text = v.where + ": " + text
	}
	v.problems = append(v.problems, errors.New(text))
}

// missing notes a problem with what the plan brings about in the end.
func (v *validator) missing(format string, args ...any) {
	v.problem(format, args...)
	v.unreached = append(v.unreached, v.problems[len(v.problems)-1])
}

// document checks what must agree before any step is looked at.
func (v *validator) document() {
	p := v.plan
	if len(p.Naive.AtRisk) > 0 && p.Naive.Verdict != verdict.Refuted {
		v.problem("objects are at risk and the naive verdict is %q, not refuted", p.Naive.Verdict)
	}
	if p.Verdict == verdict.Proved && p.Naive.Verdict != verdict.Proved && len(p.Proofs.Plan) == 0 {
		v.problem("the plan is called proved while the change as it is is %q", p.Naive.Verdict)
	}
	if p.Verdict == verdict.Refuted && len(p.Stages) > 0 {
		v.problem("the plan is refuted and has stages all the same")
	}
	nothing := len(p.Stages) == 0 && p.Verdict != verdict.Refuted
	if nothing && (v.gitDiffers() || len(v.rootsToSwitch()) > 0 || (p.Verdict == verdict.Proved && len(p.Changes) > 0)) {
		v.problem("the plan has no stages and the target is not reached")
	}
	v.changesAreListed()
}

// changesAreListed holds the list of changes against the two states.
func (v *validator) changesAreListed() {
	listed := make(map[ownership.ObjectID]bool)
	for _, c := range v.plan.Changes {
		listed[c.Object] = true
	}
	for _, k := range v.from.Kustomizations {
		for _, o := range append(k.Render.Objects, ownership.Object{ID: k.ID.Object()}) {
			if !listed[o.ID] && !slices.Equal(v.before[o.ID], v.after[o.ID]) {
				v.problem("%s changes owners or goes, and the plan does not list it among the changes", o.ID.Display())
				listed[o.ID] = true
			}
		}
	}
}

func (v *validator) gitDiffers() bool {
	a, b := v.from, v.to
	if a.Commit == "" || b.Commit == "" {
		return a.Commit != b.Commit || a.Tree != b.Tree
	}
	return a.Commit != b.Commit
}

func (v *validator) rootsToSwitch() []ownership.KustomizationID {
	var roots []ownership.KustomizationID
	for _, k := range v.from.Kustomizations {
		if l, ok := v.to.Kustomization(k.ID); ok && k.Root && l.Root && k.Spec.Path != l.Spec.Path {
			roots = append(roots, k.ID)
		}
	}
	return roots
}

func content(d *ownership.Desired) string { return cmp.Or(d.Commit, d.Tree, d.Name) }

// base splits a revision into the state it stands for and whether edits of
// the plan are in it.
func base(revision string) (string, bool) { return strings.CutSuffix(revision, "+protection") }

func (v *validator) stage(i int, s Stage) {
	v.where = fmt.Sprintf("stage %d (%s)", i+1, s.Title)
	if len(s.Steps) == 0 {
		v.problem("it has no steps")
	}
	if s.Route != step.Commits && s.Route != step.Cluster {
		v.problem("its route is %q", s.Route)
	}
	v.index, v.stageEdits, v.sealed, v.heldAtStart = i, map[string]bool{}, false, maps.Clone(v.holds)
	for j, st := range s.Steps {
		v.where = fmt.Sprintf("stage %d (%s), step %d (%s %s)", i+1, s.Title, j+1, st.Kind, st.Target.Display())
		v.step(s, st)
	}
	if len(v.stageEdits) > 0 && !v.sealed {
		v.problem("it edits files, and no commit with them is published")
	}
	if exact := v.published == content(v.to); s.Tree != "" && exact != (s.Tree == v.to.Tree) && (exact || v.gitDiffers()) {
		v.problem("the stage claims tree %s, which is not what it publishes", s.Tree)
	}
	v.where = ""
}
