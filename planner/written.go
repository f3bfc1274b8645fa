package planner

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// write puts into the stages what the editor made of them: the file in which
// each edit wins, and the tree of each commit. What could not be made, or came
// out otherwise than it was meant, is an unknown.
func (b *builder) write() {
	if b.in.Editor == nil || len(b.plan.Stages) == 0 {
		return
	}
	commits := CommitsOf(b.from, b.to, b.plan.Stages)
	staged, err := b.in.Editor.Stage(commits)
	if err != nil {
		b.unwritten("the commits of the plan", err.Error(), "")
		return
	}
	b.compareStaged()
	w := &writer{builder: b, places: map[string]step.Placed{}}
	for i, c := range commits {
		for j, s := range c.Edits {
			w.places[placeKey(s)] = staged.Commits[i].Edits[j]
		}
	}
	b.plan.Stages = slices.Clone(b.plan.Stages)
	made := staged.Commits
	for i := range b.plan.Stages {
		stage := &b.plan.Stages[i]
		if !slices.ContainsFunc(stage.Steps, func(s step.Step) bool { return s.Kind == step.Publish }) {
			continue
		}
		w.stage(i, stage, made[0])
		made = made[1:]
	}
	b.plan.Unknowns, b.open = tidyUnknowns(b.plan.Unknowns), tidyUnknowns(b.open)
}

// unwritten adds an unknown with which nothing is proved.
func (b *builder) unwritten(subject, why, supply string) {
	u := Unknown{Subject: subject, Why: why, Supply: supply}
	b.open = append(b.open, u)
	b.plan.Unknowns = append(b.plan.Unknowns, u)
}

type writer struct {
	*builder
	places map[string]step.Placed
}

func placeKey(s step.Step) string { return fmt.Sprint(s.Target, " ", s.Field, " ", s.Declares()) }

func (w *writer) stage(number int, stage *Stage, made step.Made) {
	stage.Tree = made.Tree
	var steps []step.Step
	for _, s := range stage.Steps {
		place := w.places[placeKey(s)]
		switch {
		case s.File == "":
		case place.Trouble != "" && s.Precautionary:
			continue
		case place.Trouble != "":
			w.unwritten(fmt.Sprintf("stage %d (%s)", number+1, stage.Title), place.Trouble,
				"make the edit by hand where it wins, commit it, and plan again from there")
		default:
			s = placed(s, place)
		}
		steps = append(steps, s)
	}
	stage.Steps = steps
	if m := made.Merge; m != nil {
		stage.Merge = &MergeResult{Tree: m.Tree, Files: m.Files, Conflicts: m.Conflicts, Unknown: m.Unknown}
		if m.Unknown != "" {
			w.plan.Assumptions = append(w.plan.Assumptions, Assumption{Subject: "the merge of the change",
				Text: "nobody could find out whether git carries edits that protect along with it (" + m.Unknown + "): compare the content"})
		}
	}
}

// placed says of a step where its edit wins, and why not in the file that
// declares the object.
func placed(s step.Step, place step.Placed) step.Step {
	if place.File == "" || place.File == s.File && place.How == "" {
		return s
	}
	s.Declared, s.File = s.File, place.File
	if s.Declared == s.File {
		s.Declared = ""
	}
	how := place.How
	if how == "" {
		how = "in " + path.Base(place.File)
	}
	if !strings.Contains(s.Because, atPlace) {
		s.Because += fmt.Sprintf("; in %s alone it would have no effect, or change something else too, %s %s", s.Declares(), atPlace, how)
	}
	return s
}

const atPlace = "so the edit is"
