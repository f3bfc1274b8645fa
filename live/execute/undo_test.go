package execute

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// newUndoLab is a lab whose Kustomization to be removed has a UID.
func newUndoLab(t *testing.T) *lab {
	l := newLab(t)
	l.change(ownersGVR, "flux-system", "old", func(o object) { o.SetUID("two") })
	return l
}

func (l *lab) change(of schema.GroupVersionResource, namespace, name string, change func(object)) {
	l.Helper()
	next := l.object(of, namespace, name).DeepCopy()
	change(next)
	if err := l.client.Tracker().Update(of, next, namespace); err != nil {
		l.Fatal(err)
	}
}

func (l *lab) undo(p *planner.Plan, change func(*Options)) (*Report, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	o := Options{Plan: p, Namespace: "flux-system", Timeout: patience, Say: func(string) {},
		Observe: func(context.Context) (*ownership.Observed, error) { return &ownership.Observed{}, nil }}
	if change != nil {
		change(&o)
	}
	r := newRun(l.cluster(ctx), o)
	err := r.undone(ctx)
	return r.report, err
}

// asBefore says whether nothing of a run is left.
func (l *lab) asBefore() {
	l.Helper()
	suspend, set, _ := unstructured.NestedBool(l.object(ownersGVR, "flux-system", "old").Object, "spec", "suspend")
	switch {
	case l.object(gatewaysGVR, "demo", "edge").GetAnnotations()[guardKey] != "":
		l.Error("the guard is left")
	case suspend || set:
		l.Error("the suspension is left")
	case l.object(mapsGVR, "flux-system", runName) != nil:
		l.Error("the journal is left")
	case l.object(ownersGVR, "flux-system", "b").GetAnnotations()[requestKey] != "":
		l.Error("a token is left")
	}
}

// TestARunThatIsCutOffAnywhereIsTakenBackWhereNothingWasPublished loses the
// connection at every write of a run in turn.
func TestARunThatIsCutOffAnywhereIsTakenBackWhereNothingWasPublished(t *testing.T) {
	whole := newUndoLab(t)
	if _, err := whole.run(handover(), nil); err != nil {
		t.Fatal(err)
	}
	removed := slices.Index(whole.writes, "delete kustomizations") + 1
	for n := 2; n <= len(whole.writes); n++ { // at the first there is no journal
		t.Run(fmt.Sprintf("at write %d, %s", n, whole.writes[n-1]), func(t *testing.T) {
			l := newUndoLab(t)
			l.fails = n
			if _, err := l.run(handover(), nil); err == nil {
				t.Fatal("nothing was cut off")
			}
			l.fails, l.writes = 0, nil
			report, err := l.undo(handover(), nil)
			if n > removed {
				if err == nil || !strings.Contains(err.Error(), "fluxmigrate plan --from live --to") || len(l.writes) > 0 {
					t.Errorf("got %v, and %q were written", err, l.writes)
				}
				return
			}
			if err != nil || !report.Undone || report.Finished {
				t.Fatalf("%v, %+v", err, report)
			}
			l.asBefore()
		})
	}
}

// TestAWayBackThatIsCutOffAnywhereIsGoneOnWith does the same to the way back, and
// sees that there is no way on from there.
func TestAWayBackThatIsCutOffAnywhereIsGoneOnWith(t *testing.T) {
	begun := func(t *testing.T) *lab {
		l := newUndoLab(t)
		if _, err := l.run(handover(), func(o *Options) { o.Until = 2 }); err != nil {
			t.Fatal(err)
		}
		l.writes = nil
		return l
	}
	whole := begun(t)
	if _, err := whole.undo(handover(), nil); err != nil {
		t.Fatal(err)
	}
	if patches := slices.Index(whole.writes, "patch kustomizations"); patches < 0 || patches > slices.Index(whole.writes, "patch gatewaies") {
		t.Errorf("it is not in reverse order: %q", whole.writes)
	}
	for n := 1; n <= len(whole.writes); n++ {
		t.Run(fmt.Sprintf("at write %d, %s", n, whole.writes[n-1]), func(t *testing.T) {
			l := begun(t)
			l.fails = n
			if _, err := l.undo(handover(), nil); err == nil {
				t.Fatal("nothing was cut off")
			}
			l.fails = 0
			if n > 1 {
				if _, err := l.run(handover(), nil); err == nil || !strings.Contains(err.Error(), "apply --undo") {
					t.Errorf("it went on: %v", err)
				}
			}
			if _, err := l.undo(handover(), nil); err != nil {
				t.Fatal(err)
			}
			l.asBefore()
		})
	}
}

func TestWhatPeopleHadSetBeforeTheRunIsLeft(t *testing.T) {
	l := newUndoLab(t)
	l.change(ownersGVR, "flux-system", "old", func(o object) { _ = unstructured.SetNestedField(o.Object, true, "spec", "suspend") })
	if _, err := l.run(handover(), func(o *Options) { o.Until = 1 }); err != nil {
		t.Fatal(err)
	}
	report, err := l.undo(handover(), nil)
	if suspend, _, _ := unstructured.NestedBool(l.object(ownersGVR, "flux-system", "old").Object, "spec", "suspend"); err != nil || !suspend || len(report.Left) > 0 {
		t.Errorf("%v; suspended %t, left %q", err, suspend, report.Left)
	}
}

// merging is a run that waits for a commit.
func merging() *planner.Plan {
	p := handover()
	p.Basis.Observed = []planner.Fingerprint{{Kustomization: b}}
	p.Stages = append(p.Stages[:1:1], planner.Stage{Title: "Change", Tree: "tree", Steps: []step.Step{
		{Kind: step.Publish, Target: source, Revision: "new", Leaves: []step.Condition{{Kind: step.Published, Value: "new"}}}}})
	return p
}

func TestACommitThatMayHaveBeenMergedIsLookedFor(t *testing.T) {
	for _, tt := range []struct {
		name, want string // "" is taken back
		ready, at  string // what the source answers; "" does not
	}{
		{"nobody has merged", "", "True", "main@sha1:aaa"},
		{"it was merged meanwhile", "the change was published", "True", "main@sha1:new"},
		{"the source does not answer", "nobody knows whether the change was merged", "", ""},
		{"the source cannot fetch", "nobody knows whether the change was merged", "False", "main@sha1:aaa"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newUndoLab(t)
			observe := func(o *Options) {
				o.Observe = func(context.Context) (*ownership.Observed, error) { return l.observed(), nil }
				o.Plan.Basis.Observed[0].Fingerprint = l.observed().Fingerprint(b)
			}
			var late *TimeoutError
			if _, err := l.run(merging(), observe); !errors.As(err, &late) {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(context.Background())
			defer stop()
			go l.answer(ctx, tt.ready, tt.at)
			_, err := l.undo(merging(), observe)
			if tt.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				l.asBefore()
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || l.object(gatewaysGVR, "demo", "edge").GetAnnotations()[guardKey] == "" {
				t.Errorf("got %v, and the guard is %v", err, l.object(gatewaysGVR, "demo", "edge").GetAnnotations())
			}
		})
	}
}

func TestACommitThatTheRunSawIsNotTakenBack(t *testing.T) {
	l := newUndoLab(t)
	p := merging()
	p.Basis.Observed[0].Fingerprint = l.observed().Fingerprint(b)
	p.Stages = append(p.Stages, handover().Stages[3])
	observe := func(o *Options) {
		o.Observe = func(context.Context) (*ownership.Observed, error) { return l.observed(), nil }
	}
	_, err := l.run(p, func(o *Options) {
		observe(o)
		o.Until = 2
		o.Say = func(line string) {
			if strings.Contains(line, "waiting for a commit") {
				l.change(sourcesGVR, "flux-system", "repo", func(s object) {
					_ = unstructured.SetNestedField(s.Object, "main@sha1:new", "status", "artifact", "revision")
				})
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go l.answer(ctx, "True", "main@sha1:new")
	if _, err := l.undo(p, observe); err == nil || !strings.Contains(err.Error(), "2.1 Publish: it is done") {
		t.Errorf("got %v", err)
	}
	if l.object(gatewaysGVR, "demo", "edge").GetAnnotations()[guardKey] == "" {
		t.Error("the guard is off")
	}
}

// observed is what the lab shows of its source.
func (l *lab) observed() *ownership.Observed {
	ref := ownership.SourceRef{Kind: "GitRepository", Namespace: "flux-system", Name: "repo"}
	return &ownership.Observed{
		Kustomizations: []ownership.ObservedKustomization{{ID: b, Spec: ownership.Spec{Source: ref}}},
		Sources:        []ownership.ObservedSource{{Ref: ref, Revision: revisionOf(l.object(sourcesGVR, "flux-system", "repo"))}},
	}
}

// answer is a source-controller that answers every request.
func (l *lab) answer(ctx context.Context, ready, at string) {
	for ctx.Err() == nil {
		o := l.object(sourcesGVR, "flux-system", "repo")
		if token := o.GetAnnotations()[requestKey]; ready != "" && token != "" && status(o, "lastHandledReconcileAt") != token {
			next := o.DeepCopy()
			_ = unstructured.SetNestedField(next.Object, token, "status", "lastHandledReconcileAt")
			_ = unstructured.SetNestedField(next.Object, at, "status", "artifact", "revision")
			_ = unstructured.SetNestedSlice(next.Object, []any{map[string]any{"type": "Ready", "status": ready}}, "status", "conditions")
			_ = l.client.Tracker().Update(sourcesGVR, next, "flux-system")
		}
		time.Sleep(time.Millisecond)
	}
}
