package main

import (
	"fmt"
	"slices"
	"strings"
)

// revise draws the next revision, and what people do around it.
func (d *draft) revise(restart bool) {
	if d.oneIn(4) {
		d.edit()
		d.gap()
	}
	if restart {
		d.step("gather")
	}
	if !restart && d.oneIn(6) {
		d.turn()
	} else {
		d.commit()
	}
	if restart {
		d.step("pause", d.Intn(2500))
		d.step("restart")
	}
	for d.oneIn(4) {
		if d.oneIn(2) {
			d.step("pause", 50+d.Intn(2000))
		}
		d.edit()
	}
	d.gap()
}

// gap is what lies between two steps: mostly rest, sometimes less.
func (d *draft) gap() {
	switch {
	case !d.oneIn(3):
		d.quiet()
	case d.oneIn(2):
		d.step("pause", 50+d.Intn(3000))
	}
}

func (d *draft) quiet() {
	if d.last != "quiet" {
		d.step("quiet")
	}
}

// commit draws one to three changes, and more where these change nothing.
func (d *draft) commit() {
	d.step("commit")
	for range 1 + d.Intn(3) {
		d.change()
	}
	d.refuse()
	for before := d.text.Len(); ; d.change() {
		if d.write(); d.text.Len() > before {
			return
		}
	}
}

// change is one change to the repository.
func (d *draft) change() {
	for _, c := range []struct {
		weight int
		do     func()
	}{
		{10, d.move}, {4, d.rename}, {3, d.repath}, {4, d.respec}, {2, d.reparent}, {2, d.dropOwner}, {2, d.contest}, {2, d.drop},
		{2, d.recontent}, {2, d.retrait}, {1, d.addOwner}, {1, d.addObject}, {1, d.ruin}, {1, d.share}, {1, func() { d.tweak(pick(d, d.pathNames())) }},
	} {
		if d.Intn(38) < c.weight {
			c.do()
			return
		}
	}
	d.move()
}

// move moves objects from one path to another; now and then the old owner gets
// what should protect them in the same commit.
func (d *draft) move() {
	places, to := d.places(false), pick(d, d.ownedPaths())
	if len(places) == 0 {
		return
	}
	from := pick(d, places).path
	all := d.oneIn(3)
	for _, p := range slices.Backward(d.places(false)) {
		if p.path == from && from != to && (all || d.oneIn(2)) {
			d.put(to, d.take(p))
		}
	}
	if d.oneIn(4) {
		d.respec()
	}
}

// rename gives a Kustomization another name.
func (d *draft) rename() {
	if places := d.places(true); len(places) > 0 && d.names < 20 {
		t := d.at(pick(d, places))
		t.owner = t.owner.clone()
		t.id = "K/" + string(rune('a'+d.names))
		d.names++
	}
}

// repath gives a Kustomization another path with the same content; the old one
// stays, or is emptied, or goes.
func (d *draft) repath() {
	places := d.places(true)
	if len(places) == 0 {
		return
	}
	k := d.at(pick(d, places)).owner
	old := k.path
	k.path = old + "2"
	if _, there := d.paths[k.path]; !there {
		d.paths[k.path] = nil
	}
	for _, t := range d.paths[old] {
		d.put(k.path, t)
	}
	switch {
	case slices.Contains(d.ownedPaths(), old):
	case d.oneIn(3):
		d.paths[old] = nil
	case d.oneIn(2):
		delete(d.paths, old)
	}
}

// respec changes one field of one Kustomization that is a child.
func (d *draft) respec() {
	places := d.places(true)
	if len(places) == 0 {
		return
	}
	k := d.at(pick(d, places)).owner
	switch d.Intn(6) {
	case 0, 1:
		k.noprune = !k.noprune
	case 2:
		k.suspend = !k.suspend
	case 3:
		k.policy = pick(d, []string{"", "Orphan", "Delete"})
	case 4:
		if k.deps = nil; !d.oneIn(3) {
			k.deps = []string{pick(d, d.owners())}
		}
	case 5:
		if d.oneIn(2) {
			k.force = !k.force
		} else {
			k.meta = !k.meta
		}
	}
}

// reparent has another path render a Kustomization.
func (d *draft) reparent() {
	if places := d.places(true); len(places) > 0 {
		t := d.take(pick(d, places))
		d.put(pick(d, d.ownedPaths()), t)
	}
}

func (d *draft) dropOwner() {
	if places := d.places(true); len(places) > 1 {
		d.take(pick(d, places))
	}
}

func (d *draft) drop() {
	if places := d.places(false); len(places) > 1 {
		d.take(pick(d, places))
	}
}

// contest has a second path render an object.
func (d *draft) contest() {
	if places := d.places(false); len(places) > 0 {
		d.put(pick(d, d.ownedPaths()), *d.at(pick(d, places)))
	}
}

func (d *draft) recontent() {
	if places := d.places(false); len(places) > 0 {
		d.at(pick(d, places)).content++
	}
}

// refuse changes what refuses to be changed.
func (d *draft) refuse() {
	for _, p := range d.places(false) {
		if d.at(p).trait == "immutable" && d.oneIn(3) {
			d.at(p).content++
		}
	}
}

func (d *draft) retrait() {
	if places := d.places(false); len(places) > 0 {
		t := d.at(pick(d, places))
		if t.trait != "" {
			t.trait = ""
		} else {
			t.trait = pick(d, d.traits(*t))
		}
	}
}

// ruin breaks the build of a path, or mends it, or takes the path away.
func (d *draft) ruin() {
	path := pick(d, d.ownedPaths())
	switch d.Intn(3) {
	case 0:
		delete(d.paths, path)
	default:
		d.broken[path] = !d.broken[path]
	}
}

// share gives a Kustomization the path of another.
func (d *draft) share() {
	if places := d.places(true); len(places) > 0 {
		d.at(pick(d, places)).owner.path = pick(d, d.ownedPaths())
	}
}

// tweak changes what one path renders.
func (d *draft) tweak(path string) {
	for i := range d.paths[path] {
		t := &d.paths[path][i]
		*t = t.clone()
		switch {
		case !d.oneIn(2):
		case t.owner == nil:
			t.content++
		case d.oneIn(2):
			t.owner.noprune = !t.owner.noprune
		default:
			t.id = "K/" + string(rune('a'+d.names))
			d.names++
		}
	}
}

// turn is a switch: the roots are changed from outside Git.
func (d *draft) turn() {
	d.step("switch")
	name := "r"
	if _, two := d.roots["s"]; two && d.oneIn(2) {
		name = "s"
	}
	root := d.roots[name]
	_, second := d.paths["t"]
	switch {
	case second && name == "r" && !d.oneIn(4):
		root.path = map[bool]string{true: "r", false: "t"}[root.path == "t"]
	case len(d.roots) == 2 && d.oneIn(3):
		delete(d.roots, name)
		fmt.Fprintf(&d.text, "  -root %s\n", name)
		return
	case d.oneIn(2):
		root.noprune = !root.noprune
	default:
		root.suspend = !root.suspend
	}
	fmt.Fprintf(&d.text, "  root %s %s\n", name, strings.ReplaceAll(root.words(), ",", " "))
}

// edit is what a person does to a live object.
func (d *draft) edit() {
	name := pick(d, d.owners())
	objects := d.places(false)
	switch n := d.Intn(12); {
	case n < 2:
		d.step("suspend", name)
	case n < 4:
		d.step("resume", name)
	case n < 5:
		d.step("policy", name, pick(d, []string{"Orphan", "Delete"}))
	case n < 6:
		d.step("delete", name)
	case n < 8 || len(objects) == 0:
		d.step("request", name)
	case n < 11:
		d.step("guard", d.at(pick(d, objects)).id)
	default:
		d.step("unguard", d.at(pick(d, objects)).id)
	}
}
