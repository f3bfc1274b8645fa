package scenes

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

func (p *parser) act(w []string) {
	if len(p.s.Stages) == 0 {
		p.fault("an act before the first stage, or a word that does not exist")
		return
	}
	text, leaves, _ := strings.Cut(" "+strings.Join(w, " ")+" ", " leaves ")
	text, needs, _ := strings.Cut(text+" ", " needs ")
	w = append(strings.Fields(text), "", "")
	act := scene.Act{Kind: scene.ActKind(w[0]), Needs: p.conditions(needs), Leaves: p.conditions(leaves)}
	switch act.Kind {
	case scene.Publish:
		act.Commit = p.commit(w[1])
	case scene.Switch, scene.Make:
		act.Kustomization = p.kustomization(w[1])
		act.Spec = p.specOf(act.Kustomization, w[2])
	case scene.Remove, scene.Suspend, scene.Resume, scene.Orphan, scene.Request:
		act.Kustomization = p.kustomization(w[1])
	case scene.Guard, scene.Unguard, scene.Delete:
		act.Object = p.object(w[1])
	}
	last := &p.s.Stages[len(p.s.Stages)-1]
	last.Acts = append(last.Acts, act)
}

func (p *parser) conditions(text string) []scene.Condition {
	var all []scene.Condition
	for part := range strings.SplitSeq(text, ",") {
		if w := strings.Fields(part); len(w) > 0 {
			all = append(all, p.condition(w))
		}
	}
	return all
}

func (p *parser) condition(w []string) scene.Condition {
	d := scene.Condition{Kind: scene.ConditionKind(w[0])}
	w = append(w[1:], "", "", "")
	switch d.Kind {
	case scene.Stored:
		d.Kustomization = p.kustomization(w[0])
		for _, name := range w[1 : len(w)-3] {
			d.Specs = append(d.Specs, p.specOf(d.Kustomization, name))
		}
	case scene.Has, scene.HasNot:
		d.Kustomization, d.Object = p.kustomization(w[0]), p.object(w[1])
	case scene.Suspended, scene.Orphaning, scene.Barrier:
		d.Kustomization = p.kustomization(w[0])
	case scene.Acted:
		d.Kustomization, d.Commit = p.kustomization(w[0]), p.commit(w[1])
	case scene.Forgotten, scene.Listed:
		d.Kustomization, d.Commit, d.Object = p.kustomization(w[0]), p.commit(w[1]), p.object(w[2])
	case scene.Labelled:
		d.Object = p.object(w[0])
		for _, name := range w[1 : len(w)-3] {
			d.Owners = append(d.Owners, p.kustomization(name))
		}
	default:
		d.Object = p.object(w[0])
	}
	return d
}
