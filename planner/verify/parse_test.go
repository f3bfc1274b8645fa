package verify

import (
	"strconv"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// The scenes of the tests are texts, a fact a line:
//
//	controller v1.7.3                  else v1.9.6
//	object X owned by A                may go on: guard, handguard, frozen; or owned by B (another start)
//	object B missing
//	kustomization A lists X            may go on: not ready, applied -1, handsuspend, handorphan, deleting, elsewhere
//	  spec prune after B               keep, suspend, orphan, delete, sets suspend, sets policy, after B, after other B
//	  at 1: X+guard                    for every spec; without a line for a commit that of the one before holds
//	  at 1 spec 0: X                   for one spec
//	  also at 1: fails                 another build of the same
//	  also at 0 values 1: X            one with values that are live when a source is at 1
//	then publish 1 until acted A 1     a stage; its act, what it needs (when ..., ...) and leaves (until ..., ...)
//	and resume A when gone X           one more act of the stage
//	goal labelled X B, acted B 1
//
// The first object is the subject. An object called like a Kustomization is that
// Kustomization. All have one source.
type parser struct {
	s       *scene.Scene
	objects map[string]int
	ks      map[string]int
	lines   []buildLine
	last    int // the last commit named
}

type buildLine struct {
	k, commit, spec int // spec -1: every one
	after           int // the commit of its values
	also            bool
	text            string
}

func parseScene(text string) *scene.Scene {
	p := &parser{s: &scene.Scene{Controller: "v1.9.6", Sources: []string{"s"}}, objects: map[string]int{}, ks: map[string]int{}}
	for _, line := range strings.Split(text, "\n") {
		p.declare(strings.Fields(line))
	}
	k := -1
	for _, line := range strings.Split(text, "\n") {
		p.fact(strings.Fields(line), strings.TrimSpace(line), &k)
	}
	for c := 0; c <= p.last; c++ {
		p.s.Commits = append(p.s.Commits, strconv.Itoa(c))
	}
	p.builds()
	return p.s
}

func (p *parser) declare(f []string) {
	switch {
	case len(f) > 1 && f[0] == "object":
		p.objects[f[1]] = len(p.s.Objects)
		p.s.Objects = append(p.s.Objects, scene.Object{ID: f[1], Kustomization: -1})
	case len(f) > 1 && f[0] == "kustomization":
		p.ks[f[1]] = len(p.s.Kustomizations)
		k := scene.Kustomization{ID: f[1], Object: -1}
		k.Start.Ready = true
		if o, ok := p.objects[f[1]]; ok {
			k.Object = o
			p.s.Objects[o].Kustomization = p.ks[f[1]]
		}
		p.s.Kustomizations = append(p.s.Kustomizations, k)
	}
}

func (p *parser) fact(f []string, line string, k *int) {
	if len(f) == 0 {
		return
	}
	switch f[0] {
	case "controller":
		p.s.Controller = f[1]
	case "object":
		p.object(f[1], f[2:])
	case "kustomization":
		*k = p.ks[f[1]]
		p.start(&p.s.Kustomizations[*k], f[2:])
	case "spec":
		p.spec(&p.s.Kustomizations[*k], f[1:])
	case "at", "also":
		p.build(*k, f, line)
	case "then":
		p.s.Stages = append(p.s.Stages, scene.Stage{})
		p.act(line[len("then "):])
	case "and":
		p.act(line[len("and "):])
	case "goal":
		p.s.Goal = p.conditions(line[len("goal "):])
	default:
		panic("what is " + line)
	}
}

func (p *parser) object(name string, words []string) {
	o := &p.s.Objects[p.objects[name]]
	live := func() *scene.Live { return &o.Starts[len(o.Starts)-1] }
	for i, w := range words {
		switch w {
		case "missing":
			o.Starts = append(o.Starts, scene.Live{Owner: -1})
		case "by":
			o.Starts = append(o.Starts, scene.Live{Exists: true, Owner: p.k(words[i+1])})
		case "guard":
			live().Guard = true
		case "handguard":
			live().HandGuard = true
		case "frozen":
			live().Frozen = true
		}
	}
}

// k gives the number of a Kustomization; "nobody" is none.
func (p *parser) k(name string) int {
	if name == "nobody" {
		return -1
	}
	return lookup(p.ks, name)
}

func lookup(m map[string]int, name string) int {
	i, ok := m[name]
	if !ok {
		panic("no " + name)
	}
	return i
}

func (p *parser) start(k *scene.Kustomization, words []string) {
	for i, w := range words {
		switch w {
		case "lists":
			for _, o := range strings.Split(words[i+1], ",") {
				k.Start.Inventory = append(k.Start.Inventory, lookup(p.objects, o))
			}
		case "not":
			k.Start.Ready = false
		case "applied":
			k.Start.Applied = number(words[i+1])
		case "handsuspend":
			k.Start.HandSuspend = true
		case "handorphan":
			k.Start.HandOrphan = true
		case "deleting":
			k.Start.Deleting = true
		case "elsewhere":
			k.Source = -1
		}
	}
}

func (p *parser) spec(k *scene.Kustomization, words []string) {
	spec := scene.Spec{Words: "[" + strings.Join(words, " ") + "]"}
	for i, w := range words {
		switch w {
		case "prune":
			spec.Prune, spec.Deletes = true, true
		case "delete":
			spec.Deletes = true
		case "orphan":
			spec.Deletes = false
		case "suspend":
			if i > 0 && words[i-1] == "sets" {
				spec.SetsSuspend = true
			} else {
				spec.Suspend = true
			}
		case "policy":
			spec.SetsPolicy = true
		case "after":
			same := words[i+1] != "other"
			on := words[i+1]
			if !same {
				on = words[i+2]
			}
			spec.DependsOn = append(spec.DependsOn, scene.Dependency{On: p.k(on), SameSource: same})
		}
	}
	k.Specs = append(k.Specs, spec)
}

func (p *parser) commit(word string) int {
	c := number(word)
	p.last = max(p.last, c)
	return c
}

func number(word string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(word, ":"))
	if err != nil {
		panic(err)
	}
	return n
}

func (p *parser) build(k int, f []string, line string) {
	b := buildLine{k: k, spec: -1, also: f[0] == "also"}
	if b.also {
		f = f[1:]
	}
	b.commit = p.commit(f[1])
	if len(f) > 2 && f[2] == "spec" {
		b.spec = number(f[3])
	}
	if len(f) > 2 && f[2] == "values" {
		b.after = p.commit(f[3])
	}
	_, b.text, _ = strings.Cut(line, ":")
	p.lines = append(p.lines, b)
}
