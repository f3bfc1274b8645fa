package live

import (
	"cmp"
	"fmt"
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

// wanted lists what inventories and specs name and is not read yet, by kind.
func (s *session) wanted() ([]wanted, error) {
	defaults, err := s.defaultAccounts()
	if err != nil {
		return nil, err
	}
	ids := map[ownership.ObjectID]bool{}
	remote := map[string]int{}
	for _, k := range s.kustomizations {
		for _, id := range k.Inventory {
			if id.Cluster != "" {
				remote[id.Cluster]++
				continue
			}
			ids[id] = true
		}
		for _, input := range k.Spec.Inputs {
			ids[input.Object] = true
		}
		for _, name := range defaults {
			ids[ownership.ObjectID{Kind: "ServiceAccount", Namespace: k.ID.Namespace, Name: name}] = true
		}
	}
	for cluster, n := range remote {
		s.assume("cluster "+cluster, fmt.Sprintf("%d inventory %s of that cluster, which was not read: its objects are taken to be there, with the owner labels of who lists them",
			n, verb(n, "entry is", "entries are")))
	}
	return s.byKind(ids), nil
}

// defaultAccounts gives the service accounts that are impersonated where a
// spec names none (R7.5).
func (s *session) defaultAccounts() ([]string, error) {
	observed, err := s.reading.Observed()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, c := range observed.Controllers {
		if c.DefaultServiceAccount != "" {
			names = append(names, c.DefaultServiceAccount)
		}
	}
	return names, nil
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
