package controlplane_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// record records what happens from now on.
func (d *play) record(resources ...schema.GroupVersionResource) *controlplane.Recorder {
	d.Helper()
	recorder, err := cluster.Record(d.Context(), resources...)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(recorder.Stop)
	return recorder
}

func (d *play) trace(recorder *controlplane.Recorder) []controlplane.Event {
	d.Helper()
	events, err := recorder.Trace(d.name + "-")
	if err != nil {
		d.Fatal(err)
	}
	return events
}

// first gives the first event that is meant.
func (d *play) first(recorder *controlplane.Recorder, meant func(controlplane.Event) bool) controlplane.Event {
	d.Helper()
	for _, e := range d.trace(recorder) {
		if meant(e) {
			return e
		}
	}
	d.Fatal("the trace has no such event")
	return controlplane.Event{}
}

// TestATraceHoldsARenameInOrder records H8 with b held, and reads it back.
func TestATraceHoldsARenameInOrder(t *testing.T) {
	t.Parallel()
	d := start(t, "trace", renamed)
	x := d.gateway()
	recorder := d.record(x.Resource)
	b := d.hold(controlplane.Apply(x).By("b"))
	d.next()
	d.gone(d.owner("a"))
	b.Release()
	d.acted("b")
	events := d.trace(recorder)
	want := []string{
		"kustomize-controller apply ${flux}_b_kustomize.toolkit.fluxcd.io_Kustomization ${flux}/r",
		"kustomize-controller delete ${flux}_a_kustomize.toolkit.fluxcd.io_Kustomization ${flux}/r",
		"kustomize-controller delete ${demo}_edge_gateway.networking.k8s.io_Gateway",
		"etcd gone ${demo}_edge_gateway.networking.k8s.io_Gateway ${flux}/a",
		"etcd gone ${flux}_a_kustomize.toolkit.fluxcd.io_Kustomization ${flux}/r",
		"kustomize-controller apply ${demo}_edge_gateway.networking.k8s.io_Gateway ${flux}/b",
		"kustomize-controller status ${flux}_b_kustomize.toolkit.fluxcd.io_Kustomization ${flux}/r",
	}
	for _, e := range events {
		line := strings.NewReplacer(d.namespace("flux"), "${flux}", d.namespace("demo"), "${demo}").Replace(e.String())
		if len(want) > 0 && strings.TrimSpace(line) == want[0] {
			want = want[1:]
		}
	}
	if len(want) > 0 {
		t.Errorf("not in the trace, or not in this order: %q", want)
	}
	var text bytes.Buffer
	if err := controlplane.WriteTrace(&text, events); err != nil {
		t.Fatal(err)
	}
	if t.Failed() || testing.Verbose() {
		t.Log("\n" + text.String())
	}
	inOrder(t, events)
	var last controlplane.Event
	for _, e := range events {
		if e.Flux != nil {
			last = e
		}
	}
	if last.Flux == nil || last.Flux.Observed != 1 || len(last.Flux.Inventory) != 1 || last.Flux.Applied != d.revision {
		t.Errorf("the last line is not b's new inventory: %+v", last)
	}
}

// inOrder holds that no write comes before one with a lower resourceVersion.
func inOrder(t *testing.T, events []controlplane.Event) {
	t.Helper()
	var highest uint64
	for _, e := range events {
		if e.Verb == "get" || e.Verb == "dry-run" || e.Unchanged || e.ResourceVersion == 0 {
			continue
		}
		if e.ResourceVersion < highest {
			t.Errorf("%s has resourceVersion %d and comes after %d", e, e.ResourceVersion, highest)
		}
		highest = e.ResourceVersion
	}
}

// TestR2_6TheEndOfARunIsWrittenInTwoRequests reads the requests.
func TestR2_6TheEndOfARunIsWrittenInTwoRequests(t *testing.T) {
	measure(t, "R2.6", "Ready=True is written with the old revision and the old inventory, and these with the next request")
	d := start(t, "r2-6", single)
	recorder := d.record()
	at := d.revision
	d.next()
	d.acted("a")
	var ready, applied *controlplane.Event
	for _, e := range d.trace(recorder) {
		switch {
		case e.Verb != "status" || e.Flux == nil:
		case ready == nil && e.Flux.Ready == "True" && e.Flux.Applied == at:
			ready = &e
		case applied == nil && e.Flux.Applied == d.revision:
			applied = &e
		}
	}
	if ready == nil || applied == nil || ready.ResourceVersion >= applied.ResourceVersion {
		t.Fatalf("Ready in %v, applied in %v", ready, applied)
	}
	if len(ready.Flux.Inventory) != 2 || len(applied.Flux.Inventory) != 1 {
		t.Errorf("inventories %q, %q", ready.Flux.Inventory, applied.Flux.Inventory)
	}
}
