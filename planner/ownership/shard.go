package ownership

import "slices"

// ShardLabel says which of several controllers runs a Kustomization (R1.12).
const ShardLabel = "sharding.fluxcd.io/key"

// Shards gives the values of ShardLabel that each Kustomization may have on the
// way: those of its manifests in every view, and the live one, each once,
// sorted; "" is none. A Kustomization that no view renders and nobody looked
// at has no entry. obs may be nil.
func Shards(t *Transition, obs *Observed) map[KustomizationID][]string {
	shards := make(map[KustomizationID][]string)
	add := func(k KustomizationID, shard string) {
		if at, known := slices.BinarySearch(shards[k], shard); !known {
			shards[k] = slices.Insert(shards[k], at, shard)
		}
	}
	for _, views := range t.Views() {
		for _, v := range views {
			for _, o := range v.Render.Objects {
				if k, is := o.ID.AsKustomization(); is {
					add(k, o.Shard)
				}
			}
		}
	}
	if obs != nil {
		for _, k := range obs.Kustomizations {
			add(k.ID, k.Shard)
		}
	}
	return shards
}
