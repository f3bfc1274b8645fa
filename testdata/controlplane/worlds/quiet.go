package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// A world is quiet when every Kustomization is done and nothing has changed for
// a moment, or, where one never gets done but none is at work, for longer.
const (
	doneFor    = 1000 * time.Millisecond
	stuckFor   = 5 * time.Second
	quietLimit = 90 * time.Second
	askEvery   = 200 * time.Millisecond
)

func (p *play) quiet(ctx context.Context) error {
	var last string
	began, since := time.Now(), time.Now()
	for time.Since(began) < quietLimit {
		state, pending, working := p.look()
		if state != last {
			last, since = state, time.Now()
		}
		if rest := time.Since(since); !pending && rest > doneFor || !working && rest > stuckFor {
			p.mark("world quiet")
			return nil
		}
		if err := p.pause(ctx, fmt.Sprint(askEvery.Milliseconds())); err != nil {
			return err
		}
	}
	p.restless = true
	p.mark("world restless")
	return nil
}

// look says what the Kustomizations say, whether one is not done, and whether
// one has a run under way.
func (p *play) look() (state string, pending, working bool) {
	of := p.batch.seen.in(p.Namespace("flux"))
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(of)) {
		k := of[name]
		suspended, _, _ := unstructured.NestedBool(k.Object, "spec", "suspend")
		waits := !suspended && controlplane.Waiting(k, p.revisions[len(p.revisions)-1]) != ""
		pending = pending || waits || k.GetDeletionTimestamp() != nil
		working = working || waits && atWork(k)
		// Not the conditions: of one that fails they change with every retry.
		fmt.Fprintln(&b, name, k.GetUID(), k.GetGeneration(), k.GetDeletionTimestamp(), inventory(k), reached(k))
	}
	return b.String(), pending, working
}

// reached is how far a Kustomization has come.
func reached(k *unstructured.Unstructured) []any {
	var fields []any
	for _, field := range []string{"lastAppliedRevision", "lastAttemptedRevision", "observedGeneration", "lastHandledReconcileAt"} {
		value, _, _ := unstructured.NestedFieldNoCopy(k.Object, "status", field)
		fields = append(fields, value)
	}
	return fields
}

// atWork says whether a Kustomization is at work: it says so, or says nothing yet.
func atWork(k *unstructured.Unstructured) bool {
	conditions, _, _ := unstructured.NestedSlice(k.Object, "status", "conditions")
	for _, c := range conditions {
		if c, ok := c.(map[string]any); ok && c["type"] == "Ready" {
			return c["status"] == "Unknown"
		}
	}
	return true
}

// inventory gives the entries as they are.
func inventory(k *unstructured.Unstructured) []string {
	entries, _, _ := unstructured.NestedSlice(k.Object, "status", "inventory", "entries")
	var ids []string
	for _, e := range entries {
		e, _ := e.(map[string]any)
		id, _ := e["id"].(string)
		ids = append(ids, id)
	}
	return ids
}

// owners names every Kustomization that a world speaks of.
func owners(w *controlplane.World) []string {
	names := map[string]bool{}
	for _, roots := range w.Roots {
		for name := range roots {
			names[name] = true
		}
	}
	for _, paths := range w.Commits {
		for _, words := range paths {
			for _, word := range words {
				if name, ok := strings.CutPrefix(word, "K/"); ok {
					name, _, _ = strings.Cut(name, "(")
					names[name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}
