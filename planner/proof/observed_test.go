package proof_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
)

// observed is a cluster that holds what a state says, but for these lines:
//
//	suspended K, resumed K, orphan K, noprune K, unready K, deleting K, path K P
//	lists K OBJECT…           also in its inventory
//	label OBJECT K            - for none
//	guard OBJECT MANAGER      - where nobody saw the manager
//	manages K FIELD MANAGER   of a Kustomization
//	missing OBJECT, unseen K, disabled OBJECT, unread OBJECT
func observed(d *ownership.Desired, text string) (*ownership.Observed, error) {
	o := &ownership.Observed{From: "test"}
	for _, k := range d.Kustomizations {
		seen := ownership.ObservedKustomization{ID: k.ID, Spec: k.Spec, Ready: k.Render.Builds(), ReadyReason: "ReconciliationSucceeded"}
		if len(k.Parents) > 0 {
			seen.Owner = k.Parents[0]
		}
		for _, x := range k.Render.Objects {
			seen.Inventory = append(seen.Inventory, x.ID)
			if _, child := x.ID.AsKustomization(); !child {
				o.Objects = append(o.Objects, ownership.ObservedObject{ID: x.ID, Owner: k.ID, Traits: x.Traits, ManagersKnown: true})
			}
		}
		o.Kustomizations = append(o.Kustomizations, seen)
	}
	for line := range strings.Lines(text) {
		if err := change(o, append(strings.Fields(line), "", "", "")); err != nil {
			return nil, fmt.Errorf("%q: %w", strings.TrimSpace(line), err)
		}
	}
	slices.SortFunc(o.Objects, func(a, b ownership.ObservedObject) int { return a.ID.Compare(b.ID) })
	o.Objects = slices.CompactFunc(o.Objects, func(a, b ownership.ObservedObject) bool { return a.ID == b.ID })
	return o, nil
}

func ks(name string) ownership.KustomizationID {
	if name == "-" || name == "" {
		return ownership.KustomizationID{}
	}
	return ownership.KustomizationID{Namespace: "flux", Name: name}
}

func change(o *ownership.Observed, w []string) error {
	if strings.Contains(w[1], "/") {
		return changeObject(o, w)
	}
	at := slices.IndexFunc(o.Kustomizations, func(k ownership.ObservedKustomization) bool { return k.ID == ks(w[1]) })
	if at < 0 {
		at = len(o.Kustomizations)
		o.Kustomizations = append(o.Kustomizations, ownership.ObservedKustomization{ID: ks(w[1]), Ready: true})
	}
	switch k := &o.Kustomizations[at]; w[0] {
	case "suspended":
		k.Spec.Suspend = true
	case "resumed":
		k.Spec.Suspend = false
	case "orphan":
		k.Spec.DeletionPolicy = ownership.PolicyOrphan
	case "noprune":
		k.Spec.Prune = false
	case "unready":
		k.Ready = false
	case "deleting":
		k.Deleting = true
	case "path":
		k.Spec.Path = w[2]
	case "unseen":
		o.Kustomizations = slices.Delete(o.Kustomizations, at, at+1)
	case "manages":
		k.Managers = append(k.Managers, ownership.FieldManagers{Field: w[2], Managers: []ownership.Manager{{Name: w[3], Operation: ownership.Apply}}})
	case "lists":
		for _, word := range w[2:] {
			if word == "" {
				continue
			}
			id, err := object(word)
			if err != nil {
				return err
			}
			k.Inventory = append(k.Inventory, id)
		}
	default:
		return fmt.Errorf("unknown word %s", w[0])
	}
	return nil
}

func object(word string) (ownership.ObjectID, error) {
	tok, err := worlds.ParseToken(word)
	return tok.Object.ID, err
}

func changeObject(o *ownership.Observed, w []string) error {
	id, err := object(w[1])
	if err != nil {
		return err
	}
	at := slices.IndexFunc(o.Objects, func(x ownership.ObservedObject) bool { return x.ID == id })
	if at < 0 {
		at = len(o.Objects)
		o.Objects = append(o.Objects, ownership.ObservedObject{ID: id, ManagersKnown: true})
	}
	switch x := &o.Objects[at]; w[0] {
	case "label":
		x.Owner = ks(w[2])
	case "guard":
		x.Traits.PruneDisabled, x.ManagersKnown = true, w[2] != "-"
		field := ownership.AnnotationField(ownership.KustomizationGroup + "/prune")
		x.Managers = []ownership.FieldManagers{{Field: field, Managers: []ownership.Manager{{Name: w[2], Operation: ownership.Apply}}}}
	case "disabled":
		x.Traits.ReconcileDisabled = true
	case "unread":
		o.Objects = slices.Delete(o.Objects, at, at+1)
	case "missing":
		o.Objects = slices.Delete(o.Objects, at, at+1)
		o.Missing = append(o.Missing, id)
	default:
		return fmt.Errorf("unknown word %s", w[0])
	}
	return nil
}
