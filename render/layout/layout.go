// Package layout reads fluxmigrate.yaml: which sources and root Kustomizations
// a repository has, in which modes the roots can be, and what else cannot be
// read from the repository itself. Without that file it finds the roots that
// flux bootstrap wrote.
package layout

import (
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// APIVersion and Kind of the document; FileName is where it lies, in the root
// of the repository.
const (
	APIVersion = "fluxmigrate.dev/v1alpha1"
	Kind       = "Layout"
	FileName   = "fluxmigrate.yaml"
)

// Layout is one fluxmigrate.yaml, or what Discover and FromRoots put in its
// place. It is not changed once made.
type Layout struct {
	File       string // where it was read from, for errors
	Sources    []Source
	Roots      []Root
	Parameters map[string]string // name → default; a root's path has them as {name}
	Variables  map[string]string // for postBuild, from outside Git
	Flux       Flux
	Clusters   map[string]string // name → kubeconfig context
	Modes      map[string]Mode
	Protect    []ownership.GroupKind
	Moved      []ownership.Move      // objects that are meant to become others
	Invariants []ownership.Invariant // that have to hold beside the identity of objects
	Live       bool                  // WithLive made it
	liveLike   []string
	Between    int // how many commits between two revisions to look at; 0 where the file does not say
}

// Source says where the content of one source object lies: below Path in the
// state's own tree; with Rev, in that revision of this repository, whatever the
// state; with Dir, in another folder or repository, relative to this one.
type Source struct {
	Ref    ownership.SourceRef
	Path   string
	Dir    string
	Rev    string
	Ignore *string // its spec.ignore; nil where it has none
}

// Mode is what one mode changes of the parameters and variables.
type Mode struct {
	Parameters map[string]string
	Variables  map[string]string
	specs      map[ownership.KustomizationID]map[string]any // of roots, in LiveMode
}

// Flux is the version of kustomize-controller and its feature gates, where no
// cluster tells. An empty version means every supported one.
type Flux struct {
	Version      string
	FeatureGates map[string]bool
}

// Root is a Kustomization that nothing of the repository declares.
type Root struct {
	ID      ownership.KustomizationID
	Path    string // with {parameters} until Resolve
	Source  ownership.SourceRef
	MadeBy  string // who writes its spec: "terraform", "FluxInstance flux-system/flux"; "" unknown
	Cluster string // key of Layout.Clusters; "" every cluster
	// Spec is its spec as Flux has it, but path and sourceRef. A root that
	// does not say prune prunes: the field is required in Flux, and pruning is
	// what can lose something.
	Spec map[string]any
	File string // that declares it, for errors
	Line int
}
