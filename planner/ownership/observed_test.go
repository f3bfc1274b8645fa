package ownership

import (
	"fmt"
	"reflect"
	"testing"
)

func TestWhichManagersTheControllerStrips(t *testing.T) {
	for _, c := range []struct {
		name, operation string
		overrides       []string
		want            bool
	}{
		{"kubectl-annotate", Update, nil, true},
		{"kubectl", Apply, nil, true},
		{"before-first-apply", Update, nil, true},
		{"before-first-apply", Apply, nil, false},
		{"kustomize-controller", Update, nil, true},
		{"kustomize-controller", Apply, nil, false},
		{"fluxmigrate", Apply, nil, false},
		{"flux-client-side-apply", Update, nil, false},
		{"argocd-controller", Apply, []string{"argocd"}, true},
		{"my-kubectl", Update, nil, false},
	} {
		if got := (Manager{c.name, c.operation}).Stripped(c.overrides); got != c.want {
			t.Errorf("%s (%s) with %v: %v", c.name, c.operation, c.overrides, got)
		}
	}
}

func TestWhichGuardsOutliveARun(t *testing.T) {
	by := func(field, manager, operation string) FieldManagers {
		return FieldManagers{Field: field, Managers: []Manager{{manager, operation}}}
	}
	prune, label, reconcile := AnnotationField(pruneKey), LabelField(pruneKey), AnnotationField(reconcileKey)
	for _, c := range []struct {
		name         string
		traits       Traits
		managers     []FieldManagers
		stays, known bool
	}{
		{"there is none", Traits{}, nil, false, true},
		{"kubectl set it", Traits{PruneDisabled: true}, []FieldManagers{by(prune, "kubectl-annotate", Update)}, false, true},
		{"we set it", Traits{PruneDisabled: true}, []FieldManagers{by(prune, "fluxmigrate", Apply)}, true, true},
		{"Git set it", Traits{PruneDisabled: true}, []FieldManagers{by(prune, "kustomize-controller", Apply)}, false, true},
		{"nobody manages it", Traits{PruneDisabled: true}, []FieldManagers{by(reconcile, "fluxmigrate", Apply)}, false, true},
		{"a label of ours, an annotation of kubectl: either may be the guard", Traits{PruneDisabled: true},
			[]FieldManagers{by(prune, "kubectl", Apply), by(label, "fluxmigrate", Apply)}, false, true},
		{"one of two guards is ours", Traits{PruneDisabled: true, ReconcileDisabled: true},
			[]FieldManagers{by(prune, "kubectl", Apply), by(reconcile, "fluxmigrate", Apply)}, true, true},
		{"the managed fields were not read", Traits{PruneDisabled: true}, nil, false, false},
	} {
		o := ObservedObject{Traits: c.traits, Managers: c.managers, ManagersKnown: c.known}
		if stays, known := o.GuardStays(nil); stays != c.stays || known != c.known {
			t.Errorf("%s: stays %v, known %v", c.name, stays, known)
		}
	}
}

// cluster is a small observation: apps holds a, infra holds b, both hold c; d
// has labels of apps that does not list it, e those of nobody that is there.
func cluster() *Observed {
	id := func(name string) ObjectID { return ObjectID{Kind: "ConfigMap", Namespace: "demo", Name: name} }
	apps, infra := KustomizationID{"f", "apps"}, KustomizationID{"f", "infra"}
	inherited := []OwnerReference{{Kind: "Service", Name: "x", Controller: true}}
	return &Observed{
		Kustomizations: []ObservedKustomization{
			{ID: apps, Inventory: []ObjectID{id("a"), id("c"), id("z")}, Spec: Spec{Digest: "1"}, Generation: 1},
			{ID: infra, Inventory: []ObjectID{id("b"), id("c")}},
		},
		Objects: []ObservedObject{
			{ID: id("a"), UID: "u", Owner: apps}, {ID: id("b"), Owner: infra}, {ID: id("c"), Owner: apps},
			{ID: id("d"), Owner: apps}, {ID: id("e"), Owner: KustomizationID{"f", "gone"}},
			{ID: id("f"), Owner: apps, OwnedBy: inherited}, {ID: id("g")},
		},
		Missing: []ObjectID{id("z")},
	}
}

func TestContestsAndOrphans(t *testing.T) {
	o := cluster()
	if got := fmt.Sprint(o.Contests()); got != "[{demo_c__ConfigMap [f/apps f/infra]}]" {
		t.Errorf("contests: %s", got)
	}
	var orphans []string
	for _, x := range o.Orphans() {
		orphans = append(orphans, x.ID.Name)
	}
	if !reflect.DeepEqual(orphans, []string{"d", "e"}) {
		t.Errorf("orphans: %s", orphans)
	}
}

func TestAFingerprintChangesWithWhatAPlanDependsOn(t *testing.T) {
	apps := KustomizationID{"f", "apps"}
	before := cluster().Fingerprint(apps)
	for _, c := range []struct {
		name    string
		change  func(o *Observed)
		differs bool
	}{
		{"nothing", func(*Observed) {}, false},
		{"a revision applied", func(o *Observed) { o.Kustomizations[0].LastAppliedRevision = "r" }, false},
		{"it became Ready", func(o *Observed) { o.Kustomizations[0].Ready = true }, false},
		{"another Kustomization", func(o *Observed) { o.Kustomizations[1].Generation = 9 }, false},
		{"an object of nobody", func(o *Observed) { o.Objects[6].UID = "new" }, false},
		{"the spec", func(o *Observed) { o.Kustomizations[0].Spec.Digest = "2" }, true},
		{"the generation", func(o *Observed) { o.Kustomizations[0].Generation = 2 }, true},
		{"the shard", func(o *Observed) { o.Kustomizations[0].Shard = "east" }, true},
		{"a deletion", func(o *Observed) { o.Kustomizations[0].Deleting = true }, true},
		{"the inventory", func(o *Observed) { o.Kustomizations[0].Inventory = o.Kustomizations[0].Inventory[:2] }, true},
		{"the owner of an object", func(o *Observed) { o.Objects[0].Owner.Name = "infra" }, true},
		{"the identity of an object", func(o *Observed) { o.Objects[0].UID = "new" }, true},
		{"a guard", func(o *Observed) { o.Objects[0].Traits.PruneDisabled = true }, true},
		{"a finalizer", func(o *Observed) { o.Objects[0].Finalizers = []string{"x"} }, true},
		{"an object is being deleted", func(o *Observed) { o.Objects[0].Deleting = true }, true},
		{"what was missing was not looked at", func(o *Observed) { o.Missing = nil }, true},
	} {
		o := cluster()
		c.change(o)
		if got := o.Fingerprint(apps); (got != before) != c.differs {
			t.Errorf("%s: differs is %v", c.name, got != before)
		}
	}
	if got := cluster().Fingerprint(KustomizationID{"f", "gone"}); got != "" {
		t.Errorf("one that is not there has %q", got)
	}
}
