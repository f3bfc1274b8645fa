package execute

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic/fake"
	clienttesting "k8s.io/client-go/testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

var (
	// Spelled as client-go's fakes guess it.
	gatewaysGVR = schema.GroupVersionResource{Group: "gateway.networking.k8s.io", Version: "v1", Resource: "gatewaies"}
	ownersGVR   = schema.GroupVersionResource{Group: ownership.KustomizationGroup, Version: "v1", Resource: "kustomizations"}
	sourcesGVR  = schema.GroupVersionResource{Group: ownership.SourceGroup, Version: "v1", Resource: "gitrepositories"}
	mapsGVR     = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}
	old         = ksID{Namespace: "flux-system", Name: "old"}
)

// patience is long enough for fakes on a machine that is busy.
const patience = 2 * time.Second

// lab is a cluster of fakes with a controller that answers requests.
type lab struct {
	*testing.T
	client *fake.FakeDynamicClient
	writes []string // "patch gateways edge", in their order
	fails  int      // the write that fails, from 1
}

func newLab(t *testing.T) *lab {
	l := &lab{T: t}
	mapper := map[schema.GroupVersionResource]string{gatewaysGVR: "GatewayList", ownersGVR: "KustomizationList", sourcesGVR: "GitRepositoryList", mapsGVR: "ConfigMapList",
		{Version: "v1", Resource: "events"}: "EventList"}
	idle := strings.NewReplacer("name: b,", "name: old,").Replace(owner)
	l.client = fake.NewSimpleDynamicClientWithCustomListKinds(runtime.NewScheme(), mapper,
		manifest(t, owner), manifest(t, edge), manifest(t, repo), manifest(t, idle))
	l.client.PrependReactor("*", "*", func(a clienttesting.Action) (bool, runtime.Object, error) {
		if !slices.Contains([]string{"create", "update", "patch", "delete"}, a.GetVerb()) {
			return false, nil, nil
		}
		l.writes = append(l.writes, a.GetVerb()+" "+a.GetResource().Resource)
		if l.fails > 0 && len(l.writes) == l.fails {
			return true, nil, errors.New("the connection is lost")
		}
		return false, nil, nil
	})
	return l
}

// cluster gives the fakes as a cluster whose controllers answer at once.
func (l *lab) cluster(ctx context.Context) *Cluster {
	mapper := apimeta.NewDefaultRESTMapper([]schema.GroupVersion{gatewaysGVR.GroupVersion(), ownersGVR.GroupVersion(), sourcesGVR.GroupVersion(), mapsGVR.GroupVersion()})
	for kind, of := range map[string]schema.GroupVersionResource{"Gateway": gatewaysGVR, "Kustomization": ownersGVR, "GitRepository": sourcesGVR, "ConfigMap": mapsGVR,
		"Event": {Version: "v1", Resource: "events"}} {
		mapper.Add(of.GroupVersion().WithKind(kind), apimeta.RESTScopeNamespace)
	}
	go l.controller(ctx)
	return &Cluster{whole: l.client, mapper: mapper}
}

// controller copies tokens into the status, behind the back of the counting.
func (l *lab) controller(ctx context.Context) {
	for ctx.Err() == nil {
		list, err := l.client.Tracker().List(ownersGVR, ownersGVR.GroupVersion().WithKind("Kustomization"), "")
		if err == nil {
			for _, o := range list.(*unstructured.UnstructuredList).Items {
				token := o.GetAnnotations()[requestKey]
				if next := o.DeepCopy(); token != "" && status(next, "lastHandledReconcileAt") != token {
					_ = unstructured.SetNestedField(next.Object, token, "status", "lastHandledReconcileAt")
					_ = l.client.Tracker().Update(ownersGVR, next, next.GetNamespace())
				}
			}
		}
		time.Sleep(time.Millisecond)
	}
}

func (l *lab) object(of schema.GroupVersionResource, namespace, name string) *unstructured.Unstructured {
	o, err := l.client.Tracker().Get(of, namespace, name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		l.Fatal(err)
	}
	return o.(*unstructured.Unstructured)
}

// handover guards the Gateway, sees that the guard stays, removes a Kustomization
// that was suspended, and takes the guard off.
func handover() *planner.Plan {
	annotation := "metadata.annotations[" + guardKey + "]"
	suspended := step.Condition{Kind: step.Stored, Kustomization: old, Field: "spec.suspend", Value: "true"}
	return &planner.Plan{Seal: "sealed", Stages: []planner.Stage{
		{Title: "Protect", Steps: []step.Step{
			{Kind: step.GuardObject, Target: gateway, Field: annotation, Value: "disabled", Leaves: []step.Condition{guarded}},
			{Kind: step.Suspend, Target: old.Object(), Field: "spec.suspend", Value: "true", Leaves: []step.Condition{suspended}}}},
		{Title: "See", Steps: []step.Step{{Kind: step.Reconcile, Target: b.Object(), Leaves: []step.Condition{barrier, guarded}}}},
		{Title: "Remove", Steps: []step.Step{{Kind: step.RemoveKustomization, Target: old.Object(), Needs: []step.Condition{suspended, {Kind: step.Consented, Object: old.Object()}},
			Leaves: []step.Condition{{Kind: step.Gone, Object: old.Object()}}}}},
		{Title: "Release", Steps: []step.Step{{Kind: step.UnguardObject, Target: gateway, Field: annotation, Needs: []step.Condition{taken}, Leaves: []step.Condition{unguarded}}}},
	}}
}

func (l *lab) run(p *planner.Plan, change func(*Options)) (*Report, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	o := Options{Plan: p, Namespace: "flux-system", Timeout: patience, Patience: patience,
		Consented: map[objectID]bool{old.Object(): true}, Say: func(string) {},
		Observe: func(context.Context) (*ownership.Observed, error) { return &ownership.Observed{}, nil },
		Begin:   func(*ownership.Observed) error { return nil },
		Tree:    func(context.Context, string) (string, error) { return "", errors.New("not at hand") }}
	if change != nil {
		change(&o)
	}
	r := newRun(l.cluster(ctx), o)
	err := r.guarded(ctx)
	return r.report, err
}

func (l *lab) ends() {
	l.Helper()
	o := l.object(gatewaysGVR, "demo", "edge")
	switch {
	case o.GetAnnotations()[guardKey] != "":
		l.Error("the guard is left")
	case l.object(ownersGVR, "flux-system", "old") != nil:
		l.Error("the old owner is left")
	case l.object(mapsGVR, "flux-system", runName) != nil:
		l.Error("the journal is left")
	case l.object(ownersGVR, "flux-system", "b").GetAnnotations()[requestKey] != "":
		l.Error("a token is left")
	}
}

func TestAPlanIsCarriedOutAndEveryWriteIsInTheJournalBefore(t *testing.T) {
	l := newLab(t)
	report, err := l.run(handover(), nil)
	if err != nil || !report.Finished || len(report.Left) > 0 {
		t.Fatalf("%v, %+v", err, report)
	}
	l.ends()
	for i, write := range l.writes {
		if sweeping := slices.Contains(l.writes[:i], "delete kustomizations") && strings.HasPrefix(write, "patch"); strings.HasSuffix(write, "configmaps") || sweeping {
			continue
		}
		if i == 0 || !strings.HasSuffix(l.writes[i-1], "configmaps") {
			t.Errorf("%s comes without an intent: %q", write, l.writes)
		}
	}
	if f := report.Objects[0]; !f.Kept() || f.Object != gateway {
		t.Errorf("%+v", f)
	}
}

// TestARunThatIsCutOffAnywhereIsGoneOnWith loses the connection at every write in
// turn, and begins again.
func TestARunThatIsCutOffAnywhereIsGoneOnWith(t *testing.T) {
	whole := newLab(t)
	if _, err := whole.run(handover(), nil); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= len(whole.writes); n++ {
		t.Run(fmt.Sprintf("at write %d, %s", n, whole.writes[n-1]), func(t *testing.T) {
			l := newLab(t)
			l.fails = n
			if _, err := l.run(handover(), nil); err == nil {
				t.Fatal("nothing was cut off")
			}
			l.fails = 0
			if _, err := l.run(handover(), nil); err != nil {
				t.Fatal(err)
			}
			l.ends()
		})
	}
}

func TestARunStopsBeforeItWritesWhatItMustNot(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		change     func(l *lab, o *Options)
	}{
		{"nobody agreed to a deletion", "nobody has agreed to the deletion of Kustomization flux-system/old", func(_ *lab, o *Options) { o.Consented = nil }},
		{"the basis is another", "Kustomization flux-system/b is there, and was not", func(_ *lab, o *Options) {
			o.Plan.Basis.Observed = []planner.Fingerprint{{Kustomization: b}}
			o.Observe = func(context.Context) (*ownership.Observed, error) {
				return &ownership.Observed{Kustomizations: []ownership.ObservedKustomization{{ID: b}}}, nil
			}
		}},
		{"the repository is another", "the plan is stale", func(_ *lab, o *Options) {
			o.Begin = func(*ownership.Observed) error { return &StaleError{What: []string{"HEAD"}} }
		}},
		{"a run of another plan is not done", "a run of another plan", func(l *lab, _ *Options) {
			at := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "data": map[string]any{journalKey: `{"plan":"other"}`}}}
			at.SetNamespace("flux-system")
			at.SetName(runName)
			if err := l.client.Tracker().Create(mapsGVR, at, "flux-system", metav1.CreateOptions{}); err != nil {
				l.Fatal(err)
			}
		}},
		{"the ConfigMap is somebody else's", "holds no journal", func(l *lab, _ *Options) {
			at := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap"}}
			at.SetNamespace("flux-system")
			at.SetName(runName)
			if err := l.client.Tracker().Create(mapsGVR, at, "flux-system", metav1.CreateOptions{}); err != nil {
				l.Fatal(err)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLab(t)
			_, err := l.run(handover(), func(o *Options) { tt.change(l, o) })
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v", err)
			}
			if slices.Contains(l.writes, "delete kustomizations") {
				t.Error("it was deleted")
			}
		})
	}
}

func TestATimeoutSaysWhatIsMissingAndWhatStandsBehindIt(t *testing.T) {
	l := newLab(t)
	p := handover()
	p.Stages[1].Steps[0].Leaves = append(p.Stages[1].Steps[0].Leaves, step.Condition{Kind: step.Forgotten, Kustomization: b, Object: gateway})
	event := manifest(t, "apiVersion: v1\nkind: Event\nmetadata: {namespace: flux-system, name: e}\nlastTimestamp: 2026-01-01T00:00:00Z\nreason: HealthCheckFailed\nmessage: it takes long")
	if err := l.client.Tracker().Create(schema.GroupVersionResource{Version: "v1", Resource: "events"}, event, "flux-system", metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	_, err := l.run(p, nil)
	var late *TimeoutError
	if !errors.As(err, &late) {
		t.Fatal(err)
	}
	for _, want := range []string{"2.1 Reconcile", "flux-system/b has forgotten Gateway demo/edge: its inventory still lists it", "Ready=True (ReconciliationSucceeded): Applied",
		"HealthCheckFailed: it takes long", "stages up to 1 of 4", "the same command goes on", guardKey} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("nothing says %q:\n%v", want, err)
		}
	}
}

func TestAGuardThatARunTakesOffIsNotReliedOn(t *testing.T) {
	l := newLab(t)
	_, err := l.run(handover(), func(o *Options) {
		o.Timeout = 5 * time.Second
		o.Say = func(line string) { // the owner's run under stage 2
			if strings.Contains(line, "stage 2 of 4") {
				bare := l.object(gatewaysGVR, "demo", "edge").DeepCopy()
				bare.SetAnnotations(nil)
				_ = l.client.Tracker().Update(gatewaysGVR, bare, "demo")
			}
		}
	})
	if err == nil || !strings.Contains(err.Error(), "A run of the owner has taken the guard off") {
		t.Error(err)
	}
}

func TestWhatHappensToAProtectedObjectEndsTheRun(t *testing.T) {
	l := newLab(t)
	_, err := l.run(handover(), func(o *Options) {
		o.Say = func(line string) {
			if strings.Contains(line, "stage 2 of 4") {
				_ = l.client.Tracker().Delete(gatewaysGVR, "demo", "edge")
			}
		}
	})
	var lost *ViolationError
	if !errors.As(err, &lost) || lost.Object != gateway || !strings.Contains(err.Error(), "Before the plan it had the UID one") {
		t.Error(err)
	}
	if slices.Contains(l.writes, "delete kustomizations") {
		t.Error("it went on")
	}
}

// TestWhatTheWatchIsLateForIsToldAllTheSame has no watch, and loses the object
// between two looks, at the very end of the work.
func TestWhatTheWatchIsLateForIsToldAllTheSame(t *testing.T) {
	l := newLab(t)
	l.client.PrependWatchReactor("*", func(clienttesting.Action) (bool, watch.Interface, error) {
		return true, nil, errors.New("no watches here")
	})
	r := newRun(l.cluster(t.Context()), Options{Plan: handover(), Namespace: "flux-system", Say: func(string) {},
		Observe: func(context.Context) (*ownership.Observed, error) { return &ownership.Observed{}, nil },
		Begin:   func(*ownership.Observed) error { return nil }})
	err := r.watched(t.Context(), r.begin, func(context.Context) error {
		time.Sleep(rewatch / 5)
		_ = l.client.Tracker().Delete(gatewaysGVR, "demo", "edge")
		return errors.New("the guard is gone; it is safe to stop here")
	})
	var lost *ViolationError
	if !errors.As(err, &lost) || lost.Object != gateway {
		t.Error(err)
	}
}

func TestARunEndsAfterTheStageThatWasAskedFor(t *testing.T) {
	l := newLab(t)
	report, err := l.run(handover(), func(o *Options) { o.Until = 2 })
	if err != nil || report.StoppedAfter != 2 || report.Finished {
		t.Fatalf("%v, %+v", err, report)
	}
	if l.object(gatewaysGVR, "demo", "edge").GetAnnotations()[guardKey] != "disabled" || l.object(ownersGVR, "flux-system", "old") == nil {
		t.Error("it is not where stage 2 ends")
	}
	if _, err := l.run(handover(), nil); err != nil {
		t.Fatal(err)
	}
	l.ends()
}
