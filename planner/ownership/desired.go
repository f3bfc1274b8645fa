package ownership

import (
	"slices"
)

// Traits are the labels and annotations by which an object steers
// kustomize-controller (R5.6, R5.9, R6.4), read without regard to case.
type Traits struct {
	PruneDisabled     bool   // kustomize.toolkit.fluxcd.io/prune: disabled
	ReconcileDisabled bool   // kustomize.toolkit.fluxcd.io/reconcile: disabled
	SSA               string // kustomize.toolkit.fluxcd.io/ssa: "", Override, Merge, IfNotPresent, Ignore
	Force             bool   // kustomize.toolkit.fluxcd.io/force: enabled
}

// Guarded says whether the object is excluded from prune and finalizer while
// it carries these traits live (R6.4). ssa: Ignore excludes only from v1.8.5
// on and is therefore not counted.
func (t Traits) Guarded() bool { return t.PruneDisabled || t.ReconcileDisabled }

// Object is one object as a Kustomization renders it.
type Object struct {
	ID      ObjectID
	Version string // API version, as in apps/v1 → "v1"
	File    string // file of the repository it comes from; "" where none is known
	// Digest tells two contents apart: the rendered object, without the owner
	// labels that the controller adds.
	Digest string
	Traits Traits
	// ScopeUnknown: whether the kind has namespaces is not known. If it has
	// none, the namespace of the id is not part of it (R4.6).
	ScopeUnknown bool
	// LoadBalancer is set for a Service of that type.
	LoadBalancer bool
	// SpecDigest is set for a Kustomization: Spec.Digest of the manifest
	// rendered, which views of it with that spec share. "" where the manifest
	// has no spec that could be read.
	SpecDigest string
	// Shard is set for a Kustomization: its ShardLabel, "" for none.
	Shard string
	// Defines is set for a CustomResourceDefinition: the group and kind it
	// serves, so that its loss can be followed to its resources (R10.1).
	Defines GroupKind
	// Uses lists the objects this one refers to: of a HelmRelease its chart's
	// source and its dependsOn.
	Uses []Use
	// Fixed lists the fields of the object that the API server lets nobody
	// change, of kinds that are known here; sorted by name.
	Fixed []FixedField
	// Grants lists the accounts that a RoleBinding or ClusterRoleBinding gives
	// rights to. Without a name, it is every account of that namespace; without
	// a namespace either, every one.
	Grants []ObjectID
	// Fetch says of a source whether it follows what is pushed.
	Fetch Fetch
	// Release is set for a HelmRelease: what makes its Helm release another
	// one when it changes (release name, target and storage namespace, chart
	// name; R10.4), in parts with ", " between them.
	Release string
	// Address is set for kinds by which clients reach the cluster: the fields
	// that decide under which address, sorted by name.
	Address []Field
	// MakesKustomizations is set for a ResourceSet that has one among its
	// resources.
	MakesKustomizations bool
	// Makes lists what a ResourceSet makes as far as its manifest tells, once for
	// each of its inputs; "*" in a name stands for what an input gives there.
	Makes []ObjectID
	// Suspended is set for a HelmRelease with spec.suspend: its deletion
	// uninstalls nothing (R10.4).
	Suspended bool
	// ReleaseName tells the Helm releases of a cluster apart: the name and the
	// storage namespace.
	ReleaseName string
	// ReleaseContent is set for a HelmRelease: it tells apart what two manifests
	// make of one release (chart, values, post-renderers).
	ReleaseContent string
	// HelmKeep is set where the object is marked helm.sh/resource-policy: keep,
	// which Helm asks for and Flux does not.
	HelmKeep bool
	// Labels are its labels, sorted, and PodLabels those that it puts on its pods.
	Labels, PodLabels []Field
	// Selects lists the label selectors of the object that are known here.
	Selects []Selection
	// ReleaseNamespaces are where the release of a HelmRelease lies: the target
	// and the storage namespace.
	ReleaseNamespaces []string
}

// FixedField is one immutable field with what tells two values of it apart.
type FixedField struct{ Name, Digest string }

// Field is a field of a manifest and its value as text.
type Field struct{ Name, Value string }

// GroupKind is a kind of object.
type GroupKind struct{ Group, Kind string }

// Use is one reference from an object to another.
type Use struct {
	Object ObjectID
	Why    string // "sourceRef", "dependsOn", "chartRef", "valuesFrom"
}

// Render is what one build of a Kustomization gives.
type Render struct {
	Objects []Object // sorted by id
	// Missing: spec.path does not exist in the artifact. The controller
	// reports an error and prunes nothing (R4.1, R2.5).
	Missing bool
	// Failed: the controller's own build would fail, and why. It prunes
	// nothing then (R2.5).
	Failed string
	// Unknown: we could not find out what the controller would render, and
	// why. Nothing may be concluded from Objects then.
	Unknown string
	// Gathered lists what a made-up kustomization file has (R4.3), as paths in
	// the repository; a directory that has a kustomization file ends in "/". Nil
	// where the path has a file of its own.
	Gathered []string
	// Basis tells, of an unknown render, whether it can have changed: equal in
	// two states where everything it depends on is known to be equal there. ""
	// where nothing of the kind is known.
	Basis string
	// UnknownIDs: an object is rendered whose identity we do not know, and
	// why; Objects lacks it.
	UnknownIDs []string
}

// Known says whether Objects is all that a run would apply.
func (r Render) Known() bool { return r.Unknown == "" && len(r.UnknownIDs) == 0 }

// Builds says whether a run gets as far as applying and pruning.
func (r Render) Builds() bool { return r.Unknown == "" && r.Failed == "" && !r.Missing }

// Find gives the object of that id.
func (r Render) Find(id ObjectID) (Object, bool) {
	i, ok := slices.BinarySearchFunc(r.Objects, id, func(o Object, id ObjectID) int { return o.ID.Compare(id) })
	if !ok {
		return Object{}, false
	}
	return r.Objects[i], true
}

// Kustomization is one Kustomization of one state.
type Kustomization struct {
	ID      KustomizationID
	Root    bool              // nothing of the repository renders it
	Parents []KustomizationID // who renders it; itself, if it renders itself
	Spec    Spec
	File    string // file that declares it; for a root the layout
	// Patched lists fields of spec that File does not decide, because a patch
	// of a parent, or in a kustomization file, sets or removes them.
	Patched []string
	// Fields are the fields of spec that decide what it owns and when it acts,
	// as File has them and as they arrive; nil where File does not show it.
	Fields []SpecField
	MadeBy string // for a root: who writes its spec, as the layout says
	Render Render
}

// SpecField is one field of a spec, each value as JSON, "" where it is not set.
type SpecField struct{ Name, Declared, Effective string }

// Field gives a field of Fields.
func (k Kustomization) Field(name string) (SpecField, bool) {
	i := slices.IndexFunc(k.Fields, func(f SpecField) bool { return f.Name == name })
	if i < 0 {
		return SpecField{}, false
	}
	return k.Fields[i], true
}

// Unknown is something that could not be found out, and what to supply so
// that it can.
type Unknown struct {
	Subject string // a Kustomization, a source, a file
	Why     string
	Supply  string // what to type or to hand over; may be empty
}

// Assumption is something that was taken for granted and is printed.
type Assumption struct {
	Subject string
	Text    string
}

// Desired is one state of the repository: what Flux would make of one
// revision in one mode.
type Desired struct {
	Name   string // as the user named it: "tls", "main:ip", "./folder"
	Commit string // hash, "" for a folder or uncommitted work
	Tree   string // git tree hash, or a digest of the folder
	Mode   string // "" where the layout names none

	// At is the place of this state in a transition: how many commits and
	// how many switches outside Git have reached the cluster. See
	// Transition.
	At Position
	// Own lists the sources whose content is that of Commit and Tree. Others
	// have a revision of their own.
	Own []SourceRef

	Kustomizations []Kustomization // sorted by id
	Moved          []Move          // hints of the layout
	Invariants     []Invariant     // of the layout
	Unknowns       []Unknown
	Assumptions    []Assumption
}

// Position orders the states of a transition: one state may follow another
// only if neither count is smaller.
type Position struct{ Commit, Switch int }

// NotAfter says whether p may come before q or be q.
func (p Position) NotAfter(q Position) bool { return p.Commit <= q.Commit && p.Switch <= q.Switch }

// Kustomization gives the Kustomization of that id.
func (d *Desired) Kustomization(id KustomizationID) (Kustomization, bool) {
	i, ok := slices.BinarySearchFunc(d.Kustomizations, id, func(k Kustomization, id KustomizationID) int {
		return k.ID.Compare(id)
	})
	if !ok {
		return Kustomization{}, false
	}
	return d.Kustomizations[i], true
}

// Owners maps every object of the state to the Kustomizations that render it,
// sorted, each once even if it renders two versions of the object; roots that
// nothing renders have an entry without owners.
func (d *Desired) Owners() map[ObjectID][]KustomizationID {
	owners := make(map[ObjectID][]KustomizationID)
	for _, k := range d.Kustomizations {
		if k.Root {
			if _, ok := owners[k.ID.Object()]; !ok {
				owners[k.ID.Object()] = nil
			}
		}
		for _, o := range k.Render.Objects {
			if of := owners[o.ID]; len(of) == 0 || of[len(of)-1] != k.ID {
				owners[o.ID] = append(of, k.ID)
			}
		}
	}
	return owners
}
