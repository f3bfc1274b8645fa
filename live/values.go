package live

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

var configMapKind = schema.GroupKind{Kind: "ConfigMap"}

// readValues reads whole the ConfigMaps that spec.postBuild.substituteFrom
// names (R4.10): manifests are rendered with their data. Secrets stay with the
// metadata. What cannot be read here is left to the pass over metadata, which
// says what is missing or not served.
func (s *session) readValues(ctx context.Context) error {
	mapping := s.catalog.mapping(configMapKind, "v1")
	if mapping == nil {
		return nil
	}
	var tasks []func(context.Context) error
	for _, id := range s.substituted() {
		tasks = append(tasks, func(ctx context.Context) error { return s.readValuesOf(ctx, mapping, id) })
	}
	return s.each(ctx, tasks)
}

// substituted lists the ConfigMaps to read whole, each once.
func (s *session) substituted() []ownership.ObjectID {
	var ids []ownership.ObjectID
	for _, k := range s.kustomizations {
		for _, input := range k.Spec.Inputs {
			if input.Purpose == ownership.ForSubstitution && isConfigMap(input.Object) {
				ids = append(ids, input.Object)
			}
		}
	}
	slices.SortFunc(ids, ownership.ObjectID.Compare)
	return slices.Compact(ids)
}

func isConfigMap(id ownership.ObjectID) bool {
	return id.Group == configMapKind.Group && id.Kind == configMapKind.Kind
}

// readValuesOf gets one of them. A get that is forbidden says nothing of the
// next: a Role may name the ConfigMaps it allows.
func (s *session) readValuesOf(ctx context.Context, mapping *apimeta.RESTMapping, id ownership.ObjectID) error {
	fields, err := s.whole.one(ctx, mapping, id.Namespace, id.Name)
	switch {
	case err == nil:
		if fields["data"] == nil {
			// Known to hold no values, which is not the same as not read.
			fields["data"] = map[string]any{}
		}
		return s.keep(fields)
	case fatal(ctx, err) != nil:
		return fatal(ctx, err)
	case !apierrors.IsNotFound(err):
		s.mu.Lock()
		defer s.mu.Unlock()
		s.valueless[id] = err
	}
	return nil
}

// saidWithoutValues says whether values are wanted of one of the objects, of
// which something is about to be said: it then says it of the values as well.
func (s *session) saidWithoutValues(ids []ownership.ObjectID) (some bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		if s.valueless[id] != nil {
			some = true
			delete(s.valueless, id)
		}
	}
	return some
}

// sayValueless says, once for each namespace, of which ConfigMaps metadata were
// read and values were not.
func (s *session) sayValueless() {
	namespaces := map[string][]ownership.ObjectID{}
	for id := range s.valueless {
		if s.has(id) {
			namespaces[id.Namespace] = append(namespaces[id.Namespace], id)
		}
	}
	for _, ids := range sorted(namespaces) {
		slices.SortFunc(ids, ownership.ObjectID.Compare)
		s.unknown(place(ids), fmt.Sprintf("the data of %s could not be read, so that the values for substituteFrom are not known: %v",
			names(ids), s.valueless[ids[0]]), "the RBAC rule "+rule(s.catalog.mapping(configMapKind, "v1")))
	}
}
