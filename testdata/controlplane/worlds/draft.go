package main

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
)

// draft is a world that is being drawn: its state after the last step.
type draft struct {
	*rand.Rand
	text    strings.Builder
	roots   map[string]*owner
	paths   map[string][]thing // path → what it renders
	broken  map[string]bool    // paths whose build fails
	printed map[string]string  // path → its line as it was last written
	names   int                // Kustomizations named so far
	objects int                // other objects named so far
	last    string             // the step before
}

// thing is one object in a path.
type thing struct {
	id      string // KIND/NAME
	content int    // 0 for none
	trait   string // "" for none
	owner   *owner // what a Kustomization says of itself
}

// owner is the spec of a Kustomization.
type owner struct {
	path                                string
	noprune, suspend, force, meta, wait bool
	policy                              string
	deps                                []string
}

func (o *owner) words() string {
	words := []string{"path=" + o.path}
	for _, flag := range []struct {
		set  bool
		word string
	}{{o.noprune, "noprune"}, {o.suspend, "suspend"}, {o.force, "force"}, {o.meta, "meta"}, {o.wait, "wait"}, {o.policy != "", "policy=" + o.policy}} {
		if flag.set {
			words = append(words, flag.word)
		}
	}
	for _, on := range o.deps {
		words = append(words, "dep="+on)
	}
	return strings.Join(words, ",")
}

func (o *owner) clone() *owner {
	c := *o
	c.deps = slices.Clone(o.deps)
	return &c
}

func (t thing) String() string {
	s := t.id
	if t.owner != nil {
		s += "(" + t.owner.words() + ")"
	}
	if t.content > 0 {
		s += fmt.Sprintf("=v%d", t.content)
	}
	if t.trait != "" {
		s += "+" + t.trait
	}
	return s
}

func (t thing) clone() thing {
	if t.owner != nil {
		t.owner = t.owner.clone()
	}
	return t
}

// oneIn is true once in n times.
func (d *draft) oneIn(n int) bool { return d.Intn(n) == 0 }

func pick[T any](d *draft, from []T) T { return from[d.Intn(len(from))] }

func (d *draft) pathNames() []string { return slices.Sorted(maps.Keys(d.paths)) }

// place is where a thing lies.
type place struct {
	path  string
	index int
}

// places finds the things that are Kustomizations, or those that are not.
func (d *draft) places(kustomizations bool) []place {
	var found []place
	for _, path := range d.pathNames() {
		for i, t := range d.paths[path] {
			if (t.owner != nil) == kustomizations {
				found = append(found, place{path, i})
			}
		}
	}
	return found
}

func (d *draft) at(p place) *thing { return &d.paths[p.path][p.index] }

// take removes a thing from its path.
func (d *draft) take(p place) thing {
	t := *d.at(p)
	d.paths[p.path] = slices.Delete(slices.Clone(d.paths[p.path]), p.index, p.index+1)
	return t
}

// put adds a thing to a path, unless it has one of that id.
func (d *draft) put(path string, t thing) {
	if !slices.ContainsFunc(d.paths[path], func(other thing) bool { return other.id == t.id }) {
		d.paths[path] = append(d.paths[path], t.clone())
	}
}

// owners names the Kustomizations there are, roots included.
func (d *draft) owners() []string {
	names := slices.Collect(maps.Keys(d.roots))
	for _, p := range d.places(true) {
		names = append(names, strings.TrimPrefix(d.at(p).id, "K/"))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ownedPaths are the paths that the Kustomizations name.
func (d *draft) ownedPaths() []string {
	var paths []string
	for _, root := range d.roots {
		paths = append(paths, root.path)
	}
	for _, p := range d.places(true) {
		paths = append(paths, d.at(p).owner.path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// write appends the paths that have changed since they were last written.
func (d *draft) write() {
	for _, path := range d.pathNames() {
		words := []string{path + ":"}
		if d.broken[path] {
			words = append(words, "!fail")
		}
		for _, t := range d.paths[path] {
			words = append(words, t.String())
		}
		d.line(path, strings.Join(words, " "))
	}
	for _, path := range slices.Sorted(maps.Keys(d.printed)) {
		if _, there := d.paths[path]; !there {
			d.line(path, path+": -")
		}
	}
}

func (d *draft) line(path, line string) {
	if d.printed[path] != line {
		d.printed[path] = line
		fmt.Fprintf(&d.text, "  %s\n", line)
	}
}

// step writes a line of its own.
func (d *draft) step(words ...any) {
	d.last = strings.TrimSuffix(fmt.Sprintln(words...), "\n")
	fmt.Fprintln(&d.text, d.last)
}
