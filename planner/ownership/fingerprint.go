package ownership

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// Fingerprint gives a digest of what a plan depends on in one live
// Kustomization: its generation, spec, shard, deletion and inventory, and of every
// object of the inventory whether it is there, its UID, owner labels, guards,
// finalizers and deletion. What a run without effect changes (conditions,
// revisions) is not in it. It is "" for a Kustomization that is not there.
func (o *Observed) Fingerprint(id KustomizationID) string {
	i, there := slices.BinarySearchFunc(o.Kustomizations, id, func(k ObservedKustomization, id KustomizationID) int {
		return k.ID.Compare(id)
	})
	if !there {
		return ""
	}
	k := o.Kustomizations[i]
	h := sha256.New()
	// %q keeps any two lists of texts apart.
	fmt.Fprintf(h, "%q %d %q %t %q %+v\n", k.ID, k.Generation, k.Spec.Digest, k.Deleting, k.Owner, k.Traits)
	if k.Shard != "" {
		fmt.Fprintf(h, "shard %q\n", k.Shard)
	}
	for _, id := range k.Inventory {
		fmt.Fprintf(h, "%q ", id)
		object, seen := o.Object(id)
		switch {
		case seen:
			fmt.Fprintf(h, "%q %q %+v %t %q\n", object.UID, object.Owner, object.Traits, object.Deleting, object.Finalizers)
		case slices.Contains(o.Missing, id):
			fmt.Fprintln(h, "missing")
		default:
			fmt.Fprintln(h, "not read")
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Object gives the live object of that id, if it was read.
func (o *Observed) Object(id ObjectID) (ObservedObject, bool) {
	i, ok := slices.BinarySearchFunc(o.Objects, id, func(x ObservedObject, id ObjectID) int { return x.ID.Compare(id) })
	if !ok {
		return ObservedObject{}, false
	}
	return o.Objects[i], true
}
