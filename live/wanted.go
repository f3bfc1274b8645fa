package live

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// wanted is what to read of one kind.
type wanted struct {
	kind     schema.GroupKind
	versions []string // as inventories name them, in their order
	ids      []ownership.ObjectID
}

// noteVersions notes in which version inventories name their kinds: another
// may not be served (R6.6).
func (s *session) noteVersions(fields map[string]any) {
	entries, _, _ := unstructured.NestedFieldNoCopy(fields, "status", "inventory", "entries")
	list, _ := entries.([]any)
	for _, item := range list {
		m, _ := item.(map[string]any)
		id, err := ownership.ParseObjectID(text(m, "id"))
		kind, version := schema.GroupKind{Group: id.Group, Kind: id.Kind}, text(m, "v")
		if err == nil && version != "" && !slices.Contains(s.versions[kind], version) {
			s.versions[kind] = append(s.versions[kind], version)
		}
	}
}

// named lists what inventories and specs name: in this cluster, and in each of
// the others.
func (s *session) named() (here map[ownership.ObjectID]bool, remote map[string]map[ownership.ObjectID]bool, err error) {
	observed, err := s.reading.Observed()
	if err != nil {
		return nil, nil, err
	}
	here, remote = map[ownership.ObjectID]bool{}, map[string]map[ownership.ObjectID]bool{}
	list := func(ids []ownership.ObjectID) {
		for _, id := range ids {
			switch {
			case id.Cluster == "":
				here[id] = true
			case remote[id.Cluster] == nil:
				remote[id.Cluster] = map[ownership.ObjectID]bool{id: true}
			default:
				remote[id.Cluster][id] = true
			}
		}
	}
	for _, k := range s.kustomizations {
		list(k.Inventory)
		list(inputsOf(k, defaultAccounts(observed)))
	}
	for _, r := range observed.Releases {
		list(r.Inventory)
	}
	return here, remote, nil
}

// inputsOf lists what a Kustomization needs beside its source: the service
// accounts that are impersonated where its spec names none, too (R7.5).
func inputsOf(k ownership.ObservedKustomization, accounts []string) (ids []ownership.ObjectID) {
	for _, input := range k.Spec.Inputs {
		ids = append(ids, input.Object)
	}
	for _, name := range accounts {
		ids = append(ids, ownership.ObjectID{Kind: "ServiceAccount", Namespace: k.ID.Namespace, Name: name})
	}
	return ids
}

func defaultAccounts(observed *ownership.Observed) (names []string) {
	for _, c := range observed.Controllers {
		if c.DefaultServiceAccount != "" {
			names = append(names, c.DefaultServiceAccount)
		}
	}
	return names
}

func (s *session) byKind(ids map[ownership.ObjectID]bool) []wanted {
	kinds := map[schema.GroupKind]*wanted{}
	for id := range ids {
		kind := schema.GroupKind{Group: id.Group, Kind: id.Kind}
		if s.complete[ownership.GroupKind(kind)] {
			if !s.read[id] {
				s.missing(id)
			}
			continue
		}
		// Where all of them were read, orphans of the kind may still be there.
		if kinds[kind] == nil {
			kinds[kind] = &wanted{kind: kind, versions: s.versions[kind]}
		}
		if !s.read[id] {
			kinds[kind].ids = append(kinds[kind].ids, id)
		}
	}
	var all []wanted
	for _, w := range kinds {
		slices.SortFunc(w.ids, ownership.ObjectID.Compare)
		all = append(all, *w)
	}
	// The kinds with most objects first: they take longest.
	slices.SortFunc(all, func(a, b wanted) int {
		return cmp.Or(len(b.ids)-len(a.ids), cmp.Compare(a.kind.String(), b.kind.String()))
	})
	return all
}

func (s *session) missing(id ownership.ObjectID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reading.missing = append(s.reading.missing, id)
}
