package replay

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// Projection is what a recording shows of one scene.
type Projection struct {
	Scene  *scene.Scene // with what people did, one act a stage
	Trace  []sim.Observation
	Beyond string // why it ends before the recording does: what the model has not, "" for nothing
	Line   int    // the line at which it ends then
}

// Project takes from a recording what concerns a scene. It ends before the
// first thing that the model says that it does not have.
func Project(r *worlds.Recording, s Subject) (p Projection, err error) {
	made := *s.Scene
	q := &projector{r: r, s: &made, specs: s.specs, objects: map[string]int{}, kustomizations: map[string]int{},
		seen: map[string]worlds.Event{}, generations: map[string]int{}, tokens: map[string][]string{}, dry: map[[2]string]int{}, suspended: map[string]bool{}, digests: map[[2]string]string{}, odd: map[string]bool{}}
	for i, o := range made.Objects {
		id, err := ownership.ParseObjectID(o.ID)
		if err != nil {
			return p, err
		}
		q.objects[id.Name] = i
	}
	for i, k := range made.Kustomizations {
		q.kustomizations[path.Base(k.ID)] = i
	}
	p.Scene = &made
	for _, e := range r.Events {
		if q.event(e); q.err != nil {
			return p, fmt.Errorf("line %d: %w", e.Line, q.err)
		}
		if q.beyond != "" {
			p.Beyond, p.Line = q.beyond, e.Line
			break
		}
		q.remember(e)
	}
	p.Trace = q.trace
	return p, nil
}

type projector struct {
	r                       *worlds.Recording
	s                       *scene.Scene
	specs                   [][]ownership.Spec
	objects, kustomizations map[string]int // by name
	trace                   []sim.Observation
	switched                int
	seen                    map[string]worlds.Event // what exists, as it was seen last
	generations             map[string]int
	digests                 map[[2]string]string // of specs, by name and generation
	odd                     map[string]bool      // people have set a policy that changes nothing yet
	tokens                  map[string][]string  // given to a Kustomization
	dry                     map[[2]string]int    // by Kustomization and object, how the last dry-run was refused
	suspended               map[string]bool      // by hand
	beyond                  string
	err                     error
}

// remember follows what exists and how it is.
func (q *projector) remember(e worlds.Event) {
	if e.Verb == "gone" {
		delete(q.seen, e.Object)
		delete(q.tokens, e.Object)
		delete(q.suspended, e.Object)
		delete(q.odd, e.Object)
		maps.DeleteFunc(q.digests, func(key [2]string, _ string) bool { return key[0] == e.Object })
		return
	}
	if e.Verb == "dry" {
		q.dry[[2]string{e.Who, e.Object}] = e.Refused
	}
	if e.Refused > 0 || e.UID == 0 {
		return
	}
	before, existed := q.seen[e.Object]
	q.seen[e.Object] = e
	if e.Generation == 0 || e.Spec == nil {
		return
	}
	q.generations[e.Object] = e.Generation
	key, digest := [2]string{e.Object, strconv.Itoa(e.Generation)}, e.Spec.Spec.Digest
	if existed && q.meansNothing(before, e) {
		digest = q.digests[[2]string{e.Object, strconv.Itoa(before.Generation)}]
		q.odd[e.Object] = true
	}
	if _, known := q.digests[key]; !known {
		q.digests[key] = digest
	}
}

// meansNothing says whether people have edited something that the model does
// not tell apart: a policy that does what prune says.
func (q *projector) meansNothing(before, after worlds.Event) bool {
	return after.Who == worlds.Hand && after.Verb == "patch" && before.Spec != nil && q.edit(before.Spec.Spec, after.Spec.Spec) == "" &&
		before.Spec.Spec.DeletionPolicy != after.Spec.Spec.DeletionPolicy
}

// observed says whether the generation that a Kustomization has observed has
// the spec that it has now.
func (q *projector) observed(name string, generation int) bool {
	digest := func(g int) string { return q.digests[[2]string{name, strconv.Itoa(g)}] }
	return generation > 0 && digest(generation) == digest(q.generations[name])
}

func (q *projector) add(e worlds.Event, o sim.Observation) {
	o.Line, o.Text = e.Line, fmt.Sprintf("%s %s %s", e.Who, e.Verb, e.Object)
	q.trace = append(q.trace, o)
}

// act adds what people do, and what is seen of it.
func (q *projector) act(e worlds.Event, act scene.Act, o sim.Observation) {
	q.s.Stages = append(q.s.Stages, scene.Stage{Acts: []scene.Act{act}})
	q.add(e, o)
}

func (q *projector) event(e worlds.Event) {
	object, here := q.objects[e.Object]
	switch {
	case e.Who == worlds.Source:
		q.fetch(e)
	case e.Who == worlds.Flux && e.Verb == "starts":
		q.add(e, sim.Observation{Kind: sim.SawRestart, Who: -1, Object: -1})
	case e.Who == worlds.Hand && e.Verb == "switch":
		q.switched = e.Switch
	case e.Who == worlds.Hand && here && e.Refused == 0:
		q.hand(e, object)
	case e.Who == worlds.Etcd && here:
		q.add(e, sim.Observation{Kind: sim.SawGone, Who: -1, Object: object})
	case slices.Contains([]string{worlds.Git, worlds.Flux, worlds.Hand, worlds.Etcd, worlds.Recorder}, e.Who):
	default:
		q.run(e, object, here)
	}
}

func (q *projector) fetch(e worlds.Event) {
	o := sim.Observation{Kind: sim.SawFetch, Who: -1, Object: -1, Commit: e.Commit}
	if e.Commit == 0 {
		q.add(e, o)
		return
	}
	q.act(e, scene.Act{Kind: scene.Publish, Commit: e.Commit}, o)
}

// live is what a line tells of an object.
func (q *projector) live(e worlds.Event, object int) sim.Seen {
	if e.None || e.UID == 0 {
		return sim.Seen{}
	}
	seen := sim.Seen{Exists: true, Owner: -1, Guard: e.Traits.PruneDisabled, Going: e.Terminating}
	if owner, ok := q.kustomizations[e.Owner]; ok {
		seen.Owner = owner
	}
	if k := q.s.Objects[object].Kustomization; k >= 0 && e.Spec != nil {
		seen.Specs = q.shapes(k, e.Spec.Spec)
	}
	return seen
}

// shapes gives what a live spec may be made of.
func (q *projector) shapes(k int, live ownership.Spec) []sim.Spec {
	var all []sim.Spec
	for n, spec := range q.specs[k] {
		if canon(spec) != canon(live) {
			continue
		}
		for _, orphan := range []bool{false, true} {
			if (deletes(spec) && !orphan) == deletes(live) {
				all = append(all, sim.Spec{Number: n, Suspend: live.Suspend, HandOrphan: orphan})
			}
		}
	}
	return all
}

// deletes says what the finalizer does if the spec is not suspended.
func deletes(s ownership.Spec) bool {
	s.Suspend = false
	return s.FinalizerDeletes()
}
