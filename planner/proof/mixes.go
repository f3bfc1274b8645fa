package proof

// Mixes says whether a run of the scene may make several things of one spec
// and one commit: it substitutes values that may be those of before or after.
// The model does not know when the old ones are no longer met, so that a loss
// in such a scene may be one that cannot happen any more.
func (c Component) Mixes() bool {
	if c.Scene == nil {
		return false
	}
	for _, k := range c.Scene.Kustomizations {
		seen := make(map[[2]int]bool)
		for _, b := range k.Builds {
			if seen[[2]int{b.Spec, b.Commit}] {
				return true
			}
			seen[[2]int{b.Spec, b.Commit}] = true
		}
	}
	return false
}
