package rbac

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

type (
	objectID = ownership.ObjectID
	ksID     = ownership.KustomizationID
)

// Input is what rights are derived from.
type Input struct {
	Plan       *planner.Plan
	Transition *ownership.Transition // of the plan's two states
	// Observed is the cluster, nil where nobody looked: inventories are then
	// taken to be what the state before renders.
	Observed *ownership.Observed
	// RunNamespace is where apply keeps its Lease and its journal.
	RunNamespace string
	// SwitchRoots: apply writes the paths of roots that somebody else makes, too.
	SwitchRoots bool
}

// fluxNamespace is where kustomize-controller runs where nothing else is known,
// and where package live looks for it last.
const fluxNamespace = "flux-system"

var (
	releases    = ownership.GroupKind{Group: "helm.toolkit.fluxcd.io", Kind: "HelmRelease"}
	deployments = ownership.GroupKind{Group: "apps", Kind: "Deployment"}
	secrets     = ownership.GroupKind{Kind: "Secret"}
	owners      = ownership.GroupKind{Group: ownership.KustomizationGroup, Kind: ownership.KustomizationKind}
)

// Observe gives what reading the cluster for the plan takes, sorted: what package
// live asks for, as far as it bears on what the plan is about. Without one of the
// rules the reading fails, or says what it could not look at.
func Observe(in Input) []Rule {
	r := rights{}
	r.observe(in)
	return r.rules()
}

func (r rights) observe(in Input) {
	r.allow(place{kind: owners}, "what any Kustomization lists and says matters: one that is not looked at may delete", "list")
	for _, kind := range sourceKinds(in) {
		r.allow(place{kind: kind}, "revisions of sources, and whether they are suspended", "list")
	}
	r.allow(place{kind: releases}, "what Helm has installed is in inventories of its own", "list")
	r.allow(place{namespace: controllersIn(in.Observed), kind: deployments}, "version and flags of kustomize-controller", "list")
	for _, id := range values(in) {
		r.allow(placeOf(id), "values for postBuild.substituteFrom", "get")
	}
	for _, id := range objects(in) {
		if !listed(r, id) {
			r.allow(placeOf(id), "UID, owner labels and guards: of metadata only", "get")
		}
		if kind := placeOf(id).kind; kind != secrets {
			r.allow(place{kind: kind}, "objects that carry owner labels and that no inventory lists: of metadata only", "list")
		}
	}
}

// listed says whether every object of the kind is read with one list.
func listed(r rights, id objectID) bool {
	kind := placeOf(id).kind
	return kind == owners || kind == releases || kind.Group == ownership.SourceGroup && r[place{kind: kind}] != nil
}

// controllersIn gives the namespace of kustomize-controller; "" where it is in
// another than Flux's own.
func controllersIn(live *ownership.Observed) string {
	if live != nil && slices.ContainsFunc(live.Controllers, func(c ownership.Controller) bool { return c.ID.Namespace != fluxNamespace }) {
		return ""
	}
	return fluxNamespace
}

// sourceKinds lists the kinds of sources that Kustomizations have, sorted.
func sourceKinds(in Input) []ownership.GroupKind {
	var kinds []ownership.GroupKind
	for _, spec := range specs(in, nil) {
		if id := spec.Source.Object(); id.Kind != "" && id.Cluster == "" {
			kinds = append(kinds, placeOf(id).kind)
		}
	}
	slices.SortFunc(kinds, func(a, b ownership.GroupKind) int { return place{kind: a}.compare(place{kind: b}) })
	return slices.Compact(kinds)
}

// values lists the ConfigMaps of which data are read, of every Kustomization: all
// of them are rendered.
func values(in Input) []objectID {
	var all []objectID
	for _, spec := range specs(in, nil) {
		for _, input := range spec.Inputs {
			if input.Purpose == ownership.ForSubstitution && input.Object.Kind == "ConfigMap" {
				all = append(all, input.Object)
			}
		}
	}
	return sorted(all)
}

// objects lists what the concerned Kustomizations have and need before the plan.
func objects(in Input) []objectID {
	concerned := Concerned(in)
	var all []objectID
	if in.Observed != nil {
		for _, k := range in.Observed.Kustomizations {
			if concerned[k.ID] {
				all = append(all, k.Inventory...)
			}
		}
	} else {
		for _, k := range in.Transition.From.Kustomizations {
			for _, o := range k.Render.Objects {
				if concerned[k.ID] {
					all = append(all, o.ID)
				}
			}
		}
	}
	for _, spec := range specs(in, concerned) {
		for _, input := range spec.Inputs {
			all = append(all, input.Object)
		}
	}
	return sorted(append(all, accounts(in, concerned)...))
}

// accounts lists what kustomize-controller impersonates where a spec names no
// account (R7.5).
func accounts(in Input, concerned map[ksID]bool) []objectID {
	var all []objectID
	if in.Observed == nil {
		return nil
	}
	for _, c := range in.Observed.Controllers {
		for _, k := range in.Observed.Kustomizations {
			if c.DefaultServiceAccount != "" && concerned[k.ID] {
				all = append(all, objectID{Kind: "ServiceAccount", Namespace: k.ID.Namespace, Name: c.DefaultServiceAccount})
			}
		}
	}
	return all
}

// specs gives those of the state before and of the cluster; only nil are all.
func specs(in Input, only map[ksID]bool) []ownership.Spec {
	var all []ownership.Spec
	for _, k := range in.Transition.From.Kustomizations {
		if only == nil || only[k.ID] {
			all = append(all, k.Spec)
		}
	}
	if in.Observed == nil {
		return all
	}
	for _, k := range in.Observed.Kustomizations {
		if only == nil || only[k.ID] {
			all = append(all, k.Spec)
		}
	}
	return all
}

// sorted drops what is there twice, and what lies in other clusters.
func sorted(ids []objectID) []objectID {
	ids = slices.DeleteFunc(ids, func(id objectID) bool { return id.Cluster != "" || id.Name == "" })
	slices.SortFunc(ids, objectID.Compare)
	return slices.Compact(ids)
}
