package controlplane

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	_ "sigs.k8s.io/gateway-api/apis/v1" // go.mod pins the module, whose CRDs are read
)

// installFlux applies the CRDs of Flux and of the Gateway API, the namespace
// that Flux lives in, and what its controllers may do.
func (c *Cluster) installFlux(ctx context.Context) error {
	var manifests []*unstructured.Unstructured
	for _, of := range []struct{ in, module, folder string }{
		{c.controller.pinned, kustomizeController, "config/crd/bases"},
		{"", "github.com/fluxcd/source-controller", "config/crd/bases"},
		{"", "sigs.k8s.io/gateway-api", "config/crd/standard"},
	} {
		module, err := moduleFolder(ctx, of.in, of.module)
		if err != nil {
			return err
		}
		found, err := Manifests(os.DirFS(filepath.Join(module, of.folder)))
		if err != nil {
			return err
		}
		manifests = append(manifests, found...)
	}
	manifests = append(manifests, newObject("v1", "Namespace", "", "flux-system", nil))
	manifests = append(manifests, permissions()...)
	if err := c.Apply(ctx, "setup", manifests...); err != nil {
		return err
	}
	return c.awaitDefinitions(ctx)
}

// permissions are those of an ordinary Flux: kustomize-controller may do
// everything, source-controller what its sources need.
func permissions() []*unstructured.Unstructured {
	rule := func(group, resource string, verbs ...any) any {
		return map[string]any{"apiGroups": []any{group}, "resources": []any{resource}, "verbs": verbs}
	}
	sources := newObject("rbac.authorization.k8s.io/v1", "ClusterRole", "", "source-controller", map[string]any{
		"rules": []any{
			rule("source.toolkit.fluxcd.io", "*", "*"),
			rule("", "events", "create", "patch"),
			rule("", "secrets", "get", "list", "watch"),
			rule("", "serviceaccounts", "get", "list", "watch"),
		},
	})
	return []*unstructured.Unstructured{
		sources,
		binding("source-controller", "source-controller"),
		binding("kustomize-controller", "cluster-admin"),
	}
}

func binding(controller, role string) *unstructured.Unstructured {
	return newObject("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "", controller, map[string]any{
		"roleRef": map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": role},
		"subjects": []any{map[string]any{
			"kind": "ServiceAccount", "name": controller, "namespace": "flux-system"}},
	})
}

// startFlux starts the two controllers. Sources that a Kustomization applies
// are left to the StandIn: they lead to places that nobody reaches from here.
func (c *Cluster) startFlux(options Options) error {
	addresses, err := freeAddresses(1)
	if err != nil {
		return err
	}
	storage, temporary := filepath.Join(c.folder, "artifacts"), filepath.Join(c.folder, "tmp")
	for _, folder := range []string{storage, temporary} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	env := func(user string) []string {
		return []string{"KUBECONFIG=" + kubeconfig(c.folder, user), "RUNTIME_NAMESPACE=flux-system",
			"TMPDIR=" + temporary, "HTTP_PROXY=" + c.git.HTTPAddress()}
	}
	common := []string{"--enable-leader-election=false", "--events-addr=", "--metrics-addr=0", "--health-addr=0"}
	if err := c.run("source-controller", env("source-controller"), c.program("source-controller"), append(common,
		"--storage-path="+storage, "--storage-addr="+addresses[0], "--storage-adv-addr="+addresses[0],
		"--watch-label-selector=!"+ownerLabel)...); err != nil {
		return err
	}
	if err := c.startProxy(); err != nil {
		return err
	}
	c.startController = func() error {
		return c.run("kustomize-controller", env("proxy"), c.controller.program,
			append(append(common, "--requeue-dependency=1s"), options.KustomizeController...)...)
	}
	return c.startController()
}

// RestartController stops kustomize-controller in the middle of what it does,
// and starts it again. Its log begins anew.
func (c *Cluster) RestartController() error {
	i := slices.IndexFunc(c.processes, func(p *process) bool { return p.name == "kustomize-controller" })
	c.processes[i].stop()
	c.processes = slices.Delete(c.processes, i, i+1)
	return c.startController()
}

// startProxy has kustomize-controller reach the API server through a proxy.
func (c *Cluster) startProxy() error {
	config, err := restConfig(c.folder, "kustomize-controller")
	if err != nil {
		return err
	}
	if c.proxy, err = startProxy(config); err != nil {
		return err
	}
	return c.proxy.writeKubeconfig(kubeconfig(c.folder, "proxy"))
}

// ownerLabel is on every object that a Kustomization has applied (R5.2).
const ownerLabel = "kustomize.toolkit.fluxcd.io/name"

// Source makes a GitRepository that serves a repository under its name, and
// waits until it holds that revision.
func (c *Cluster) Source(ctx context.Context, namespace string, served *Repository, revision string) error {
	source := newObject("source.toolkit.fluxcd.io/v1", "GitRepository", namespace, served.Name, map[string]any{
		"spec": map[string]any{"interval": "1h", "url": served.URL(), "ref": map[string]any{"branch": "main"}},
	})
	if err := c.Apply(ctx, "infrastructure", source); err != nil {
		return err
	}
	return c.Fetch(ctx, GitRepository(namespace, served.Name), revision)
}

// Fetch has a GitRepository look for a new revision now, and waits until it
// holds the one that is named.
func (c *Cluster) Fetch(ctx context.Context, id ID, revision string) error {
	if err := c.Request(ctx, id); err != nil {
		return err
	}
	what := fmt.Sprintf("GitRepository %s/%s is at %s", id.Namespace, id.Name, revision)
	return poll(ctx, patience, what, func() (bool, error) {
		source, err := c.Get(ctx, id)
		if err != nil {
			return false, err
		}
		held, _, _ := unstructured.NestedString(source.Object, "status", "artifact", "revision")
		return held == revision, c.alive()
	})
}
