package controlplane_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// elsewhere starts a second cluster, with namespace demo of the world, and puts
// its kubeconfig into Secret elsewhere.
func (d *play) elsewhere() *controlplane.Cluster {
	d.Helper()
	other, err := controlplane.Start(d.Context(), controlplane.Options{})
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { other.Stop() })
	namespace := map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": d.namespace("demo")}}
	if err := other.Apply(d.Context(), "infrastructure", &unstructured.Unstructured{Object: namespace}); err != nil {
		d.Fatal(err)
	}
	config, err := clientcmd.LoadFromFile(other.Kubeconfig)
	if err == nil {
		err = clientcmdapi.FlattenConfig(config)
	}
	if err != nil {
		d.Fatal(err)
	}
	content, err := clientcmd.Write(*config)
	if err != nil {
		d.Fatal(err)
	}
	d.apply(map[string]any{"apiVersion": "v1", "kind": "Secret", "stringData": map[string]any{"value": string(content)},
		"metadata": map[string]any{"name": "elsewhere", "namespace": d.namespace("flux")}})
	return other
}

func TestR8_7TheSameIdInAnotherCluster(t *testing.T) {
	measure(t, "R8.7", "a that gets a kubeConfig makes its objects there and leaves those here, with its label; what leaves the render is pruned there alone, and the inventory says the same of both")
	d := start(t, "r8-7", single)
	x, before := d.gateway(), d.uid(d.gateway())
	other := d.elsewhere()
	entries := func() string { return fmt.Sprint(d.status("a", "inventory")) }
	here := entries()
	d.spec("a", map[string]any{"kubeConfig": map[string]any{"secretRef": map[string]any{"name": "elsewhere"}}})
	d.acted("a")
	there, err := other.Get(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if there.GetLabels()[prefix+"name"] != "a" || string(there.GetUID()) == before || entries() != here {
		t.Errorf("labels there %v, inventory %s, was %s", there.GetLabels(), entries(), here)
	}
	d.next()
	d.acted("a")
	if _, err := other.Get(t.Context(), x); !errors.IsNotFound(err) {
		t.Errorf("there: %v", err)
	}
	d.kept(x, before)
	if d.label(x) != "a" || strings.Contains(entries(), "_edge_") {
		t.Errorf("label here %q, inventory %s", d.label(x), entries())
	}
}
