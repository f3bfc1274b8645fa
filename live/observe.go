package live

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"k8s.io/client-go/discovery"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Options say what to observe, and how hard.
type Options struct {
	Connection
	PageSize int64 // objects of one page; 0 is 500
	Parallel int   // requests at a time; 0 is 8
	// RemoteClusters: read the Secrets that spec.kubeConfig names, and the
	// metadata of what inventories list in the clusters behind them.
	RemoteClusters bool
}

const (
	defaultPageSize = 500
	defaultParallel = 8
)

// Observe reads what a cluster holds, with get and list only: Kustomizations,
// sources, HelmReleases, the Deployments of kustomize-controller and the
// ConfigMaps that postBuild.substituteFrom names; and of every other object that
// an inventory lists, that carries owner labels of Flux (of the kinds in
// inventories), or that a spec needs, metadata only, those of HelmReleases
// included. Objects of clusters behind spec.kubeConfig are read on request, else
// that is said once for each cluster.
//
// What may not be read, or is of a kind that is not served, becomes one Unknown
// for its kind and namespace. An error is: no connection, no permission to list
// Kustomizations (the message names the RBAC rule), no Flux, the context's end.
//
// The objects are not read at one moment: the observation of a cluster at work
// may hold an inventory and objects of two moments.
func Observe(ctx context.Context, options Options) (*ownership.Observed, error) {
	reading, err := Read(ctx, options)
	if err != nil {
		return nil, err
	}
	return reading.Observed()
}

// Reading is what Read took from a cluster: manifests, trimmed to what an
// observation is made from, without data of Secrets.
type Reading struct {
	From        string // the context's name, as in Observed.From
	kubernetes  string
	manifests   []manifest // sorted by id
	missing     []ownership.ObjectID
	unknowns    []ownership.Unknown
	assumptions []ownership.Assumption
}

type manifest struct {
	id     ownership.ObjectID
	fields map[string]any
}

// Read is Observe for those who want to write a snapshot of it as well.
func Read(ctx context.Context, options Options) (*Reading, error) {
	config, name, err := options.config()
	if err != nil {
		return nil, err
	}
	whole, partial, err := newReaders(config)
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", name, err)
	}
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", name, err)
	}
	size := cmp.Or(options.PageSize, defaultPageSize)
	s := &session{
		whole: pages{whole, size}, partial: pages{partial, size}, parallel: cmp.Or(options.Parallel, defaultParallel),
		reading: &Reading{From: name}, read: map[ownership.ObjectID]bool{}, complete: map[ownership.GroupKind]bool{},
		valueless: map[ownership.ObjectID]error{}, unlisted: map[string]error{}, accesses: map[string][]access{}, remotes: options.RemoteClusters, pace: config,
	}
	if s.catalog, err = discover(ctx, client); err == nil {
		err = s.run(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return s.reading, nil
}

// Observed makes the observation, exactly as ReadSnapshot makes it from a
// snapshot of the same reading.
func (r *Reading) Observed() (*ownership.Observed, error) {
	c := collector{observed: ownership.Observed{From: r.From}}
	c.observed.Versions.Kubernetes = r.kubernetes
	for _, m := range r.manifests {
		if err := c.take(m.fields); err != nil {
			return nil, fmt.Errorf("reading %s: %w", r.From, err)
		}
	}
	c.observed.Missing = slices.Clone(r.missing)
	c.observed.Unknowns = append(c.observed.Unknowns, r.unknowns...)
	c.observed.Assumptions = append(c.observed.Assumptions, r.assumptions...)
	return c.finish(), nil
}

// sort puts a reading into an order that does not depend on which answer came
// first.
func (r *Reading) sort() {
	slices.SortFunc(r.manifests, func(a, b manifest) int {
		return cmp.Or(cmp.Compare(a.id.Group, b.id.Group), cmp.Compare(a.id.Kind, b.id.Kind), a.id.Compare(b.id))
	})
	slices.SortFunc(r.missing, ownership.ObjectID.Compare)
	slices.SortFunc(r.unknowns, func(a, b ownership.Unknown) int {
		return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Why, b.Why))
	})
	slices.SortFunc(r.assumptions, func(a, b ownership.Assumption) int {
		return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Text, b.Text))
	})
}
