package controlplane_test

import (
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// TestEverySwitchOfTheDemoKeepsEverythingAsAPlan: of each switch from one mode to
// another a plan is made, from what the cluster holds, and is carried out. Nothing
// is lost, also where the switch as it is loses something (testdata/switches.txt).
func TestEverySwitchOfTheDemoKeepsEverythingAsAPlan(t *testing.T) {
	program := build(t)
	d := loadDemo(t, "tls")
	modes := slices.Sorted(maps.Keys(d.layout.Modes))
	d.switchTo(modes[0])
	at := modes[0]
	for _, to := range circuit(modes) {
		if !t.Run(at+" to "+to, func(t *testing.T) {
			d := &demo{t, loaded.layout, loaded.revision}
			a := planned(d, program, at, to)
			before, asked, began := d.uids(), d.asked(), time.Now()
			a.succeeds(nil, append(agreed, "--switch-roots")...)
			t.Logf("TIME %s → %s carried out in %s", at, to, time.Since(began).Round(time.Second/10))
			d.noTrace()
			d.nothingHeld(asked)
			d.settle(to)
			if lost := losses(before, d.uids()); lost != "" {
				t.Errorf("lost:\n%s", lost)
			}
		}) {
			return // the cluster is in no mode that the next could begin with
		}
		at = to
	}
}

// TestASwitchWithoutItsProtectionLoses: the same plans without the guard of the
// Gateway, or without the orphaning of its owner, lose it, and the run says so.
func TestASwitchWithoutItsProtectionLoses(t *testing.T) {
	program := build(t)
	loadDemo(t, "tls")
	for _, leg := range []struct{ from, to string }{{"tls", "ip"}, {"ip", "tls"}} {
		t.Run(leg.from+" to "+leg.to, func(t *testing.T) {
			d := &demo{t, loaded.layout, loaded.revision}
			a := planned(d, program, leg.from, leg.to)
			before := d.uids()
			status, said := a.runUnprotected()
			d.settle(leg.to)
			const want = "  edge_public_gateway.networking.k8s.io_Gateway is another object\n"
			if lost := losses(before, d.uids()); lost != want {
				t.Errorf("lost %q", lost)
			}
			if status != 6 || !strings.Contains(said, "Gateway edge/public") {
				t.Errorf("exit status %d", status)
			}
			d.forget(leg.to)
		})
	}
	d := &demo{t, loaded.layout, loaded.revision}
	d.switchTo("tls")
}

// runUnprotected carries out the plan without what protects.
func (a *applying) runUnprotected() (status int, said string) {
	a.Helper()
	program := filepath.Join(a.TempDir(), "unprotected")
	compile := exec.CommandContext(a.Context(), "go", "build", "-o", program, "./testdata/unprotected")
	compile.Dir = filepath.Join("..", "..")
	if out, err := compile.CombinedOutput(); err != nil {
		a.Fatalf("%v\n%s", err, out)
	}
	command := exec.CommandContext(a.Context(), program, a.plan, cluster.Kubeconfig)
	out, err := command.CombinedOutput()
	a.Logf("%v\n%s", err, out)
	return command.ProcessState.ExitCode(), string(out)
}

const requestedAt = "reconcile.fluxcd.io/requestedAt"

// asked gives the last run that each Kustomization and source was asked for.
func (d *demo) asked() map[string]string {
	d.Helper()
	tokens := make(map[string]string)
	for _, o := range d.fluxObjects() {
		tokens[o.GetKind()+" "+o.GetName()] = o.GetAnnotations()[requestedAt]
	}
	return tokens
}

// nothingHeld holds that no Kustomization or source is suspended, that none has a
// token of a run that it did not have before, and that no policy of ours is there.
func (d *demo) nothingHeld(asked map[string]string) {
	d.Helper()
	policies := schema.GroupVersionResource{Group: "admissionregistration.k8s.io", Version: "v1", Resource: "validatingadmissionpolicies"}
	list, err := cluster.Dynamic.Resource(policies).List(d.Context(), metav1.ListOptions{})
	if err != nil {
		d.Fatal(err)
	}
	for _, p := range list.Items {
		if strings.Contains(p.GetName(), "fluxmigrate") {
			d.Errorf("policy %s is left", p.GetName())
		}
	}
	for _, o := range d.fluxObjects() {
		if suspended, _, _ := unstructured.NestedBool(o.Object, "spec", "suspend"); suspended {
			d.Errorf("%s %s is suspended", o.GetKind(), o.GetName())
		}
		if token := o.GetAnnotations()[requestedAt]; token != "" && token != asked[o.GetKind()+" "+o.GetName()] {
			d.Errorf("%s %s has the token %s", o.GetKind(), o.GetName(), token)
		}
	}
}

// fluxObjects gives the Kustomizations and the sources of the cluster.
func (d *demo) fluxObjects() []unstructured.Unstructured {
	d.Helper()
	var all []unstructured.Unstructured
	for _, resource := range []schema.GroupVersionResource{kustomizations, controlplane.GitRepository("", "").Resource} {
		list, err := cluster.Dynamic.Resource(resource).List(d.Context(), metav1.ListOptions{})
		if err != nil {
			d.Fatal(err)
		}
		all = append(all, list.Items...)
	}
	return all
}
