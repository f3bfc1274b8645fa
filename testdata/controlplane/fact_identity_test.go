package controlplane_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func TestR6_1AnotherVersionIsTheSameObject(t *testing.T) {
	measure(t, "R6.1", "an object whose manifest goes on to another version of its API is kept, with one entry in the inventory")
	d := start(t, "r6-1", rest)
	d.serve(true)
	x := controlplane.ID{Resource: schema.GroupVersionResource{Group: d.name + ".example.org", Version: "v2", Resource: "widgets"},
		Namespace: d.namespace("demo"), Name: "one"}
	widget := d.file("Widget/one")
	d.commit(map[string]string{"a/widget.yaml": widget})
	d.acted("a")
	before := d.uid(x)
	d.commit(map[string]string{"a/widget.yaml": strings.Replace(widget, "/v1", "/v2", 1)})
	d.acted("a")
	d.kept(x, before)
	entries := fmt.Sprint(d.status("a", "inventory"))
	if strings.Count(entries, "_one_") != 1 || !strings.Contains(entries, "Widget v:v2") {
		t.Errorf("inventory %s", entries)
	}
}

func TestR6_1AnotherUIDIsTheSameObject(t *testing.T) {
	measure(t, "R6.1", "an object that somebody has deleted and made anew, with the owner labels, is pruned in place of the one that was applied")
	d := start(t, "r6-1-uid", single)
	x, before := d.gateway(), d.uid(d.gateway())
	manifest := d.manifest("Gateway", "edge", "demo", "", "", false)
	manifest["metadata"].(map[string]any)["labels"] = d.get(x).Object["metadata"].(map[string]any)["labels"]
	d.remove(x)
	d.gone(x)
	d.apply(manifest)
	if d.uid(x) == before {
		t.Fatal("the object is the old one")
	}
	d.next()
	d.acted("a")
	if d.get(x) != nil {
		t.Error("the object is there")
	}
}

// Events are served in two groups, and stored once.
func TestR6_1AnotherGroupIsAnotherObject(t *testing.T) {
	measure(t, "R6.1", "an object whose manifest goes on to another group that stores the same object is deleted, by the entry of the old group")
	d := start(t, "r6-1-group", rest)
	x := controlplane.ID{Resource: schema.GroupVersionResource{Group: "events.k8s.io", Version: "v1", Resource: "events"},
		Namespace: d.namespace("demo"), Name: "one"}
	event := func(apiVersion, regarding string) string {
		return fmt.Sprintf("apiVersion: %s\nkind: Event\nmetadata: {name: one, namespace: %s}\n%s: {kind: Pod, name: x, namespace: %[2]s}\n"+
			"eventTime: \"2025-01-01T00:00:00.000000Z\"\nreportingController: example.org/x\naction: None\nreason: Any\ntype: Normal\n",
			apiVersion, d.namespace("demo"), regarding)
	}
	instance := "reportingInstance: x\n"
	d.commit(map[string]string{"a/event.yaml": event("v1", "involvedObject") + "reportingComponent: example.org/x\n" + instance})
	d.acted("a")
	before := d.uid(x)
	if before == "" {
		t.Fatal("there is no Event")
	}
	d.commit(map[string]string{"a/event.yaml": event("events.k8s.io/v1", "regarding") + instance})
	d.gone(x)
	d.acted("a")
}
