package ownership

// Observed is what a cluster, or a snapshot of one, was seen to hold.
type Observed struct {
	From           string                  // where it was read: a file's name, a context's name
	Kustomizations []ObservedKustomization // sorted by id
	Objects        []ObservedObject        // sorted by id; may be empty where only inventories were read
	Sources        []ObservedSource
	Releases       []ObservedRelease // HelmReleases with an inventory, sorted by id
	Versions       Versions
	Controllers    []Controller // Deployments that run kustomize-controller, sorted by id
	// Missing lists what an inventory or a spec names and the cluster was seen
	// not to have, sorted. What is neither here nor in Objects was not looked at.
	Missing     []ObjectID
	Unknowns    []Unknown    // what could not be read, each named
	Assumptions []Assumption // what was not looked at, and what that costs
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
	RawSpec             map[string]any // spec as the cluster has it; not to be changed
	Inventory           []ObjectID     // sorted
	Generation          int64
	ObservedGeneration  int64
	LastAppliedRevision string
	Ready               bool
	Deleting            bool
	Traits              Traits
	Shard               string // its ShardLabel, "" for none

	LastAttemptedRevision string
	ReadyReason           string // of the Ready condition
	Reconciling           bool   // a run is under way, or waits for its retry (R2.17)
	// MadeBy says of a root who writes its spec, as found out from labels and
	// managed fields; "" for one that has a parent, and where nothing tells.
	MadeBy string
	// Evidence says what MadeBy is concluded from.
	Evidence string
	// Managers are those of the fields a plan may have to change, sorted by
	// field; see ObservedObject.
	Managers []FieldManagers
}

// ObservedObject is one live object: its metadata, and of a ConfigMap that
// Kustomizations substitute from its data.
type ObservedObject struct {
	ID       ObjectID
	UID      string
	Owner    KustomizationID // of its owner labels; zero where it has none
	Traits   Traits
	Deleting bool

	Finalizers []string         // in their order
	OwnedBy    []OwnerReference // its ownerReferences
	// ManagersKnown says whether managed fields were read; kubectl leaves them
	// out unless asked with --show-managed-fields.
	ManagersKnown bool
	// Managers are those of the labels and annotations that steer
	// kustomize-controller and of finalizers, sorted by field.
	Managers []FieldManagers
	// Writers are the managers of anything but metadata and status, sorted.
	Writers []Manager
	// Values is the data of a ConfigMap, where it was read; nil elsewhere.
	Values map[string]string
}

// OwnerReference is one of an object's ownerReferences.
type OwnerReference struct {
	Group, Kind, Name, UID string
	Controller             bool
}

// ObservedSource is one live source.
type ObservedSource struct {
	Ref       SourceRef
	Revision  string
	Origin    string // of an OCIRepository: the revision that its artifact says it was made from
	Suspended bool
	Pinned    string // as "tag v1.2.0": a reference that does not follow a branch; "" where it does
}

// ObservedRelease is one live HelmRelease that lists what it installed.
type ObservedRelease struct {
	ID        ObjectID
	Inventory []ObjectID // sorted
}

// Controller is one Deployment of kustomize-controller and the flags that
// ownership depends on, as its manifest gives them; "" and false are the
// defaults.
type Controller struct {
	ID                    ObjectID
	Version               string   // tag of the image; "" where it has a digest only
	FeatureGates          []string // as "Name=true", sorted
	OverrideManagers      []string // --override-manager (R5.10), sorted
	NoCrossNamespaceRefs  bool
	NoRemoteBases         bool
	DefaultServiceAccount string // impersonated where a spec names none (R7.5)
	WatchLabelSelector    string // a shard (R1.12)
	RequeueDependency     string
	Concurrent            string
}
