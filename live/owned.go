package live

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// many is from how many objects of a kind and namespace on one list is cheaper
// than a get of each.
const many = 20

// readKind reads the metadata of the objects of one kind: with one list those
// that carry owner labels, wherever they are, so that orphans are seen as well
// (S3), and the rest by namespace.
func (s *session) readKind(ctx context.Context, w wanted) error {
	mapping := s.catalog.mapping(w.kind, w.versions...)
	if mapping == nil {
		s.notServed(w)
		return nil
	}
	if err := s.readLabelled(ctx, mapping); err != nil {
		return err
	}
	namespaces := map[string][]ownership.ObjectID{}
	for _, id := range w.ids {
		if !s.has(id) {
			namespaces[id.Namespace] = append(namespaces[id.Namespace], id)
		}
	}
	for _, ids := range sorted(namespaces) {
		if err := s.readNamespace(ctx, mapping, ids); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) has(id ownership.ObjectID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.read[id]
}

func sorted(by map[string][]ownership.ObjectID) [][]ownership.ObjectID {
	var all [][]ownership.ObjectID
	for _, ids := range by {
		all = append(all, ids)
	}
	slices.SortFunc(all, func(a, b []ownership.ObjectID) int { return cmp.Compare(a[0].Namespace, b[0].Namespace) })
	return all
}

func (s *session) notServed(w wanted) {
	why := fmt.Sprintf("the cluster does not serve it, and %s %s it", names(w.ids), verb(len(w.ids), "is of", "are of"))
	if err := s.catalog.unanswered(w.kind.Group); err != nil {
		why = fmt.Sprintf("what serves its group did not answer (%v), and %s %s it", err, names(w.ids), verb(len(w.ids), "is of", "are of"))
	}
	s.unknown(ownership.Place{Cluster: s.cluster, Kind: w.kind.String()}.Subject(), why, "the CustomResourceDefinition or API service that serves it (R6.6)")
}

// readNamespace reads objects of one kind in one namespace.
func (s *session) readNamespace(ctx context.Context, mapping *apimeta.RESTMapping, ids []ownership.ObjectID) error {
	namespace := ids[0].Namespace
	if (namespace != "") != (mapping.Scope.Name() == apimeta.RESTScopeNameNamespace) {
		s.unknown(place(ids), fmt.Sprintf("%s %s written with a scope that the kind does not have", names(ids), verb(len(ids), "is", "are")),
			"reconcile the Kustomization that lists it, so that it writes its inventory again")
		return nil
	}
	if len(ids) >= many {
		done, err := s.listNamespace(ctx, mapping, ids)
		if done || err != nil {
			return err
		}
	}
	return s.getEach(ctx, mapping, ids)
}

// getEach gets them one by one. Once that is forbidden, it is for the rest.
func (s *session) getEach(ctx context.Context, mapping *apimeta.RESTMapping, ids []ownership.ObjectID) error {
	for i, id := range ids {
		fields, err := s.partial.one(ctx, mapping, id.Namespace, id.Name)
		switch {
		case err == nil:
			if err := s.keep(fields); err != nil {
				return err
			}
		case fatal(ctx, err) != nil:
			return fatal(ctx, err)
		case apierrors.IsNotFound(err):
			s.missing(id)
		case apierrors.IsForbidden(err):
			s.unread(mapping, ids[i:], err)
			return nil
		default:
			s.unread(mapping, ids[i:i+1], err)
		}
	}
	return nil
}

func (s *session) unread(mapping *apimeta.RESTMapping, ids []ownership.ObjectID, err error) {
	what := "UID, owner labels and guards"
	if s.saidWithoutValues(ids) {
		what = "UID, owner labels, guards and values for substituteFrom"
	}
	s.unknown(place(ids), fmt.Sprintf("%s could not be read, so that %s are not known: %v", names(ids), what, err),
		s.rule(mapping))
}

// listNamespace reads them with one list, and says whether it could.
func (s *session) listNamespace(ctx context.Context, mapping *apimeta.RESTMapping, ids []ownership.ObjectID) (done bool, err error) {
	list, err := s.partial.all(ctx, mapping, ids[0].Namespace, metav1.ListOptions{})
	if err != nil {
		return false, fatal(ctx, err)
	}
	wanted := make(map[ownership.ObjectID]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	for _, fields := range list {
		id, err := s.idOf(fields)
		if err != nil || !wanted[id] {
			continue
		}
		if err := s.keep(fields); err != nil {
			return false, err
		}
	}
	for _, id := range ids {
		if !s.has(id) {
			s.missing(id)
		}
	}
	return true, nil
}
