package live

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// access is one spec.kubeConfig: what it refers to, and under which key the
// kubeconfig lies there.
type access struct {
	to  ownership.ObjectID // a Secret, or the ConfigMap of a workload identity
	key string             // "" is the default
}

// cluster names the remote cluster as an ObjectID does.
func (a access) cluster() string {
	if a.to.Name == "" {
		return ""
	}
	return a.to.Namespace + "/" + a.to.Name
}

// accessOf reads spec.kubeConfig of a Kustomization or a HelmRelease; it is
// zero where there is none. What it refers to lies in the same namespace.
func accessOf(manifest map[string]any) access {
	metadata, _ := manifest["metadata"].(map[string]any)
	at := func(path ...string) string {
		value, _, _ := unstructured.NestedString(manifest, append([]string{"spec", "kubeConfig"}, path...)...)
		return value
	}
	a := access{to: ownership.ObjectID{Kind: "Secret", Namespace: text(metadata, "namespace"), Name: at("secretRef", "name")}, key: at("secretRef", "key")}
	if a.to.Name == "" {
		a.to.Kind, a.to.Name, a.key = "ConfigMap", at("configMapRef", "name"), ""
	}
	return a
}

// noteAccess notes by which reference a remote cluster is reached.
func (s *session) noteAccess(fields map[string]any) {
	a := accessOf(fields)
	if cluster := a.cluster(); cluster != "" && !slices.Contains(s.accesses[cluster], a) {
		s.accesses[cluster] = append(s.accesses[cluster], a)
	}
}

// readRemotes reads what inventories list in other clusters. What goes wrong
// with one is said once, and the others are read.
func (s *session) readRemotes(ctx context.Context, byCluster map[string]map[ownership.ObjectID]bool) error {
	var tasks []func(context.Context) error
	for cluster, ids := range byCluster {
		tasks = append(tasks, func(ctx context.Context) error {
			why, supply := s.readRemote(ctx, cluster, ids)
			if why != "" && ctx.Err() == nil {
				s.unknown(ownership.Place{Cluster: cluster}.Subject(), fmt.Sprintf("%s, so that UIDs, owner labels and guards of %d %s in it are not known",
					why, len(ids), verb(len(ids), "object", "objects")), supply)
			}
			return ctx.Err()
		})
	}
	return s.each(ctx, tasks)
}

// readRemote reads those objects of one cluster, or says why it could not and
// what to supply.
func (s *session) readRemote(ctx context.Context, cluster string, ids map[ownership.ObjectID]bool) (why, supply string) {
	config, why, supply := s.remoteConfig(ctx, s.accesses[cluster])
	if why != "" {
		return why, supply
	}
	far, err := s.dial(ctx, cluster, config)
	if err == nil {
		var tasks []func(context.Context) error
		for _, w := range far.byKind(ids) {
			tasks = append(tasks, func(ctx context.Context) error { return far.readKind(ctx, w) })
		}
		err = far.each(ctx, tasks)
	}
	if err != nil {
		return "what its kubeConfig leads to was not read: " + seal(err).Error(), "a connection to it from here, with the login in that Secret"
	}
	s.join(far.reading)
	return "", ""
}

// dial gives a session that reads the other cluster, with errors that say
// nothing of the kubeconfig. It has no whole reader: metadata are all it reads.
func (s *session) dial(ctx context.Context, cluster string, config *rest.Config) (*session, error) {
	_, partial, err := newReaders(config)
	if err != nil {
		return nil, err
	}
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	catalog, err := discover(ctx, client)
	if err != nil {
		return nil, err
	}
	for gv, err := range catalog.failed {
		catalog.failed[gv] = seal(err)
	}
	return &session{cluster: cluster, catalog: catalog, partial: pages{sealedReader{partial}, s.partial.size}, parallel: s.parallel,
		versions: s.versions, reading: &Reading{}, read: map[ownership.ObjectID]bool{}, complete: map[ownership.GroupKind]bool{}}, nil
}

// join takes over what was read of another cluster.
func (s *session) join(r *Reading) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reading.manifests = append(s.reading.manifests, r.manifests...)
	s.reading.missing = append(s.reading.missing, r.missing...)
	s.reading.unknowns = append(s.reading.unknowns, r.unknowns...)
	s.reading.assumptions = append(s.reading.assumptions, r.assumptions...)
}

// notLookedAt says, once for each cluster, that inventories list objects of it
// and nobody asked for them.
func (c *collector) notLookedAt() {
	unread := map[string]map[ownership.ObjectID]bool{}
	note := func(ids []ownership.ObjectID) {
		for _, id := range ids {
			if _, there := c.observed.Object(id); id.Cluster == "" || there || slices.Contains(c.observed.Missing, id) {
				continue
			}
			if unread[id.Cluster] == nil {
				unread[id.Cluster] = map[ownership.ObjectID]bool{}
			}
			unread[id.Cluster][id] = true
		}
	}
	for _, k := range c.observed.Kustomizations {
		note(k.Inventory)
	}
	for _, r := range c.observed.Releases {
		note(r.Inventory)
	}
	for cluster, ids := range unread {
		if slices.ContainsFunc(c.observed.Unknowns, func(u ownership.Unknown) bool {
			place, ok := ownership.PlaceOf(u.Subject)
			return ok && place.Cluster == cluster
		}) {
			continue
		}
		c.observed.Unknowns = append(c.observed.Unknowns, ownership.Unknown{Subject: ownership.Place{Cluster: cluster}.Subject(),
			Why: fmt.Sprintf("%d inventory %s of it, and it was not looked at: UIDs, owner labels and guards there are not known",
				len(ids), verb(len(ids), "entry is", "entries are")),
			Supply: "--remote-clusters, which reads the kubeconfig in Secret " + cluster + " and asks that cluster for metadata"})
	}
}
