package proof

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// meaning is the content of the manifest of one child.
type meaning struct {
	child  ksID
	digest string // ownership.Object.Digest
}

// unclear marks a manifest that states read in different ways.
const unclear = "\x00"

// manifests learns from the states which spec a manifest stands for, for those
// that do not say so themselves (Object.SpecDigest): where all who render a
// child in a state do so alike, its spec there is that of the manifest.
func (f *facts) manifests() map[meaning]string {
	meant := make(map[meaning]string)
	for _, d := range f.states {
		for _, k := range d.Kustomizations {
			digest := manifestIn(d, k)
			if digest == "" {
				continue
			}
			key := meaning{k.ID, digest}
			if known, ok := meant[key]; ok && known != k.Spec.Digest {
				meant[key] = unclear
				continue
			}
			meant[key] = k.Spec.Digest
		}
	}
	return meant
}

// manifestIn gives the content that every parent in a state renders of a
// Kustomization; "" where they differ or there is none.
func manifestIn(d *ownership.Desired, k ownership.Kustomization) string {
	var digests []string
	for _, p := range d.Kustomizations {
		if o, ok := p.Render.Find(k.ID.Object()); ok {
			digests = append(digests, o.Digest)
		}
	}
	slices.Sort(digests)
	if digests = slices.Compact(digests); len(digests) != 1 {
		return ""
	}
	return digests[0]
}

// gives says which spec of a child a manifest stands for: an index of
// actor.specs, -1 where that is not known.
func (f *facts) gives(o *ownership.Object) int {
	k, ok := o.ID.AsKustomization()
	child := f.actors[k]
	if !ok || child == nil {
		return -1
	}
	digest := o.SpecDigest
	if digest == "" {
		if digest, ok = f.meant[meaning{k, o.Digest}]; !ok {
			return -1
		}
	}
	return child.find(digest)
}
