package controlplane_test

import (
	"os"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// TestAPlanThatIsDisturbed: what happens to a cluster beside a run does not lose
// the Gateway, and a run that had to stop goes on once what was in its way is gone.
func TestAPlanThatIsDisturbed(t *testing.T) {
	program := build(t)
	loadDemo(t, "tls")

	t.Run("kustomize-controller restarts at each stage", func(t *testing.T) {
		d := &demo{t, loaded.layout, loaded.revision}
		for _, leg := range []struct{ from, to string }{{"tls", "ip"}, {"ip", "tls"}} {
			a := planned(d, program, leg.from, leg.to)
			before, restarts := d.uids(), 0
			a.succeeds(func(line string, _ *os.Process) {
				if strings.Contains(line, " stage ") {
					restarts++
					if err := cluster.RestartController(); err != nil {
						t.Error(err)
					}
				}
			}, append(agreed, "--switch-roots")...)
			if restarts < 6 {
				t.Errorf("%d restarts", restarts)
			}
			d.keepsAll(before, leg.to)
		}
	})

	t.Run("a person suspends the root midway", func(t *testing.T) {
		d := &demo{t, loaded.layout, loaded.revision}
		a := planned(d, program, "tls", "ip")
		before := d.uids()
		root := controlplane.Kustomization("flux-system", "ingress")
		status, said := a.run(func(line string, _ *os.Process) {
			if strings.Contains(line, "stage 2 of") {
				d.suspend(root, true)
			}
		}, append(agreed, "--switch-roots", "--timeout", "5s")...)
		if status == 0 || status == 6 || !strings.Contains(said, "flux-system/ingress") {
			t.Errorf("exit status %d", status)
		}
		d.suspend(root, nil)
		a.succeeds(nil, append(agreed, "--switch-roots")...)
		d.keepsAll(before, "ip")
		d.switchTo("tls")
	})

	t.Run("an owner is not ready", func(t *testing.T) {
		d := &demo{t, loaded.layout, loaded.revision}
		a := planned(d, program, "tls", "ip")
		before := d.uids()
		admit := d.refuse()
		status, said := a.run(nil, append(agreed, "--switch-roots", "--timeout", "5s")...)
		if status != 1 || !strings.Contains(said, "still missing") || !strings.Contains(said, "nobody may apply the Gateway") {
			t.Errorf("exit status %d", status)
		}
		admit()
		if said := a.succeeds(nil, append(agreed, "--switch-roots")...); !strings.Contains(said, "going on with the run") {
			t.Error("it began again")
		}
		d.keepsAll(before, "ip")
		d.switchTo("tls")
	})
}

// keepsAll holds that every object that is in both modes is the one it was, and
// that nothing of a run is left.
func (d *demo) keepsAll(before map[string]string, mode string) {
	d.Helper()
	d.noTrace()
	d.settle(mode)
	if lost := losses(before, d.uids()); lost != "" {
		d.Errorf("lost:\n%s", lost)
	}
}

func (d *demo) suspend(id controlplane.ID, value any) {
	d.Helper()
	if err := cluster.Merge(d.Context(), id, "person", map[string]any{"spec": map[string]any{"suspend": value}}); err != nil {
		d.Error(err)
	}
}

// refuse has the API server refuse kustomize-controller's applies of the Gateway,
// until what it gives is called.
func (d *demo) refuse() (admit func()) {
	d.Helper()
	const api, name = "admissionregistration.k8s.io/v1", "no-gateway"
	object := func(kind string, spec map[string]any) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": api, "kind": kind, "metadata": map[string]any{"name": name}, "spec": spec}}
	}
	policy := object("ValidatingAdmissionPolicy", map[string]any{
		"matchConstraints": map[string]any{"resourceRules": []any{map[string]any{
			"apiGroups": []any{gateway.Resource.Group}, "apiVersions": []any{"*"}, "operations": []any{"UPDATE"}, "resources": []any{"gateways"}}}},
		"matchConditions": []any{map[string]any{"name": "flux", "expression": "request.userInfo.username.endsWith('kustomize-controller')"}},
		"validations":     []any{map[string]any{"expression": "false", "message": "nobody may apply the Gateway"}},
	})
	binding := object("ValidatingAdmissionPolicyBinding", map[string]any{"policyName": name, "validationActions": []any{"Deny"}})
	if err := cluster.Apply(d.Context(), "person", policy, binding); err != nil {
		d.Fatal(err)
	}
	return func() {
		for _, resource := range []string{"validatingadmissionpolicybindings", "validatingadmissionpolicies"} {
			client := cluster.Dynamic.Resource(schema.GroupVersionResource{Group: "admissionregistration.k8s.io", Version: "v1", Resource: resource})
			if err := client.Delete(d.Context(), name, metav1.DeleteOptions{}); err != nil {
				d.Error(err)
			}
		}
	}
}
