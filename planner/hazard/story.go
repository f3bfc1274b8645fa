package hazard

import (
	"fmt"
	"strings"
)

// mostLines bounds a story; a longer chain of finalizers is told without its
// middle.
const mostLines = 7

// story tells one order of events that ends with the given end.
func (f *facts) story(e *end) []Line {
	lines := f.chain(e)
	opening := f.opening(first(e))
	closing := f.closing(e)
	room := mostLines - len(opening) - len(closing)
	if len(lines) > room {
		lines = append(lines[:1:1], lines[len(lines)-room+1:]...)
	}
	return append(append(opening, lines...), closing...)
}

// first gives what starts a chain of ends.
func first(e *end) *end {
	for e.cause != nil {
		e = e.cause
	}
	return e
}

// opening tells how the new desired state gets to who starts it.
func (f *facts) opening(e *end) []Line {
	at := e.at
	if e.how == byMaker {
		at.ArtifactAt, at.SpecAt = f.from.At.Commit, f.from.At
	}
	var lines []Line
	if at.ArtifactAt > f.from.At.Commit {
		lines = append(lines, Line{Actor: "source", Action: "fetches " + f.stateAt(at.ArtifactAt), Rule: "R2.2"})
	}
	if at.SpecAt.Switch > f.from.At.Switch {
		lines = append(lines, f.switched()...)
	}
	return lines
}

func (f *facts) stateAt(commit int) string {
	for _, d := range f.states {
		if d.At.Commit == commit {
			return d.Name
		}
	}
	return "a new revision"
}

// switched tells which root is set to another spec outside Git.
func (f *facts) switched() []Line {
	for _, k := range f.to.Kustomizations {
		before, ok := f.from.Kustomization(k.ID)
		if ok && k.Root && before.Spec.Digest != k.Spec.Digest {
			actor := k.MadeBy
			if actor == "" {
				actor = "you"
			}
			return []Line{{Actor: actor, Action: fmt.Sprintf("sets spec.path of %s to %s", k.ID, k.Spec.Path), Object: k.ID.Object(), Rule: "R2.1"}}
		}
	}
	return []Line{{Actor: "you", Action: "switch to " + f.to.Name, Rule: "R2.1"}}
}

// chain tells the ends from first to last.
func (f *facts) chain(e *end) []Line {
	switch e.how {
	case byMaker:
		k, _ := e.object.AsKustomization()
		root, _ := f.from.Kustomization(k)
		actor := root.MadeBy
		if actor == "" {
			actor = "you"
		}
		return []Line{{Actor: actor, Action: "removes the root " + e.object.Display(), Object: e.object, Rule: "R10.2"}}
	case ByPrune:
		return f.pruneLines(e)
	case ByCascade:
		rule := "R10.1"
		if f.ruleBehindCascade(e) == "FM-039" {
			rule = "R10.5"
		}
		return append(f.chain(e.cause), Line{Actor: "Kubernetes", Action: "deletes " + e.object.Display() + " with it, whatever its labels say", Object: e.object, Rule: rule})
	}
	return append(f.chain(e.cause), Line{Actor: e.by.String(), Object: e.object, Rule: "R0.3",
		Action: "runs its finalizer and deletes " + e.object.Display() + ": it is in its inventory, and the label names " + e.by.String()})
}

func (f *facts) pruneLines(e *end) []Line {
	var lines []Line
	k := e.by.String()
	if !f.labelled(e.by, e.object) {
		lines = append(lines, Line{Actor: k, Action: "applies " + e.object.Display() + " and puts its label on it", Object: e.object, Rule: "R5.2"})
	}
	before, was := f.from.Kustomization(e.by)
	switch {
	case e.at.Mixed() && e.at.SpecAt.Commit < e.at.ArtifactAt:
		lines = append(lines, Line{Actor: k, Action: "starts a run of the new revision with its old spec", Rule: "R2.3"})
	case was && before.Spec.Digest != e.at.Spec.Digest:
		if p := f.parents(e.by); len(p) > 0 {
			lines = append(lines, Line{Actor: p[0].String(), Action: "applies " + e.by.Object().Display() + " with its new spec", Object: e.by.Object(), Rule: "R1.1"})
		}
		lines = append(lines, Line{Actor: k, Action: "starts a run with its new spec", Rule: "R1.1"})
	default:
		lines = append(lines, Line{Actor: k, Action: "starts a run of the new revision", Rule: "R1.5"})
	}
	rule := "R0.2"
	if e.object == e.by.Object() {
		rule = "R8.4"
	}
	return append(lines, Line{Actor: k, Object: e.object, Rule: rule,
		Action: "deletes " + e.object.Display() + ": it left its path, and the label still names " + k})
}

// closing tells what becomes of the object.
func (f *facts) closing(e *end) []Line {
	for _, k := range f.toOwners[e.object] {
		if k == e.by {
			continue
		}
		after, _ := f.to.Kustomization(k)
		x, _ := after.Render.Find(e.object)
		if skips(x.Traits) {
			return []Line{{Actor: k.String(), Action: "would not have adopted it: its manifest says to skip it", Object: e.object, Rule: "R5.7"}}
		}
		action := "would have adopted it, but starts later"
		if after.Spec.Suspend {
			action = "would have adopted it, but is suspended"
		}
		return []Line{{Actor: k.String(), Action: action, Object: e.object, Rule: "R1.3"}}
	}
	return []Line{{Actor: ownerName(f.toOwners[e.object]), Action: "makes a new one at its next run", Object: e.object, Rule: "R1.10"}}
}

func ownerName(ids []ksID) string {
	if len(ids) == 0 {
		return "you"
	}
	return strings.Join(namesOf(ids), ", ")
}
