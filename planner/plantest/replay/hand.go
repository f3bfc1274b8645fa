package replay

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// hand adds what people do to an object of the scene.
func (q *projector) hand(e worlds.Event, object int) {
	k := q.s.Objects[object].Kustomization
	o := sim.Observation{Kind: sim.SawDeed, Who: -1, Object: object, Live: q.live(e, object)}
	before, existed := q.seen[e.Object]
	act := scene.Act{Object: object, Kustomization: max(k, 0)}
	switch {
	case e.Verb == "apply" && k >= 0:
		if act.Kind = scene.Switch; !existed {
			act.Kind = scene.Make
		}
		act.Spec = slices.IndexFunc(q.specs[k], func(s ownership.Spec) bool {
			return s.Digest == q.r.Roots[q.switched][e.Object].Spec.Digest
		})
	case e.Verb == "delete" && k >= 0:
		act.Kind = scene.Remove
	case e.Verb == "delete":
		act.Kind = scene.Delete
	case e.Token != "":
		act.Kind = scene.Request
		q.tokens[e.Object] = append(q.tokens[e.Object], e.Token)
	case e.Same: // no second owner of a value that is there already (R5.11)
		return
	case before.Traits.PruneDisabled != e.Traits.PruneDisabled:
		if act.Kind = scene.Unguard; e.Traits.PruneDisabled {
			act.Kind = scene.Guard
		}
	case k >= 0 && before.Spec != nil && e.Spec != nil:
		if act.Kind = q.edit(before.Spec.Spec, e.Spec.Spec); act.Kind == "" {
			return
		}
		if act.Kind == scene.Resume && !q.suspended[e.Object] {
			q.beyond = "people resume what Git suspends"
			return
		}
		q.suspended[e.Object] = act.Kind == scene.Suspend || act.Kind != scene.Resume && q.suspended[e.Object]
	default:
		q.beyond = "people do something else"
		return
	}
	q.act(e, act, o)
}

// edit says what an edit of a spec is; "" for one that means nothing here.
func (q *projector) edit(before, after ownership.Spec) scene.ActKind {
	switch {
	case !before.Suspend && after.Suspend:
		return scene.Suspend
	case before.Suspend && !after.Suspend:
		return scene.Resume
	case before.DeletionPolicy == after.DeletionPolicy:
	case after.DeletionPolicy == ownership.PolicyOrphan:
		return scene.Orphan
	case deletes(before) != deletes(after):
		q.beyond = "people set another deletionPolicy than Orphan by hand"
	}
	return ""
}
