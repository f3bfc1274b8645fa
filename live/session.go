package live

import (
	"context"
	"errors"
	"fmt"
	"sync"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"golang.org/x/sync/errgroup"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// session reads one cluster once.
type session struct {
	cluster        string // "" is the cluster of the connection, else as in ObjectID
	catalog        *catalog
	whole, partial pages
	parallel       int

	kustomizations []ownership.ObservedKustomization
	versions       map[schema.GroupKind][]string // in inventories, by kind
	accesses       map[string][]access           // to other clusters, by cluster
	remotes        bool                          // whether to read them
	pace           *rest.Config                  // its timeout, rate and user agent are those for other clusters

	mu       sync.Mutex // of what follows
	reading  *Reading
	read     map[ownership.ObjectID]bool
	complete map[ownership.GroupKind]bool // kinds of which every object was read
	// valueless are ConfigMaps that could not be read whole.
	valueless map[ownership.ObjectID]error
	// unlisted are kinds that may not be listed in all namespaces.
	unlisted map[string]error
}

var kustomizationKind = schema.GroupKind{Group: ownership.KustomizationGroup, Kind: ownership.KustomizationKind}

// run reads in three rounds, each of which tells what the next has to read.
func (s *session) run(ctx context.Context) error {
	s.reading.kubernetes = s.catalog.kubernetes
	if err := s.readKustomizations(ctx); err != nil {
		return err
	}
	tasks := []func(context.Context) error{s.readControllers, s.readReleases, s.readValues}
	for _, kind := range s.catalog.kinds(sourcev1.GroupVersion.Group) {
		tasks = append(tasks, func(ctx context.Context) error { return s.readSources(ctx, kind) })
	}
	if err := s.each(ctx, tasks); err != nil {
		return err
	}
	here, remote, err := s.named()
	if err != nil {
		return err
	}
	tasks = nil
	for _, w := range s.byKind(here) {
		tasks = append(tasks, func(ctx context.Context) error { return s.readKind(ctx, w) })
	}
	if err := s.each(ctx, tasks); err != nil {
		return err
	}
	if s.remotes {
		if err := s.readRemotes(ctx, remote); err != nil {
			return err
		}
	}
	s.sayValueless()
	s.sayUnlisted()
	s.reading.sort()
	return nil
}

func (s *session) each(ctx context.Context, tasks []func(context.Context) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(s.parallel)
	for _, task := range tasks {
		group.Go(func() error { return task(ctx) })
	}
	return group.Wait()
}

func (s *session) readKustomizations(ctx context.Context) error {
	mapping := s.catalog.mapping(kustomizationKind, "v1")
	if err := s.catalog.unanswered(kustomizationKind.Group); mapping == nil && err != nil {
		return fmt.Errorf("asking what serves %s: %w", kustomizationKind.Group, err)
	}
	if mapping == nil {
		return errors.New("the cluster serves no Kustomizations of " + kustomizationKind.Group + ": Flux is not installed there")
	}
	list, err := s.whole.all(ctx, mapping, "", metav1.ListOptions{})
	if apierrors.IsForbidden(err) {
		return fmt.Errorf("listing Kustomizations in all namespaces: %w; it takes a ClusterRole with the rule %s", err, rule(mapping))
	}
	if err != nil {
		return fmt.Errorf("listing Kustomizations in all namespaces: %w", err)
	}
	s.versions = map[schema.GroupKind][]string{}
	for _, fields := range list {
		k, _, err := observedKustomization(fields)
		if err != nil {
			return err
		}
		s.kustomizations = append(s.kustomizations, k)
		s.noteVersions(fields)
		s.noteAccess(fields)
	}
	return s.keepAll(mapping, list)
}

// keepAll keeps every object of a kind.
func (s *session) keepAll(mapping *apimeta.RESTMapping, list []map[string]any) error {
	for _, fields := range list {
		if err := s.keep(fields); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.complete[groupKind(mapping)] = true
	return nil
}

func groupKind(m *apimeta.RESTMapping) ownership.GroupKind {
	return ownership.GroupKind{Group: m.GroupVersionKind.Group, Kind: m.GroupVersionKind.Kind}
}

// keep keeps what matters of an object, once.
func (s *session) keep(fields map[string]any) error {
	id, err := s.idOf(fields)
	if err != nil {
		return fmt.Errorf("the cluster's answer: %w", err)
	}
	short := trim(fields, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.read[id] {
		s.read[id] = true
		s.reading.manifests = append(s.reading.manifests, manifest{id, short})
	}
	return nil
}

// idOf gives the id of an object of the cluster that is read.
func (s *session) idOf(fields map[string]any) (ownership.ObjectID, error) {
	id, err := ownership.ObjectIDOf(fields)
	id.Cluster = s.cluster
	return id, err
}

func (s *session) unknown(subject, why, supply string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reading.unknowns = append(s.reading.unknowns, ownership.Unknown{Subject: subject, Why: why, Supply: supply})
}

func (s *session) assume(subject, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reading.assumptions = append(s.reading.assumptions, ownership.Assumption{Subject: subject, Text: text})
}

// fatal tells the errors after which nothing more can be read: the context's
// end, and a login that is not valid.
func fatal(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case apierrors.IsUnauthorized(err):
		return err
	}
	return nil
}
