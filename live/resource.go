package live

import (
	"context"
	"fmt"
	"strings"

	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Resources asks a cluster what it serves, and gives what it calls the resource
// of a kind; "" of one that it does not serve.
func Resources(ctx context.Context, options Options) (func(ownership.GroupKind) string, error) {
	config, name, err := options.config()
	if err != nil {
		return nil, err
	}
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", name, err)
	}
	catalog, err := discover(ctx, client)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return func(kind ownership.GroupKind) string {
		if m := catalog.mapping(schema.GroupKind(kind)); m != nil {
			return m.Resource.Resource
		}
		return ""
	}, nil
}

// GuessResource gives what the resource of a kind is called, as nearly always.
func GuessResource(kind ownership.GroupKind) string {
	many, one := apimeta.UnsafeGuessKindToResource(schema.GroupVersionKind{Group: kind.Group, Kind: kind.Kind})
	// The library makes "gatewaies" of a Gateway.
	if s := one.Resource; len(s) > 1 && strings.HasSuffix(s, "y") && strings.ContainsRune("aeiou", rune(s[len(s)-2])) {
		return s + "s"
	}
	return many.Resource
}
