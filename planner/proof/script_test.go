package proof_test

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// script reads stages: a line that begins with "stage", then a step a line,
//
//	Publish r1 needs acted a, guarded Gateway/edge leaves acted b
//	Suspend a leaves stored a spec.suspend=true
//	SwitchPath r spec.path=./r2
//	DisablePrune a spec.prune=false in a.yaml
//	AwaitOwned b leaves taken b Gateway/edge ?
//
// "in FILE" makes it an edit in Git, "?" at the end a precautionary one.
func script(text string) ([]proof.Stage, error) {
	var stages []proof.Stage
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "stage":
			stages = append(stages, proof.Stage{Title: strings.Join(words[1:], " ")})
		case len(stages) == 0:
			return nil, fmt.Errorf("%q is in no stage", line)
		default:
			s, err := parseStep(strings.Join(words, " "))
			if err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
			last := &stages[len(stages)-1]
			last.Steps = append(last.Steps, s)
		}
	}
	return stages, nil
}

func parseStep(line string) (s step.Step, err error) {
	line, s.Precautionary = strings.CutSuffix(line, " ?")
	line, leaves, _ := strings.Cut(line, " leaves ")
	line, needs, _ := strings.Cut(line, " needs ")
	line, s.File, _ = strings.Cut(line, " in ")
	words := append(strings.Fields(line), "", "")
	s.Kind = step.Kind(words[0])
	s.Field, s.Value, _ = strings.Cut(words[2], "=")
	if s.Kind == step.Publish {
		s.Revision = words[1]
	} else if s.Target, err = target(words[1]); err != nil {
		return s, err
	}
	if s.Needs, err = parseConditions(needs); err != nil {
		return s, err
	}
	s.Leaves, err = parseConditions(leaves)
	return s, err
}

// target reads the name of a Kustomization, or KIND/NAME.
func target(word string) (ownership.ObjectID, error) {
	if !strings.Contains(word, "/") {
		return ks(word).Object(), nil
	}
	return object(word)
}

func parseConditions(text string) ([]step.Condition, error) {
	var all []step.Condition
	for part := range strings.SplitSeq(text, ",") {
		w := append(strings.Fields(part), "", "", "")
		if w[0] == "" {
			continue
		}
		c := step.Condition{Kind: step.ConditionKind(w[0])}
		word := w[1]
		switch c.Kind {
		case step.Stored, step.Acted, step.Barrier, step.Forgotten, step.Taken:
			c.Kustomization, word = ks(w[1]), w[2]
		}
		var err error
		switch c.Kind {
		case step.Stored:
			c.Field, c.Value, _ = strings.Cut(word, "=")
		case step.Acted:
			c.Value = word
		case step.Barrier, step.Published:
		default:
			c.Object, err = target(word)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}
