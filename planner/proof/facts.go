package proof

import (
	"maps"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// facts is everything scenes are made from, put in order once: who renders
// what in which view, what the cluster was seen to hold, what the script does.
type facts struct {
	q                    Question
	from, to             *ownership.Desired
	states               []*ownership.Desired
	commits              []int // of the positions, ascending
	fromOwners, toOwners map[objectID][]ksID
	actors               map[ksID]*actor
	ids                  []ksID // keys of actors, sorted
	renders              map[objectID][]occurrence
	live                 live
	script               deeds
	shards               map[ksID][]string   // see ownership.Shards
	meant                map[meaning]string  // see manifests
	lasts                map[ksID]bool       // see lasting
	after                ownership.Readiness // of To
	inVain               string              // see waitsInVain
	held                 ownership.HoldUps
}

// actor is one Kustomization with every view that a run of it may have.
type actor struct {
	id    ksID
	specs []written // in the order of the first view of each
	seen  []view
	spec  []int // of each view, an index of specs
}

// written is one spec that a Kustomization may have.
type written struct {
	spec  ownership.Spec
	views []int // of actor.seen
}

// occurrence is one object in one view.
type occurrence struct {
	by     *actor
	view   int
	object *ownership.Object
}

func newFacts(q Question) *facts {
	t := q.Transition
	f := &facts{
		q: q, from: t.From, to: t.To, states: t.States(), fromOwners: t.From.Owners(), toOwners: t.To.Owners(),
		actors: make(map[ksID]*actor), renders: make(map[objectID][]occurrence), live: newLive(q.Observed),
		script: deedsOf(q.Script), shards: ownership.Shards(t, q.Observed), lasts: make(map[ksID]bool),
	}
	for _, d := range f.states {
		f.commits = append(f.commits, d.At.Commit)
	}
	slices.Sort(f.commits)
	f.commits = slices.Compact(f.commits)
	views := t.Views()
	f.ids = slices.SortedFunc(maps.Keys(views), ksID.Compare)
	for _, id := range f.ids {
		f.actors[id] = newActor(id, views[id])
	}
	f.index()
	f.meant = f.manifests()
	f.after = ownership.Readiness{In: f.to, Before: f.from, Refused: f.neverApplies(), Rests: f.rests}
	f.held = ownership.NewHoldUps(append([]*ownership.Desired{f.from}, f.states...)...)
	f.inVain = f.waitsInVain()
	return f
}

func newActor(id ksID, views []view) *actor {
	a := &actor{id: id, seen: views}
	for i, v := range views {
		at := a.find(v.Spec.Digest)
		if at < 0 {
			at = len(a.specs)
			a.specs = append(a.specs, written{spec: v.Spec})
		}
		a.specs[at].views = append(a.specs[at].views, i)
		a.spec = append(a.spec, at)
	}
	return a
}

// find gives the index of the spec with that digest; -1 for none.
func (a *actor) find(digest string) int {
	return slices.IndexFunc(a.specs, func(w written) bool { return w.spec.Digest == digest })
}

// index notes of every object who renders it, and in which views.
func (f *facts) index() {
	for _, id := range f.ids {
		a := f.actors[id]
		for i := range a.seen {
			r := &a.seen[i].Render
			if !r.Builds() {
				continue
			}
			for j := range r.Objects {
				o := &r.Objects[j]
				f.renders[o.ID] = append(f.renders[o.ID], occurrence{a, i, o})
			}
		}
	}
}

// renderers gives who renders an object in any view, sorted.
func (f *facts) renderers(o objectID) []ksID {
	var ids []ksID
	for _, at := range f.renders[o] { // sorted by Kustomization
		if n := len(ids); n == 0 || ids[n-1] != at.by.id {
			ids = append(ids, at.by.id)
		}
	}
	return ids
}

// holders gives who may have a say over an object: who renders it in any view,
// was seen to list it, or is named by its live labels. Sorted.
func (f *facts) holders(o objectID) []ksID {
	ids := append(f.renderers(o), f.live.holders[o]...)
	if x, ok := f.live.objects[o]; ok && x.Owner != (ksID{}) && f.exists(x.Owner) {
		ids = append(ids, x.Owner)
	}
	slices.SortFunc(ids, ksID.Compare)
	return slices.Compact(ids)
}

// exists says whether any state or the cluster has the Kustomization.
func (f *facts) exists(k ksID) bool {
	_, seen := f.live.kustomizations[k]
	return f.actors[k] != nil || seen
}

// in lists the Kustomization as each state has it; nil where it has it not.
func (f *facts) in(k ksID) []*ownership.Kustomization {
	all := make([]*ownership.Kustomization, len(f.states))
	for i, d := range f.states {
		if found, ok := d.Kustomization(k); ok {
			all[i] = &found
		}
	}
	return all
}

func (f *facts) inEveryState(k ksID) bool { return !slices.Contains(f.in(k), nil) }

// root says whether nobody but its maker ever writes the Kustomization.
func (f *facts) root(k ksID) bool { return len(f.holders(k.Object())) == 0 }
