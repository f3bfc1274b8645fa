package ownership

// Invariant is what a user declares to hold beside the identity of objects.
type Invariant string

// The invariants that a state, or two compared, can be asked for.
const (
	// OneOwner: no object has two owners once the change is made.
	OneOwner Invariant = "oneOwner"
	// Builds: in no state that the change passes or reaches does a Kustomization
	// fail to build, or wait for a dependency that is not there or for itself.
	Builds Invariant = "builds"
	// SameAddress: no field changes that decides where clients reach an object.
	SameAddress Invariant = "sameAddress"
)

// Invariants gives all of them.
func Invariants() []Invariant { return []Invariant{OneOwner, Builds, SameAddress} }
