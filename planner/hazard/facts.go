package hazard

import (
	"cmp"
	"maps"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Short names for what every file of this package handles.
type (
	objectID = ownership.ObjectID
	ksID     = ownership.KustomizationID
	view     = ownership.View
)

// facts is what the rules look at: a transition, what its Kustomizations may
// see on the way, and every way in which an object can end.
type facts struct {
	t        *ownership.Transition
	from, to *ownership.Desired
	states   []*ownership.Desired
	all      map[ksID][]view // every view, in an order in which they may follow each other
	views    map[ksID][]view // those of all that some order of events reaches
	ids      []ksID          // keys of views, sorted

	fromOwners, toOwners map[objectID][]ksID
	objects              map[objectID]ownership.Object // everything any view renders, one sample each
	sorted               []objectID                    // its keys
	renderers            map[objectID][]ksID           // who renders it in any view, sorted
	live                 live
	shards               map[ksID][]string // see ownership.Shards

	ends   map[objectID][]*end
	doomed []*end // all ends in the order they were found
	// trusted holds objects that only a guard of unknown manager protects.
	trusted map[objectID]bool
	steps   map[[2]ownership.Position]*facts // see between
	held    ownership.HoldUps
}

func newFacts(t *ownership.Transition, obs *ownership.Observed) *facts {
	f := &facts{
		t: t, from: t.From, to: t.To, states: t.States(),
		fromOwners: t.From.Owners(), toOwners: t.To.Owners(),
		objects: make(map[objectID]ownership.Object), renderers: make(map[objectID][]ksID),
		live: newLive(obs), shards: ownership.Shards(t, obs), ends: make(map[objectID][]*end), trusted: make(map[objectID]bool),
	}
	f.held = ownership.NewHoldUps(append([]*ownership.Desired{f.from, f.to}, f.states...)...)
	f.all = t.Views()
	f.addLiveViews()
	f.ids = slices.SortedFunc(maps.Keys(f.all), ksID.Compare)
	for _, k := range f.ids {
		slices.SortStableFunc(f.all[k], compareViews)
	}
	f.collect()
	f.views = f.reachable()
	f.findEnds()
	return f
}

// compareViews refines the order of Transition.Views, so that equal places do
// not depend on the order of the input.
func compareViews(a, b view) int {
	return cmp.Or(
		cmp.Compare(a.SpecAt.Commit+a.SpecAt.Switch+a.ArtifactAt, b.SpecAt.Commit+b.SpecAt.Switch+b.ArtifactAt),
		cmp.Compare(a.SpecAt.Commit, b.SpecAt.Commit), cmp.Compare(a.SpecAt.Switch, b.SpecAt.Switch),
		cmp.Compare(a.ArtifactAt, b.ArtifactAt), cmp.Compare(a.Spec.Digest, b.Spec.Digest),
		cmp.Compare(a.Spec.Path, b.Spec.Path), cmp.Compare(len(a.Render.Objects), len(b.Render.Objects)),
	)
}

// collect gathers the objects of all views, and who renders them.
func (f *facts) collect() {
	for _, k := range f.ids {
		f.learn(ownership.Object{ID: k.Object()})
		for _, v := range f.all[k] {
			for _, o := range v.Render.Objects {
				f.learn(o)
				if of := f.renderers[o.ID]; len(of) == 0 || of[len(of)-1] != k {
					f.renderers[o.ID] = append(of, k)
				}
			}
		}
	}
	f.sorted = slices.SortedFunc(maps.Keys(f.objects), objectID.Compare)
}

// parents gives everyone who renders a Kustomization in any view.
func (f *facts) parents(k ksID) []ksID { return f.renderers[k.Object()] }

// learn keeps the sample of an object that says most about it.
func (f *facts) learn(o ownership.Object) {
	known, ok := f.objects[o.ID]
	if !ok {
		known = o
	}
	known.Defines = cmp.Or(known.Defines, o.Defines, ownership.GroupKind{})
	known.LoadBalancer = known.LoadBalancer || o.LoadBalancer
	known.File = cmp.Or(known.File, o.File)
	f.objects[o.ID] = known
}

// kept says whether both ends desire the object.
func (f *facts) kept(o objectID) bool {
	_, before := f.fromOwners[o]
	_, after := f.toOwners[o]
	return before && after
}

// first says whether the view is the plain one of the state before, in which
// a Kustomization is assumed to be.
func (f *facts) first(v view) bool {
	if v.SpecAt != f.from.At || v.ArtifactAt != f.from.At.Commit {
		return false
	}
	k, ok := f.from.Kustomization(v.Kustomization)
	return ok && k.Spec.Digest == v.Spec.Digest
}

// roots gives the Kustomizations without parents above one of a state.
func roots(d *ownership.Desired, id ksID) []ksID {
	var found, seen []ksID
	var climb func(ksID)
	climb = func(id ksID) {
		k, ok := d.Kustomization(id)
		if !ok || slices.Contains(seen, id) {
			return
		}
		seen = append(seen, id)
		above := slices.DeleteFunc(slices.Clone(k.Parents), func(p ksID) bool { return p == id })
		if len(above) == 0 {
			found = append(found, id)
		}
		for _, p := range above {
			climb(p)
		}
	}
	climb(id)
	slices.SortFunc(found, ksID.Compare)
	return found
}

func overlap[T comparable](a, b []T) bool {
	return slices.ContainsFunc(a, func(x T) bool { return slices.Contains(b, x) })
}
