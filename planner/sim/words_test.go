package sim

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// plain are the events that need no more than who and what.
var plain = map[EventKind]string{
	LeavesAlone: "leaves alone", WillWrite: "will write", Writes: "writes", Spares: "spares", WillDelete: "will delete",
	Deletes: "deletes", CannotDelete: "cannot delete", SaysReady: "says Ready", Ends: "ends", Fails: "fails", FailsToPrune: "fails to prune",
	FailsUnhealthy: "is not healthy", Vanishes: "is gone", Unclear: "builds what nobody knows",
}

// words puts one step into words that name it among the steps of its state.
func (m *Model) words(before, after *cluster, e Event) string {
	if e.Kind == Acts {
		return "you " + m.wordsOfAct(m.stages[before.stage].items[e.Number].act)
	}
	if e.Kind == Fetches {
		for i, name := range m.s.Sources {
			if before.sources[i] != after.sources[i] {
				return name + " fetches " + m.s.Commits[e.Number]
			}
		}
	}
	k := int(e.Kustomization)
	actor := m.s.Kustomizations[k].ID + " "
	if verb, ok := plain[e.Kind]; ok {
		if e.Number == 1 && (e.Kind == Ends || e.Kind == FailsToPrune || e.Kind == FailsUnhealthy) {
			verb += ", and the inventory stays"
		}
		return actor + verb + m.nameOf(e.Object)
	}
	if e.Kind == Builds && after.ks[k].ready {
		return actor + m.wordsOfRun(k, before, e) + ", Ready stays"
	}
	return actor + m.wordsOfRun(k, before, e)
}

func (m *Model) nameOf(o int8) string {
	if o < 0 {
		return ""
	}
	return " " + m.s.Objects[o].ID
}

func (m *Model) wordsOfRun(k int, before *cluster, e Event) string {
	switch e.Kind {
	case Begins, Passes, Finalizes:
		late := ""
		if behind := int(before.ks[k].n) - 1 - int(e.Number); behind > 0 {
			late = fmt.Sprintf(", cache %d behind", behind)
		}
		return map[EventKind]string{Begins: "begins", Passes: "passes", Finalizes: "finalizes"}[e.Kind] + late
	case Reads:
		return "reads " + m.s.Commits[e.Number]
	case Depends:
		return "finds " + m.s.Kustomizations[e.Number].ID + " ready"
	}
	build := m.s.Kustomizations[k].Builds[e.Number]
	of := m.s.Commits[build.Commit] + " with " + m.s.Kustomizations[k].Specs[build.Spec].Words
	if e.Kind == CannotBuild {
		return "cannot build " + of
	}
	return "builds " + of + ":" + m.puts(build)
}

func (m *Model) puts(b scene.Build) string {
	var w strings.Builder
	for _, put := range b.Puts {
		w.WriteString(" " + m.s.Objects[put.Object].ID)
		if child := m.s.Objects[put.Object].Kustomization; child >= 0 {
			w.WriteString("=" + m.s.Kustomizations[child].Specs[put.Spec].Words)
		}
		if put.Guard {
			w.WriteString("+guard")
		}
	}
	return w.String()
}

func (m *Model) wordsOfAct(act *scene.Act) string {
	k := &m.s.Kustomizations[act.Kustomization]
	switch act.Kind {
	case scene.Publish:
		return "publish " + m.s.Commits[act.Commit]
	case scene.Switch, scene.Make:
		return string(act.Kind) + " " + k.ID + " " + k.Specs[act.Spec].Words
	case scene.Guard, scene.Unguard, scene.Delete:
		return string(act.Kind) + " " + m.s.Objects[act.Object].ID
	case scene.Watch:
		return "watch"
	}
	return string(act.Kind) + " " + k.ID
}

func (m *Model) wordsOfCondition(d *scene.Condition) string {
	words := []string{string(d.Kind)}
	switch d.Kind {
	case scene.Stored, scene.Suspended, scene.Orphaning, scene.Barrier, scene.Acted, scene.Forgotten, scene.Listed, scene.Has, scene.HasNot:
		words = append(words, m.s.Kustomizations[d.Kustomization].ID)
	default:
		words = append(words, m.s.Objects[d.Object].ID)
	}
	for _, spec := range d.Specs {
		words = append(words, m.s.Kustomizations[d.Kustomization].Specs[spec].Words)
	}
	for _, k := range d.Owners {
		words = append(words, m.s.Kustomizations[k].ID)
	}
	switch d.Kind {
	case scene.Acted:
		words = append(words, m.s.Commits[d.Commit])
	case scene.Forgotten, scene.Listed:
		words = append(words, m.s.Commits[d.Commit], m.s.Objects[d.Object].ID)
	case scene.Has, scene.HasNot:
		words = append(words, m.s.Objects[d.Object].ID)
	}
	return strings.Join(words, " ")
}
