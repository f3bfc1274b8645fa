package live

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// readSources reads the sources of one kind. Where they may not be read, it is
// unknown if a Kustomization has such a source, else it does not matter.
func (s *session) readSources(ctx context.Context, kind schema.GroupKind) error {
	mapping := s.catalog.mapping(kind)
	if mapping == nil {
		return nil // of a group that answered in part only; wanted says so where it matters
	}
	list, err := s.whole.all(ctx, mapping, "", metav1.ListOptions{})
	if err == nil {
		return s.keepAll(mapping, list)
	}
	if err := fatal(ctx, err); err != nil {
		return err
	}
	used := slices.ContainsFunc(s.kustomizations, func(k ownership.ObservedKustomization) bool { return k.Spec.Source.Kind == kind.Kind })
	if used {
		s.unknown("sources of kind "+kind.Kind, "their revisions, and whether they are suspended, were not read: "+err.Error(), "the RBAC rule "+rule(mapping))
	}
	return nil
}

// readReleases reads HelmReleases. Without them only the inventories of Helm
// are not known: HelmReleases in an inventory are read as every other object.
func (s *session) readReleases(ctx context.Context) error {
	mapping := s.catalog.mapping(schema.GroupKind{Group: releaseGroup, Kind: "HelmRelease"})
	if mapping == nil {
		return nil
	}
	list, err := s.whole.all(ctx, mapping, "", metav1.ListOptions{})
	if err == nil {
		for _, fields := range list {
			s.noteVersions(fields)
			s.noteAccess(fields)
		}
		return s.keepAll(mapping, list)
	}
	s.assume("HelmReleases", "their inventories were not read; no object is taken to be Helm's as well: "+err.Error())
	return fatal(ctx, err)
}

// Where Flux's own manifests say kustomize-controller is.
const (
	controllerSelector  = "app.kubernetes.io/component=" + controllerName
	controllerNamespace = "flux-system"
)

// readControllers reads the Deployments of kustomize-controller: those that
// carry its label anywhere, else those of Flux's own namespace.
func (s *session) readControllers(ctx context.Context) error {
	mapping := s.catalog.mapping(schema.GroupKind{Group: "apps", Kind: "Deployment"})
	if mapping == nil {
		return nil
	}
	found, err := s.controllersIn(ctx, mapping, "", metav1.ListOptions{LabelSelector: controllerSelector})
	if found == 0 && (err == nil || apierrors.IsForbidden(err)) {
		found, err = s.controllersIn(ctx, mapping, controllerNamespace, metav1.ListOptions{})
	}
	if err == nil && found > 0 {
		return nil
	}
	why := "none carries the label " + controllerSelector + " or runs in namespace " + controllerNamespace
	if err != nil {
		if err := fatal(ctx, err); err != nil {
			return err
		}
		why = err.Error()
	}
	s.assume(controllerName, fmt.Sprintf("no Deployment of it was read (%s): its version is not known, and its flags are taken to be the defaults", why))
	return nil
}

func (s *session) controllersIn(ctx context.Context, mapping *apimeta.RESTMapping, namespace string, options metav1.ListOptions) (found int, err error) {
	list, err := s.whole.all(ctx, mapping, namespace, options)
	if err != nil {
		return 0, err
	}
	for _, fields := range list {
		if len(controllerContainers(fields)) == 0 {
			continue
		}
		found++
		if err := s.keep(fields); err != nil {
			return found, err
		}
	}
	return found, nil
}
