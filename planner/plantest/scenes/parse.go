// Package scenes reads scenes written down as text, for tests.
//
//	commits c0 c1                 in their order
//	source git                    more than one line: more than one source
//	subject x                     the object asked about: a child, or one that is no Kustomization
//	object y                      another one that is no Kustomization
//	kustomization a git           its source, or - for another one
//	  spec s0 prune deletes       words: prune, deletes, suspend, sets-suspend, sets-policy, dep=K, dep=K@other
//	  build s0 c0: x+guard b=s1   what it renders: OBJECT[=SPEC][+guard][+absent][+none][+first]
//	  build s0 c1: fails          or: unknown WHY; after=c1 before it: once a source has been at c1
//	  start s0 c0 has x           - for no commit; words: has OBJECT…, unready, hand-suspend, hand-orphan, deleting
//	child a r+guard               a has an object of its own here, made by r; as for live, and "child a" is "child a -"
//	live x a+guard | b            owners it may have: K or -, marks +guard +hand +frozen; "missing"
//	stage                         acts, one a line, then its conditions after needs and leaves
//	  publish c1 needs acted a c0, guarded x leaves forgotten a c1 x
//	goal acted a c1, labelled x b
//
// Acts: publish C, switch K S, make K S, remove K, suspend K, resume K, orphan K, guard O,
// unguard O, delete O, request K, watch. Conditions: stored K S…, suspended K,
// orphaning K, acted K C, barrier K, forgotten K C O, listed K C O, has K O, hasNot K O, labelled O K…,
// guarded O, unguarded O, present O, gone O. A Kustomization's own object has
// its name.
package scenes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// Parse reads a scene. The error names the line.
func Parse(text string) (*scene.Scene, error) {
	p := &parser{s: &scene.Scene{Controller: "v1.9.6", Subject: -1}}
	p.names(text)
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		p.line(words)
		if p.err != nil {
			return nil, fmt.Errorf("line %d, %q: %w", n+1, strings.TrimSpace(line), p.err)
		}
	}
	return p.s, p.s.Check()
}

type parser struct {
	s   *scene.Scene
	at  int // the Kustomization whose lines these are
	err error
}

// names makes everything that later lines name.
func (p *parser) names(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		w := append(strings.Fields(line), "", "")
		switch w[0] {
		case "commits":
			p.s.Commits = strings.Fields(line)[1:]
		case "source":
			p.s.Sources = append(p.s.Sources, w[1])
		case "kustomization":
			k := scene.Kustomization{ID: w[1], Object: -1, Source: slices.Index(p.s.Sources, w[2])}
			p.s.Kustomizations = append(p.s.Kustomizations, k)
		case "spec":
			last := &p.s.Kustomizations[len(p.s.Kustomizations)-1]
			last.Specs = append(last.Specs, scene.Spec{Words: w[1]})
		case "object":
			p.s.Objects = append(p.s.Objects, scene.Object{ID: w[1], Kustomization: -1})
		}
	}
	p.children(text)
}

// children makes the objects that are Kustomizations, and the subject unless
// it is one of them.
func (p *parser) children(text string) {
	subject := ""
	for line := range strings.SplitSeq(text, "\n") {
		switch w := append(strings.Fields(line), "", ""); w[0] {
		case "child":
			k := p.kustomization(w[1])
			p.s.Kustomizations[k].Object = len(p.s.Objects)
			p.s.Objects = append(p.s.Objects, scene.Object{ID: w[1], Kustomization: k})
		case "subject":
			subject = w[1]
		}
	}
	p.s.Subject = slices.IndexFunc(p.s.Objects, func(o scene.Object) bool { return o.ID == subject })
	if p.s.Subject < 0 {
		p.s.Subject = len(p.s.Objects)
		p.s.Objects = append(p.s.Objects, scene.Object{ID: subject, Kustomization: -1})
	}
}

func (p *parser) line(w []string) {
	switch w[0] {
	case "controller":
		p.s.Controller = w[1]
	case "kustomization":
		p.at = p.kustomization(w[1])
	case "spec":
		p.spec(w[1], w[2:])
	case "build":
		p.build(w[1:])
	case "start":
		p.start(w[1:])
	case "child":
		p.child(w[1:])
	case "live":
		p.live(w[1:])
	case "stage":
		p.s.Stages = append(p.s.Stages, scene.Stage{Title: strings.Join(w[1:], " ")})
	case "goal":
		p.s.Goal = p.conditions(strings.Join(w[1:], " "))
	case "commits", "source", "subject", "object":
	default:
		p.act(w)
	}
}
