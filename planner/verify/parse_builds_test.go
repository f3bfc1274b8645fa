package verify

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// builds gives every Kustomization a build for each spec and commit: that of the
// last line that is for them.
func (p *parser) builds() {
	for k := range p.s.Kustomizations {
		for spec := range p.s.Kustomizations[k].Specs {
			for commit := range p.s.Commits {
				p.buildsOf(k, spec, commit)
			}
		}
	}
}

func (p *parser) buildsOf(k, spec, commit int) {
	var lines []buildLine
	best := -1
	for _, l := range p.lines {
		if l.k != k || l.spec != -1 && l.spec != spec || l.commit > commit || l.commit < best {
			continue
		}
		if !l.also {
			lines, best = nil, l.commit
		}
		if l.commit == best {
			lines = append(lines, l)
		}
	}
	for _, l := range lines {
		p.s.Kustomizations[k].Builds = append(p.s.Kustomizations[k].Builds, p.oneBuild(spec, commit, l))
	}
}

func (p *parser) oneBuild(spec, commit int, l buildLine) scene.Build {
	b := scene.Build{Spec: spec, Commit: commit, After: l.after}
	for _, item := range strings.Fields(l.text) {
		switch item {
		case "fails":
			b.Fails = true
		case "unknown":
			b.Unknown = "a remote base"
		default:
			b.Puts = append(b.Puts, p.put(item))
		}
	}
	return b
}

func (p *parser) put(item string) scene.Put {
	words := strings.Split(item, "+")
	name, spec, _ := strings.Cut(words[0], "=")
	put := scene.Put{Object: lookup(p.objects, name)}
	if spec != "" {
		put.Spec = number(spec)
	}
	for _, w := range words[1:] {
		switch w {
		case "guard":
			put.Guard = true
		case "absent":
			put.Take = scene.IfAbsent
		case "none":
			put.Take = scene.TakesNone
		case "stage1":
			put.Stage = 1
		case "stage2":
			put.Stage = 2
		default:
			panic("put " + w)
		}
	}
	return put
}

func (p *parser) act(line string) {
	line, leaves, _ := strings.Cut(line, " until ")
	line, needs, _ := strings.Cut(line, " when ")
	f := strings.Fields(line)
	act := scene.Act{Kind: scene.ActKind(f[0]), Needs: p.conditions(needs), Leaves: p.conditions(leaves)}
	switch act.Kind {
	case scene.Publish:
		act.Commit = p.commit(f[1])
	case scene.Guard, scene.Unguard, scene.Delete:
		act.Object = lookup(p.objects, f[1])
	case scene.Watch:
	default:
		act.Kustomization = p.k(f[1])
	}
	if act.Kind == scene.Switch || act.Kind == scene.Make {
		act.Spec = number(f[2])
	}
	stage := &p.s.Stages[len(p.s.Stages)-1]
	stage.Acts = append(stage.Acts, act)
}

func (p *parser) conditions(text string) (all []scene.Condition) {
	for _, one := range strings.Split(text, ",") {
		if f := strings.Fields(one); len(f) > 0 {
			all = append(all, p.condition(scene.Condition{Kind: scene.ConditionKind(f[0])}, f[1:]))
		}
	}
	return all
}

func (p *parser) condition(c scene.Condition, f []string) scene.Condition {
	switch c.Kind {
	case scene.Labelled:
		c.Object = lookup(p.objects, f[0])
		for _, k := range f[1:] {
			c.Owners = append(c.Owners, p.k(k))
		}
		return c
	case scene.Guarded, scene.Unguarded, scene.Present, scene.Gone:
		c.Object = lookup(p.objects, f[0])
		return c
	}
	c.Kustomization = p.k(f[0])
	switch c.Kind {
	case scene.Stored:
		for _, spec := range f[1:] {
			c.Specs = append(c.Specs, number(spec))
		}
	case scene.Acted:
		c.Commit = number(f[1])
	case scene.Has, scene.HasNot:
		c.Object = lookup(p.objects, f[1])
	case scene.Forgotten, scene.Listed:
		c.Object, c.Commit = lookup(p.objects, f[1]), number(f[2])
	}
	return c
}
