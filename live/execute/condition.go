package execute

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// judge answers conditions from a look at the cluster. It reads nothing.
type judge struct {
	seen look
	// uids are those from before the plan (V5).
	uids map[objectID]string
	// tokens were asked for, by Kustomization (V3).
	tokens map[ksID]string
	// revisions that the sources are to be at: what the plan is about.
	revisions map[objectID]string
	consented map[objectID]bool
	// published says why the sources do not hold a revision of the plan; "".
	published func(revision string) string
}

// missing says why a condition does not hold, as the predicates V1 to V6 of
// docs/flux-semantics.md have it; "" where it does. What was not looked at does
// not hold.
func (j *judge) missing(c step.Condition) string {
	switch c.Kind {
	case step.Stored:
		return j.onOwner(c, func(k object) string { return storedIn(k, c.Field, c.Value) })
	case step.Acted:
		return j.onOwner(c, j.acted)
	case step.Barrier:
		return j.onOwner(c, func(k object) string { return handled(k, j.tokens[c.Kustomization]) })
	case step.Forgotten:
		return j.onOwner(c, func(k object) string { return j.forgotten(k, c.Object) })
	case step.Taken:
		return j.taken(c)
	case step.Guarded, step.Unguarded, step.Present:
		return j.onObject(c)
	case step.Gone:
		if o, looked := j.seen[c.Object]; !looked || o != nil {
			return stillThere(o)
		}
		return ""
	case step.Published:
		return j.published(c.Value)
	case step.Consented:
		if !j.consented[c.Object] {
			return "nobody has agreed to that deletion"
		}
		return ""
	}
	return "a condition of kind " + string(c.Kind) + " is not known to this program"
}

func (j *judge) onOwner(c step.Condition, ask func(object) string) string {
	k := j.seen[c.Kustomization.Object()]
	if k == nil {
		return "it is not there"
	}
	return ask(k)
}

func (j *judge) onObject(c step.Condition) string {
	o := j.seen[c.Object]
	if o == nil {
		return "it is not there"
	}
	guarded := ownership.TraitsOf(o.GetLabels(), o.GetAnnotations()).PruneDisabled
	switch {
	case c.Kind == step.Guarded && !guarded:
		return "it does not carry " + guardKey + ": disabled"
	case c.Kind == step.Unguarded && guarded:
		return "it still carries " + guardKey + ": disabled"
	}
	return ""
}

func stillThere(o object) string {
	switch {
	case o == nil:
		return "it was not looked at"
	case o.GetDeletionTimestamp() != nil:
		return fmt.Sprintf("it is being deleted, and its finalizers are not done: %q", o.GetFinalizers())
	}
	return "it is still there"
}

// handled is V3.
func handled(k object, token string) string {
	switch got := status(k, "lastHandledReconcileAt"); {
	case token == "":
		return "no run was asked for"
	case got != token:
		return "the run that was asked for has not ended"
	}
	return ""
}

// acted is V2, all from one reading of the Kustomization.
func (j *judge) acted(k object) string {
	suspended, _, _ := unstructured.NestedBool(k.Object, "spec", "suspend")
	observed, _, _ := unstructured.NestedInt64(k.Object, "status", "observedGeneration")
	ready, _, message := readiness(k, "Ready")
	reconciling, _, _ := readiness(k, "Reconciling")
	source := sourceOf(k)
	want, applied := j.revisions[source], status(k, "lastAppliedRevision")
	if want == "" {
		want = revisionOf(j.seen[source])
	}
	switch {
	case k.GetDeletionTimestamp() != nil:
		return "it is being deleted"
	case suspended:
		return "it is suspended"
	case ready != "True":
		return "it is not Ready: " + message
	case reconciling != "":
		return "a run of it is under way, or waits for its retry"
	case observed != k.GetGeneration():
		return fmt.Sprintf("its last run saw generation %d of its spec, which is at %d", observed, k.GetGeneration())
	case want == "":
		return "its source " + source.Display() + " has no artifact"
	case applied != want:
		return fmt.Sprintf("it applied %s last, and %s is to be at %s", applied, source.Display(), want)
	}
	return ""
}

// forgotten is V4.
func (j *judge) forgotten(k object, id objectID) string {
	if why := j.acted(k); why != "" {
		return why
	}
	if lists(k, id) {
		return "its inventory still lists it"
	}
	return ""
}

// taken is V5.
func (j *judge) taken(c step.Condition) string {
	o := j.seen[c.Object]
	switch {
	case o == nil:
		return "it is not there"
	case j.uids[c.Object] != "" && string(o.GetUID()) != j.uids[c.Object]:
		return fmt.Sprintf("it is another object: its UID was %s and is %s", j.uids[c.Object], o.GetUID())
	case o.GetDeletionTimestamp() != nil:
		return "it is being deleted"
	case ownership.OwnerOf(o.GetLabels()) != c.Kustomization:
		return "its owner labels name " + ownerName(o)
	}
	return j.onOwner(c, func(k object) string {
		if why := j.acted(k); why != "" {
			return why
		}
		if !lists(k, c.Object) {
			return "the inventory of " + c.Kustomization.String() + " does not list it"
		}
		return ""
	})
}

func ownerName(o object) string {
	if owner := ownership.OwnerOf(o.GetLabels()); owner != (ksID{}) {
		return owner.String()
	}
	return "nobody"
}
