package ownership

// Observed is what a cluster, or a snapshot of one, was seen to hold.
type Observed struct {
	From           string                  // where it was read: a file's name, a context's name
	Kustomizations []ObservedKustomization // sorted by id
	Objects        []ObservedObject        // sorted by id; may be empty where only inventories were read
	Sources        []ObservedSource
	Versions       Versions
	Unknowns       []Unknown // entries that could not be read, each named
}

// Versions of the software in the cluster; "" where not seen.
type Versions struct {
	KustomizeController string
	Kubernetes          string
}

// ObservedKustomization is one live Kustomization.
type ObservedKustomization struct {
	ID                  KustomizationID
	Owner               KustomizationID // of its owner labels; zero where it has none
	Spec                Spec
	Inventory           []ObjectID // sorted
	Generation          int64
	ObservedGeneration  int64
	LastAppliedRevision string
	Ready               bool
	Deleting            bool
	Traits              Traits
}

// ObservedObject is one live object, metadata only.
type ObservedObject struct {
	ID       ObjectID
	UID      string
	Owner    KustomizationID // of its owner labels; zero where it has none
	Traits   Traits
	Deleting bool
}

// ObservedSource is one live source.
type ObservedSource struct {
	Ref       SourceRef
	Revision  string
	Suspended bool
}
