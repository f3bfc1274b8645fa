package scene

import (
	"errors"
	"fmt"
)

// Limits of a scene, so that a state of it is small.
const (
	MaxKustomizations = 12
	MaxObjects        = 16
	MaxCommits        = 32
	MaxSpecs          = 32
	MaxConditions     = 32 // acts and conditions of a stage together
)

// Check says what is wrong with a scene that somebody else made: an index that
// is out of range, a list that is too long. Nil: it can be visited.
func (s *Scene) Check() error {
	c := checker{s: s}
	c.sizes()
	c.index("subject", s.Subject, len(s.Objects), 0)
	for i, o := range s.Objects {
		c.object(fmt.Sprintf("object %d", i), o)
	}
	for i, k := range s.Kustomizations {
		c.kustomization(fmt.Sprintf("Kustomization %d", i), i, k)
	}
	for i, stage := range s.Stages {
		c.stage(fmt.Sprintf("stage %d", i), stage)
	}
	c.conditions("goal", s.Goal)
	return errors.Join(c.errs...)
}

type checker struct {
	s    *Scene
	errs []error
}

func (c *checker) fault(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("scene: "+format, args...))
}

// index takes least as the lowest index allowed: -1 where none is one.
func (c *checker) index(what string, i, n, least int) {
	if i < least || i >= n {
		c.fault("%s is %d of %d", what, i, n)
	}
}

func (c *checker) sizes() {
	for _, size := range []struct {
		what    string
		n, most int
	}{
		{"Kustomizations", len(c.s.Kustomizations), MaxKustomizations}, {"objects", len(c.s.Objects), MaxObjects},
		{"commits", len(c.s.Commits), MaxCommits}, {"sources", len(c.s.Sources), MaxKustomizations},
		{"stages", len(c.s.Stages), 250},
	} {
		if size.n > size.most {
			c.fault("%d %s, %d at most", size.n, size.what, size.most)
		}
	}
	if len(c.s.Commits) == 0 {
		c.fault("no commit")
	}
}

func (c *checker) object(what string, o Object) {
	c.index(what+": Kustomization", o.Kustomization, len(c.s.Kustomizations), -1)
	if len(o.Starts) == 0 {
		c.fault("%s has no start", what)
	}
	for _, live := range o.Starts {
		c.index(what+": owner", live.Owner, len(c.s.Kustomizations), -1)
	}
}

func (c *checker) kustomization(what string, i int, k Kustomization) {
	c.index(what+": object", k.Object, len(c.s.Objects), -1)
	if k.Object >= 0 && k.Object < len(c.s.Objects) && c.s.Objects[k.Object].Kustomization != i {
		c.fault("%s and its object disagree", what)
	}
	c.index(what+": source", k.Source, len(c.s.Sources), -1)
	c.index(what+": spec at the start", k.Start.Spec, len(k.Specs), 0)
	c.index(what+": applied", k.Start.Applied, len(c.s.Commits), -1)
	if len(k.Specs) > MaxSpecs {
		c.fault("%s has %d specs, %d at most", what, len(k.Specs), MaxSpecs)
	}
	for _, o := range k.Start.Inventory {
		c.index(what+": inventory", o, len(c.s.Objects), 0)
	}
	for _, spec := range k.Specs {
		for _, d := range spec.DependsOn {
			c.index(what+": dependency", d.On, len(c.s.Kustomizations), 0)
		}
	}
	for _, b := range k.Builds {
		c.build(what, k, b)
	}
}

func (c *checker) build(what string, k Kustomization, b Build) {
	c.index(what+": spec of a build", b.Spec, len(k.Specs), 0)
	c.index(what+": commit of a build", b.Commit, len(c.s.Commits), 0)
	c.index(what+": commit of its values", b.After, len(c.s.Commits), 0)
	seen := make(map[int]bool)
	for _, p := range b.Puts {
		c.index(what+": object of a build", p.Object, len(c.s.Objects), 0)
		if p.Object < 0 || p.Object >= len(c.s.Objects) {
			continue
		}
		if seen[p.Object] {
			c.fault("%s builds object %d twice", what, p.Object)
		}
		seen[p.Object] = true
		if child := c.s.Objects[p.Object].Kustomization; child >= 0 && child < len(c.s.Kustomizations) {
			c.index(what+": spec of a child", p.Spec, len(c.s.Kustomizations[child].Specs), 0)
		}
		c.index(what+": stage of the apply", p.Stage, 3, 0)
		if p.Take != Takes && p.Take != IfAbsent && p.Take != TakesNone {
			c.fault("%s: take %q", what, p.Take)
		}
	}
}
