package controlplane_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var runs = flag.Int("runs", 1, "how often each switch of the demo is made")

const guard = "kustomize.toolkit.fluxcd.io/prune"

var gateway = controlplane.ID{
	Resource:  schema.GroupVersionResource{Group: "gateway.networking.k8s.io", Version: "v1", Resource: "gateways"},
	Namespace: "edge", Name: "public",
}

// demo is the demo on the cluster.
type demo struct {
	*testing.T
	layout   *controlplane.Layout
	revision string
}

// loaded is the demo once a test has loaded it.
var loaded struct {
	layout   *controlplane.Layout
	revision string
}

// loadDemo brings the cluster to a mode of the demo.
func loadDemo(t *testing.T, mode string) *demo {
	t.Helper()
	if loaded.layout == nil {
		layDemo(t, mode)
	}
	d := &demo{t, loaded.layout, loaded.revision}
	d.switchTo(mode)
	return d
}

func layDemo(t *testing.T, mode string) {
	t.Helper()
	outside, err := os.Open("record/outside.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer outside.Close()
	manifests, err := controlplane.Documents(outside)
	if err != nil {
		t.Fatal(err)
	}
	if err := cluster.Apply(t.Context(), "infrastructure", manifests...); err != nil {
		t.Fatal(err)
	}
	tree := os.DirFS("../demo")
	layout, err := controlplane.ReadLayout(tree)
	if err != nil {
		t.Fatal(err)
	}
	revision, _, err := cluster.Load(t.Context(), tree, mode)
	if err != nil {
		t.Fatal(err)
	}
	loaded.layout, loaded.revision = layout, revision
}

// switchTo changes the roots to a mode, and waits until nothing is left to do.
func (d *demo) switchTo(mode string) {
	d.Helper()
	roots, err := d.layout.In(mode)
	if err != nil {
		d.Fatal(err)
	}
	if err := cluster.SetRoots(d.Context(), d.layout.Sources[0].Name, roots...); err != nil {
		d.Fatal(err)
	}
	d.settle(mode)
}

func (d *demo) settle(mode string) {
	d.Helper()
	roots, err := d.layout.In(mode)
	if err != nil {
		d.Fatal(err)
	}
	var ids []controlplane.ID
	for _, root := range roots {
		ids = append(ids, root.ID())
	}
	if err := cluster.Settle(d.Context(), 5*time.Minute, d.revision, ids...); err != nil {
		d.Fatal(err)
	}
}

// state is what there is to know of one object.
type state struct{ uid, owner, guard string }

func read(t *testing.T, id controlplane.ID) state {
	t.Helper()
	o, err := cluster.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	owner := fmt.Sprintf("%s/%s", o.GetLabels()["kustomize.toolkit.fluxcd.io/namespace"], o.GetLabels()["kustomize.toolkit.fluxcd.io/name"])
	return state{string(o.GetUID()), owner, o.GetAnnotations()[guard]}
}

func (d *demo) annotate(value any) {
	d.Helper()
	if err := cluster.Annotate(d.Context(), gateway, "fluxmigrate", guard, value); err != nil {
		d.Fatal(err)
	}
}

var ownerIn = map[string]string{"tls": "flux-system/edge-tls", "dns": "flux-system/edge-tls", "ip": "flux-system/edge-ip"}

func TestASwitchOfTheDemo(t *testing.T) {
	d := loadDemo(t, "tls")
	for range *runs {
		for _, leg := range []struct{ from, to string }{{"tls", "ip"}, {"ip", "tls"}} {
			t.Run("as it is, loses the Gateway from "+leg.from+" to "+leg.to, func(t *testing.T) {
				before := read(t, gateway)
				d.switchTo(leg.to)
				after := read(t, gateway)
				t.Logf("%v → %v", before, after)
				if after.uid == before.uid {
					t.Error("the Gateway was kept")
				}
				if after.owner != ownerIn[leg.to] {
					t.Errorf("owned by %s", after.owner)
				}
			})
		}
		for _, leg := range []struct{ from, to string }{{"tls", "ip"}, {"ip", "tls"}} {
			t.Run("under a live guard, keeps the Gateway from "+leg.from+" to "+leg.to, func(t *testing.T) {
				before := read(t, gateway)
				d.annotate("disabled")
				d.switchTo(leg.to)
				after := read(t, gateway)
				if after.uid != before.uid || after.guard != "disabled" || after.owner != ownerIn[leg.to] {
					t.Errorf("before %v, after %v", before, after)
				}
				d.annotate(nil)
				if end := read(t, gateway); end.guard != "" || end.uid != before.uid || end.owner != ownerIn[leg.to] {
					t.Errorf("at the end %v", end)
				}
			})
		}
		t.Run("keeps the Gateway from tls to dns and back", func(t *testing.T) {
			before := read(t, gateway)
			d.switchTo("dns")
			d.switchTo("tls")
			if after := read(t, gateway); after != before {
				t.Errorf("before %v, after %v", before, after)
			}
		})
	}
}
