package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

const widgets = `
	root a path=a
	commit
	  a: ConfigMap/rest
	commit
	  a: ConfigMap/rest Widget/one
	commit
	  a: ConfigMap/rest`

// serve has the API server serve Widgets as v2, and as v1 or not.
func (d *play) serve(v1 bool) {
	d.Helper()
	version := func(name string, served, storage bool) any {
		return map[string]any{"name": name, "served": served, "storage": storage,
			"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}}}
	}
	o := d.definition("Widget")
	o["spec"].(map[string]any)["versions"] = []any{version("v1", v1, false), version("v2", true, true)}
	d.apply(o)
}

func TestR6_6AnEntryOfAVersionThatIsServedNoMore(t *testing.T) {
	keeps := told("v1.9.0", "fails and keeps the entry", "fails once and forgets it too")
	measure(t, "R6.6", "where the version in the inventory is served no more, the controller's own client forgets the object though it lives; "+
		"a client that acts as an account "+keeps)
	for _, account := range []bool{false, true} {
		name := map[bool]string{false: "own", true: "account"}[account]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var d *play
			if account {
				d, _ = startAs(t, "r6-6-"+name, widgets)
			} else {
				d = start(t, "r6-6-"+name, widgets)
			}
			x := controlplane.ID{Resource: schema.GroupVersionResource{Group: d.name + ".example.org", Version: "v2", Resource: "widgets"},
				Namespace: d.namespace("demo"), Name: "one"}
			d.serve(true)
			d.next()
			d.acted("a")
			before := d.uid(x)
			d.serve(false)
			d.until("v1 is not served", func() bool {
				v1 := x
				v1.Resource.Version = "v1"
				return d.get(v1) == nil
			})
			d.next()
			if account {
				d.failed("a", "no matches for kind")
			} else {
				d.acted("a")
			}
			d.kept(x, before)
			if d.lists("a", x) != (account && since("v1.9.0")) {
				t.Errorf("a lists it: %v", d.lists("a", x))
			}
		})
	}
}
