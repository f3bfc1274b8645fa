package scenes

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// stage draws what people do at once; mostly they publish.
func (d *drawer) stage() {
	d.line("stage")
	if d.commits > 1 && d.odds(3, 4) {
		d.line("  publish c%d%s", d.commits-1, d.waits())
	}
	for range d3(d.r, 3, 4, 1) {
		if act := d.act(); act != "" {
			d.line("  %s%s", act, d.waits())
		}
	}
}

// waits draws what an act needs and leaves.
func (d *drawer) waits() string {
	words := ""
	if d.odds(1, 5) {
		words += " needs " + d.conditions(1+d.r.IntN(2))
	}
	if d.odds(1, 4) {
		words += " leaves " + d.conditions(1+d.r.IntN(2))
	}
	return words
}

var drawnActs = []scene.ActKind{scene.Publish, scene.Switch, scene.Switch, scene.Make, scene.Remove, scene.Suspend, scene.Suspend,
	scene.Resume, scene.Resume, scene.Orphan, scene.Guard, scene.Unguard, scene.Request, scene.Request, scene.Delete, scene.Watch}

// act draws one act; "" where it does not fit the scene.
func (d *drawer) act() string {
	k := d.kustomization()
	switch kind := drawnActs[d.r.IntN(len(drawnActs))]; kind {
	case scene.Publish:
		return fmt.Sprint(kind, " ", d.commit())
	case scene.Switch:
		return fmt.Sprint(kind, " ", k.name, " ", d.spec(k))
	case scene.Make:
		if !k.object {
			return ""
		}
		return fmt.Sprint(kind, " ", k.name, " ", d.spec(k))
	case scene.Remove:
		if !k.object {
			return ""
		}
		return fmt.Sprint(kind, " ", k.name)
	case scene.Guard, scene.Unguard:
		return fmt.Sprint(kind, " ", d.object())
	case scene.Delete:
		o := d.object()
		if o == d.subject { // nobody asks that
			return ""
		}
		return fmt.Sprint(kind, " ", o)
	case scene.Watch:
		return string(kind)
	default:
		return fmt.Sprint(kind, " ", k.name)
	}
}

var drawnConditions = []scene.ConditionKind{scene.Stored, scene.Suspended, scene.Orphaning, scene.Acted, scene.Acted, scene.Barrier,
	scene.Barrier, scene.Forgotten, scene.Listed, scene.Has, scene.HasNot, scene.Labelled, scene.Labelled, scene.Guarded,
	scene.Unguarded, scene.Present, scene.Gone}

func (d *drawer) conditions(n int) string {
	var all []string
	for range n {
		all = append(all, d.condition())
	}
	return strings.Join(all, ", ")
}

func (d *drawer) condition() string {
	k := d.kustomization()
	switch kind := drawnConditions[d.r.IntN(len(drawnConditions))]; kind {
	case scene.Stored:
		return fmt.Sprint(kind, " ", k.name, " ", d.spec(k))
	case scene.Suspended, scene.Orphaning, scene.Barrier:
		return fmt.Sprint(kind, " ", k.name)
	case scene.Acted:
		return fmt.Sprint(kind, " ", k.name, " ", d.commitOf(k))
	case scene.Forgotten, scene.Listed:
		return fmt.Sprint(kind, " ", k.name, " ", d.commitOf(k), " ", d.object())
	case scene.Has, scene.HasNot:
		return fmt.Sprint(kind, " ", k.name, " ", d.object())
	case scene.Labelled:
		return fmt.Sprint(kind, " ", d.object(), " ", k.name)
	default:
		return fmt.Sprint(kind, " ", d.object())
	}
}

// commitOf gives a commit of a Kustomization's source.
func (d *drawer) commitOf(k drawn) string {
	if k.foreign {
		return "c0"
	}
	return d.commit()
}
