package main

import (
	"fmt"
	"math/rand"
	"strings"
)

// Draw draws a world: the same seed gives the same text. One world in ten is
// one that kustomize-controller is restarted in; those belong into one batch.
func Draw(seed int64) string {
	d := &draft{Rand: rand.New(rand.NewSource(seed)), roots: map[string]*owner{}, paths: map[string][]thing{},
		broken: map[string]bool{}, printed: map[string]string{}}
	if !d.oneIn(4) {
		d.text.WriteString("accounts\n")
	}
	if d.oneIn(10) {
		d.text.WriteString("interval 5s\n")
	}
	d.begin()
	for name, root := range d.sortedRoots() {
		fmt.Fprintf(&d.text, "root %s %s\n", name, strings.ReplaceAll(root.words(), ",", " "))
	}
	d.step("commit")
	d.write()
	if d.oneIn(8) {
		d.step("pause", 500+d.Intn(4000))
	} else {
		d.step("quiet")
	}
	revisions := 1 + d.Intn(3)
	for i := range revisions {
		d.revise(Restarts(seed) && i == revisions-1)
	}
	d.quiet()
	return d.text.String()
}

// Restarts says whether the world of that seed restarts kustomize-controller.
func Restarts(seed int64) bool { return seed%10 == 0 }

func (d *draft) sortedRoots() func(yield func(string, *owner) bool) {
	return func(yield func(string, *owner) bool) {
		for _, name := range []string{"r", "s"} {
			if root, ok := d.roots[name]; ok && !yield(name, root) {
				return
			}
		}
	}
}

// begin draws the first revision.
func (d *draft) begin() {
	d.roots["r"] = d.newOwner("r")
	if d.oneIn(3) {
		d.roots["s"] = d.newOwner("s")
	}
	for _, root := range d.roots {
		root.suspend, root.deps = false, nil
	}
	for range 1 + d.Intn(5-len(d.roots)) {
		d.addOwner()
	}
	for range 1 + d.Intn(8) {
		d.addObject()
	}
	for _, p := range d.places(true) {
		if d.oneIn(5) {
			d.at(p).owner.deps = append(d.at(p).owner.deps, pick(d, d.owners()))
		}
		if d.oneIn(12) {
			d.at(p).owner.path = pick(d, d.ownedPaths())
		}
	}
	for d.oneIn(4) {
		d.contest()
	}
	if d.oneIn(20) {
		d.broken[pick(d, d.ownedPaths())] = true
	}
	if d.oneIn(4) { // a second mode of the first root
		for _, t := range d.paths["r"] {
			d.put("t", t)
		}
		d.paths["t"] = append([]thing{}, d.paths["t"]...)
		d.tweak("t")
	}
}

// newOwner draws a spec, and makes its path.
func (d *draft) newOwner(path string) *owner {
	if _, there := d.paths[path]; !there {
		d.paths[path] = nil
	}
	o := &owner{path: path, noprune: d.oneIn(8), suspend: d.oneIn(20), force: d.oneIn(16), meta: d.oneIn(25), wait: d.oneIn(20)}
	if d.oneIn(6) {
		o.policy = pick(d, []string{"Orphan", "Orphan", "Delete", "WaitForTermination", "MirrorPrune"})
	}
	return o
}

// addOwner adds a child, mostly below a root.
func (d *draft) addOwner() {
	name := string(rune('a' + d.names))
	d.names++
	parents := d.ownedPaths()
	if !d.oneIn(6) {
		parents = nil
		for _, root := range d.sortedRoots() {
			parents = append(parents, root.path)
		}
	}
	d.put(pick(d, parents), thing{id: "K/" + name, owner: d.newOwner(name)})
}

// addObject adds an object, mostly to a child.
func (d *draft) addObject() {
	d.objects++
	t := thing{id: fmt.Sprintf("ConfigMap/x%d", d.objects)}
	if d.oneIn(5) {
		t.id = fmt.Sprintf("Gateway/g%d", d.objects)
	}
	if d.oneIn(6) {
		t.trait = pick(d, d.traits(t))
	}
	paths := d.ownedPaths()
	if !d.oneIn(5) {
		paths = nil
		for _, p := range d.places(true) {
			paths = append(paths, d.at(p).owner.path)
		}
	}
	d.put(pick(d, paths), t)
}

func (d *draft) traits(t thing) []string {
	traits := []string{"guard", "guard", "guard", "ifnotpresent", "ignore", "disabled", "force"}
	if strings.HasPrefix(t.id, "ConfigMap") {
		traits = append(traits, "immutable", "immutable")
	}
	return traits
}
