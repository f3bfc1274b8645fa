package execute

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Kept is an object that has to live, as it was before the plan.
type Kept struct {
	Object objectID `json:"object"`
	UID    string   `json:"uid,omitempty"` // "" of one that was not there
	Owner  ksID     `json:"owner,omitzero"`
	// Holds is what clients reach it by, or what its data lie on: addresses of a
	// Gateway or a load balancer, the volume of a claim. Sorted.
	Holds []string `json:"holds,omitempty"`
	// Owners are those that its labels may name until the end.
	Owners []ksID `json:"owners,omitempty"`
}

// keep notes an object as it is before the plan; o is nil where it is not there.
// Where no change names its owners, its owner stays.
func keep(id objectID, o object, owners []ksID) Kept {
	k := Kept{Object: id}
	for _, owner := range owners {
		if owner != (ksID{}) {
			k.Owners = append(k.Owners, owner)
		}
	}
	if o != nil {
		k.UID, k.Owner, k.Holds = string(o.GetUID()), ownership.OwnerOf(o.GetLabels()), holds(o)
		k.Owners = append(k.Owners, k.Owner)
	}
	slices.SortFunc(k.Owners, ksID.Compare)
	k.Owners = slices.Compact(k.Owners)
	return k
}

// violated says what happened to an object that may not happen; "" if nothing
// did. o is nil where it is not there (any more).
func (k Kept) violated(o object) string {
	switch {
	case k.UID == "":
		return "" // it was not there before
	case o == nil:
		return "it is gone; its UID was " + k.UID
	case string(o.GetUID()) != k.UID:
		return fmt.Sprintf("it was deleted and made again: its UID was %s and is %s", k.UID, o.GetUID())
	case o.GetDeletionTimestamp() != nil:
		return "it is being deleted since " + o.GetDeletionTimestamp().UTC().Format("15:04:05")
	case !slices.Contains(k.Owners, ownership.OwnerOf(o.GetLabels())):
		return "its owner labels name " + ownerName(o) + ", who has no part in the plan"
	}
	now := holds(o)
	for _, held := range k.Holds {
		if !slices.Contains(now, held) {
			return fmt.Sprintf("it has lost %s; it has now: %s", held, strings.Join(append(now, "nothing")[:max(1, len(now))], ", "))
		}
	}
	return ""
}

// holds reads what an object is reached by, or lies on.
func holds(o object) []string {
	var all []string
	switch kind := o.GetKind(); kind {
	case "Gateway":
		all = values(o, "address ", "value", "status", "addresses")
	case "Service":
		all = append(values(o, "address ", "ip", "status", "loadBalancer", "ingress"), values(o, "address ", "hostname", "status", "loadBalancer", "ingress")...)
	case "PersistentVolumeClaim":
		if volume, _, _ := unstructured.NestedString(o.Object, "spec", "volumeName"); volume != "" {
			all = append(all, "volume "+volume)
		}
	}
	slices.Sort(all)
	return all
}

func values(o object, lead, field string, path ...string) []string {
	var all []string
	list, _, _ := unstructured.NestedSlice(o.Object, path...)
	for _, item := range list {
		entry, _ := item.(map[string]any)
		if value, _ := entry[field].(string); value != "" {
			all = append(all, lead+value)
		}
	}
	return all
}
