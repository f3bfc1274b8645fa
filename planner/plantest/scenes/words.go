package scenes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

func (p *parser) fault(format string, args ...any) int {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	return 0
}

func (p *parser) find(what, name string, i int) int {
	if i < 0 {
		return p.fault("no %s %q", what, name)
	}
	return i
}

func (p *parser) kustomization(name string) int {
	return p.find("Kustomization", name, slices.IndexFunc(p.s.Kustomizations, func(k scene.Kustomization) bool { return k.ID == name }))
}

func (p *parser) object(name string) int {
	return p.find("object", name, slices.IndexFunc(p.s.Objects, func(o scene.Object) bool { return o.ID == name }))
}

func (p *parser) commit(name string) int {
	return p.find("commit", name, slices.Index(p.s.Commits, name))
}

func (p *parser) specOf(k int, name string) int {
	return p.find("spec", name, slices.IndexFunc(p.s.Kustomizations[k].Specs, func(s scene.Spec) bool { return s.Words == name }))
}

func (p *parser) spec(name string, words []string) {
	s := &p.s.Kustomizations[p.at].Specs[p.specOf(p.at, name)]
	for _, w := range words {
		switch {
		case w == "prune":
			s.Prune = true
		case w == "deletes":
			s.Deletes = true
		case w == "suspend":
			s.Suspend = true
		case w == "sets-suspend":
			s.SetsSuspend = true
		case w == "sets-policy":
			s.SetsPolicy = true
		case strings.HasPrefix(w, "dep="):
			on, other := strings.CutSuffix(strings.TrimPrefix(w, "dep="), "@other")
			s.DependsOn = append(s.DependsOn, scene.Dependency{On: p.kustomization(on), SameSource: !other})
		default:
			p.fault("word %q", w)
		}
	}
}

func (p *parser) build(w []string) {
	b := scene.Build{Spec: p.specOf(p.at, w[0]), Commit: p.commit(strings.TrimSuffix(w[1], ":"))}
	for i, word := range w[2:] {
		after, values := strings.CutPrefix(word, "after=")
		switch {
		case b.Unknown != "":
		case values:
			b.After = p.commit(after)
		case word == "fails":
			b.Fails = true
		case word == "unknown":
			b.Unknown = strings.Join(w[2+i+1:], " ")
		default:
			b.Puts = append(b.Puts, p.put(word))
		}
	}
	k := &p.s.Kustomizations[p.at]
	k.Builds = append(k.Builds, b)
}

func (p *parser) put(word string) scene.Put {
	put := scene.Put{Stage: 2}
	word, marks, _ := strings.Cut(word, "+")
	name, spec, isChild := strings.Cut(word, "=")
	put.Object = p.object(name)
	if isChild {
		put.Spec = p.specOf(p.kustomization(name), spec)
	}
	for mark := range strings.SplitSeq(marks, "+") {
		switch mark {
		case "":
		case "guard":
			put.Guard = true
		case "absent", "none":
			put.Take = scene.Take(mark)
		case "first":
			put.Stage = 0
		default:
			p.fault("mark %q", mark)
		}
	}
	return put
}

func (p *parser) start(w []string) {
	k := &p.s.Kustomizations[p.at]
	k.Start = scene.Status{Spec: p.specOf(p.at, w[0]), Applied: -1, Ready: true}
	if w[1] != "-" {
		k.Start.Applied = p.commit(w[1])
	}
	for _, word := range w[2:] {
		switch word {
		case "has":
		case "unready":
			k.Start.Ready = false
		case "hand-suspend":
			k.Start.HandSuspend = true
		case "hand-orphan":
			k.Start.HandOrphan = true
		case "deleting":
			k.Start.Deleting = true
		default:
			k.Start.Inventory = append(k.Start.Inventory, p.object(word))
		}
	}
}

func (p *parser) child(w []string) {
	o := &p.s.Objects[p.object(w[0])]
	if len(w) == 1 {
		w = append(w, "-")
	}
	for _, word := range w[1:] {
		if word != "|" {
			o.Starts = append(o.Starts, p.mark(word))
		}
	}
}

func (p *parser) live(w []string) {
	o := &p.s.Objects[p.object(w[0])]
	for _, word := range w[1:] {
		if word != "|" {
			o.Starts = append(o.Starts, p.mark(word))
		}
	}
}

func (p *parser) mark(word string) scene.Live {
	owner, marks, _ := strings.Cut(word, "+")
	if owner == "missing" {
		return scene.Live{Owner: -1}
	}
	l := scene.Live{Exists: true, Owner: -1}
	if owner != "-" {
		l.Owner = p.kustomization(owner)
	}
	l.Guard, l.HandGuard, l.Frozen = strings.Contains(marks, "guard"), strings.Contains(marks, "hand"), strings.Contains(marks, "frozen")
	return l
}
