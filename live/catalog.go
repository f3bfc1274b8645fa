package live

import (
	"context"
	"errors"
	"fmt"
	"slices"

	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/restmapper"
)

// catalog is what a cluster serves.
type catalog struct {
	mapper     apimeta.RESTMapper
	resources  []*metav1.APIResourceList
	failed     map[schema.GroupVersion]error // groups whose server did not answer
	kubernetes string
}

// discover asks what the cluster serves. A group whose own server does not
// answer is noted and no error.
func discover(ctx context.Context, client discovery.DiscoveryInterfaceWithContext) (*catalog, error) {
	c := &catalog{}
	groups, err := restmapper.GetAPIGroupResourcesWithContext(ctx, noting{client, c})
	if err != nil {
		return nil, fmt.Errorf("asking the cluster what it serves: %w", err)
	}
	c.mapper = restmapper.NewDiscoveryRESTMapper(groups)
	version, err := client.ServerVersionWithContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking the cluster for its version: %w", err)
	}
	c.kubernetes = version.GitVersion
	return c, nil
}

// noting keeps what the mapper's constructor does not give: the lists, and
// which groups failed.
type noting struct {
	discovery.DiscoveryInterfaceWithContext
	in *catalog
}

func (n noting) ServerGroupsAndResourcesWithContext(ctx context.Context) ([]*metav1.APIGroup, []*metav1.APIResourceList, error) {
	groups, lists, err := n.DiscoveryInterfaceWithContext.ServerGroupsAndResourcesWithContext(ctx)
	n.in.resources = lists
	var partly *discovery.ErrGroupDiscoveryFailed
	if errors.As(err, &partly) {
		n.in.failed = partly.Groups
	} else if err != nil {
		return nil, nil, err
	}
	return groups, lists, nil
}

// mapping gives the resource of a kind, in the first of the versions that is
// served, else in the one the cluster prefers; nil where it serves none.
func (c *catalog) mapping(kind schema.GroupKind, versions ...string) *apimeta.RESTMapping {
	for _, version := range versions {
		if m, err := c.mapper.RESTMapping(kind, version); err == nil {
			return m
		}
	}
	m, err := c.mapper.RESTMapping(kind)
	if err != nil {
		return nil
	}
	return m
}

// unanswered gives the error of a group whose server did not answer.
func (c *catalog) unanswered(group string) error {
	var versions []string
	for gv := range c.failed {
		if gv.Group == group {
			versions = append(versions, gv.Version)
		}
	}
	if len(versions) == 0 {
		return nil
	}
	slices.Sort(versions)
	return c.failed[schema.GroupVersion{Group: group, Version: versions[0]}]
}

// kinds lists the kinds of a group that can be listed, sorted.
func (c *catalog) kinds(group string) []schema.GroupKind {
	var kinds []schema.GroupKind
	for _, list := range c.resources {
		if gv, err := schema.ParseGroupVersion(list.GroupVersion); err != nil || gv.Group != group {
			continue
		}
		for _, r := range list.APIResources {
			kind := schema.GroupKind{Group: group, Kind: r.Kind}
			if slices.Contains(r.Verbs, "list") && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	slices.SortFunc(kinds, func(a, b schema.GroupKind) int {
		if a.Kind < b.Kind {
			return -1
		}
		return 1
	})
	return kinds
}
