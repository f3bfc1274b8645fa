package ownership

import (
	"cmp"
)

// SourceRef names the source of a Kustomization. Namespace is the effective
// one (that of the Kustomization where the reference leaves it out).
type SourceRef struct {
	Kind      string
	Namespace string
	Name      string
}

// String gives Kind/namespace/name.
func (s SourceRef) String() string { return s.Kind + "/" + s.Namespace + "/" + s.Name }

// Object gives the object that the source is.
func (s SourceRef) Object() ObjectID {
	return ObjectID{Group: SourceGroup, Kind: s.Kind, Namespace: s.Namespace, Name: s.Name}
}

// SourceGroup is the API group of sources.
const SourceGroup = "source.toolkit.fluxcd.io"

// Values of spec.deletionPolicy (v1.5.0; WaitForTermination v1.6.0). Empty
// means MirrorPrune.
const (
	MirrorPrune        = "MirrorPrune"
	PolicyDelete       = "Delete"
	WaitForTermination = "WaitForTermination"
	PolicyOrphan       = "Orphan"
)

// Dependency is one entry of spec.dependsOn with its effective namespace.
type Dependency struct {
	On        KustomizationID
	ReadyExpr string
}

// Purposes of an Input.
const (
	ForSubstitution  = "substituteFrom"
	ForDecryption    = "decryption"
	ForImpersonation = "serviceAccountName"
	ForKubeConfig    = "kubeConfig"
)

// Input is an object that a Kustomization needs before it can build or apply.
// It lies in the namespace of the Kustomization.
type Input struct {
	Object   ObjectID // ConfigMap, Secret or ServiceAccount
	Purpose  string   // one of the For… constants
	Optional bool
}

// Spec is the effective spec of a Kustomization, after its parents' patches,
// as far as ownership depends on it.
type Spec struct {
	Source         SourceRef
	Path           string // cleaned, relative to the source's root; "" is the root
	Prune          bool
	DeletionPolicy string // "" is MirrorPrune
	Suspend        bool
	SuspendSet     bool // the manifest sets suspend, be it to false (R5.12)
	Force          bool
	Wait           bool
	HealthChecks   []KustomizationID // the Kustomizations among spec.healthChecks; see Awaits
	HealthExprs    bool              // spec.healthCheckExprs says itself when a Kustomization is healthy
	Cluster        string            // see ObjectID.Cluster
	// Ignores: spec.ignore leaves fields to others. If owner labels are among
	// them, this Kustomization never takes an object over (R5.8).
	Ignores   bool
	DependsOn []Dependency
	Inputs    []Input
	// Digest tells two effective specs apart, those fields included that this
	// struct does not hold.
	Digest string
	// Content tells apart what decides which objects are applied, and where to;
	// "" where nobody said.
	Content string
}

// SameContent says whether two specs make the same objects of one artifact, in
// the same place. When they are applied, what waits for that and what is
// deleted may differ.
func (s Spec) SameContent(t Spec) bool {
	return s.Digest == t.Digest ||
		s.Content != "" && s.Content == t.Content && s.Source == t.Source && s.Path == t.Path && s.Suspend == t.Suspend
}

// FinalizerDeletes says whether deleting a Kustomization of this spec deletes
// its inventory (R7.2; KC:finalizerShouldDeleteResources).
func (s Spec) FinalizerDeletes() bool {
	if s.Suspend {
		return false
	}
	switch s.DeletionPolicy {
	case PolicyDelete, WaitForTermination:
		return true
	case PolicyOrphan:
		return false
	}
	return s.Prune
}

// Prunes says whether a run with this spec deletes what left its render (R0.2).
func (s Spec) Prunes() bool { return s.Prune && !s.Suspend }

// Compare orders sources by kind, namespace, name.
func (s SourceRef) Compare(t SourceRef) int {
	return cmp.Or(cmp.Compare(s.Kind, t.Kind), cmp.Compare(s.Namespace, t.Namespace), cmp.Compare(s.Name, t.Name))
}
