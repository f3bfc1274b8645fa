package controlplane_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// robot is the account that gets the roles, and nothing else.
var robot = []string{"--as", "system:serviceaccount:flux-system:fluxmigrate"}

// roles are those that rbac prints for a plan.
type roles struct {
	*applying
	manifests []*unstructured.Unstructured
}

func (a *applying) roles(purpose string, flags ...string) *roles {
	a.Helper()
	command := exec.Command(a.program, append([]string{"rbac", a.plan, "--for", purpose, "--kubeconfig", cluster.Kubeconfig}, flags...)...)
	var stdout, stderr bytes.Buffer
	command.Dir, command.Stdout, command.Stderr = a.repository, &stdout, &stderr
	if err := command.Run(); err != nil {
		a.Fatalf("rbac: %v\n%s", err, &stderr)
	}
	a.Logf("%s", &stdout)
	manifests, err := controlplane.Documents(&stdout)
	if err != nil {
		a.Fatal(err)
	}
	return &roles{a, manifests}
}

// ruleOf describes a rule by what it allows.
func ruleOf(rule any) string {
	r := rule.(map[string]any)
	text := fmt.Sprint(r["resources"])
	if names := r["resourceNames"]; names != nil {
		text += fmt.Sprint(names)
	}
	return text + fmt.Sprint(r["verbs"])
}

// all lists the rules, each behind the namespace of its role.
func (r *roles) all() []string {
	var all []string
	for _, m := range r.manifests {
		rules, _, _ := unstructured.NestedSlice(m.Object, "rules")
		for _, rule := range rules {
			all = append(all, m.GetNamespace()+" "+ruleOf(rule))
		}
	}
	return all
}

// grant gives the roles, but for one rule; "" is all of them.
func (r *roles) grant(without string) {
	r.Helper()
	found := without == ""
	for _, m := range r.manifests {
		m = m.DeepCopy()
		rules, has, _ := unstructured.NestedSlice(m.Object, "rules")
		rest := slices.DeleteFunc(rules, func(rule any) bool { return m.GetNamespace()+" "+ruleOf(rule) == without })
		if has {
			found = found || len(rest) < len(rules)
			_ = unstructured.SetNestedSlice(m.Object, rest, "rules")
		}
		if err := cluster.Apply(r.Context(), "rbac", m); err != nil {
			r.Fatal(err)
		}
	}
	if !found {
		r.Fatalf("no rule is %q; there are:\n%s", without, strings.Join(r.all(), "\n"))
	}
	time.Sleep(time.Second) // the API server reads roles from a cache
}

// revoke takes the roles away.
func (r *roles) revoke() {
	for _, m := range r.manifests {
		if strings.HasSuffix(m.GetKind(), "Binding") {
			_ = unstructured.SetNestedSlice(m.Object, nil, "subjects")
			if err := cluster.Apply(r.Context(), "rbac", m); err != nil {
				r.Error(err)
			}
		}
	}
}

// planAs plans as the robot, and gives the document and all that was said.
func (a *applying) planAs(from, to string) (document map[string]any, said string) {
	a.Helper()
	command := exec.Command(a.program, append([]string{"plan", "--from", from, "--to", to, "-o", "json", "--kubeconfig", cluster.Kubeconfig}, robot...)...)
	var stdout, stderr bytes.Buffer
	command.Dir, command.Stdout, command.Stderr = a.repository, &stdout, &stderr
	_ = command.Run() // what it has to say is in the document, or on standard error
	_ = json.Unmarshal(stdout.Bytes(), &document)
	return document, strings.ReplaceAll(stdout.String(), `\"`, `"`) + stderr.String()
}

// TestTheLeastRolesAreEnoughAndNoneIsTooMuch: rights that rbac prints are tried
// by an account that has no others.
func TestTheLeastRolesAreEnoughAndNoneIsTooMuch(t *testing.T) {
	program := build(t)
	d := loadDemo(t, "tls")

	t.Run("to plan, and what is missing is said", func(t *testing.T) {
		a := planned(&demo{t, d.layout, d.revision}, program, "tls", "ip")
		if _, said := a.planAs("tls", "ip"); !strings.Contains(said, `cannot list resource "kustomizations"`) {
			t.Fatalf("without any right: %s", said)
		}
		r := a.roles("plan")
		defer r.revoke()
		r.grant("")
		document, all := a.planAs("tls", "ip")
		a.sameAs(document)
		for _, rule := range r.all() {
			says, heard := lackOf(rule)
			if !heard {
				continue
			}
			r.grant(rule)
			if _, said := a.planAs("tls", "ip"); !strings.Contains(said, says) || said == all {
				t.Errorf("without %s nothing says %q", rule, says)
			}
		}
	})

	t.Run("to apply, and once they are given the same command goes on", func(t *testing.T) {
		d := &demo{t, d.layout, d.revision}
		before := read(t, gateway)
		a := planned(d, program, "tls", "ip")
		r := a.roles("apply", "--switch-roots")
		defer r.revoke()
		flags := append(append([]string{"--switch-roots"}, agreed...), robot...)
		for _, c := range []struct{ rule, says string }{
			{" [kustomizations][list]", `cannot list resource "kustomizations"`},
			{"flux-system [leases][fluxmigrate][get update delete]", `cannot get resource "leases"`},
			{"flux-system [configmaps][create]", `cannot create resource "configmaps"`},
			{"edge [gateways][public][get patch]", `cannot get resource "gateways"`},
			{"flux-system [kustomizations][edge-ip edge-tls][get watch patch]", `cannot get resource "kustomizations"`},
		} {
			r.grant(c.rule)
			if status, said := a.run(nil, flags...); status == 0 || !strings.Contains(said, c.says) {
				t.Errorf("without %s: exit status %d, and it does not say %s", c.rule, status, c.says)
			}
		}
		r.grant("")
		a.succeeds(nil, flags...)
		d.keeps(before, "ip")
		d.noTrace()
		d.switchTo("tls")
	})
}

// sameAs holds that a plan is that of somebody who may read everything, but for
// what it says was not looked at.
func (a *applying) sameAs(got map[string]any) {
	a.Helper()
	data, err := os.ReadFile(a.plan)
	if err != nil {
		a.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(data, &want); err != nil {
		a.Fatal(err)
	}
	for _, field := range []string{"verdict", "reason", "basis", "stages", "unknowns", "hazards", "changes"} {
		if !reflect.DeepEqual(got[field], want[field]) {
			a.Errorf("under exactly the roles, %s is %v, want %v", field, got[field], want[field])
		}
	}
}

// lackOf says what is heard where a rule is taken out. Of most kinds it is that
// they were not looked for, among others. A right to get is for what the lists
// of labelled objects do not show; of values aside, the demo has none.
func lackOf(rule string) (says string, heard bool) {
	_, rest, _ := strings.Cut(rule, " [")
	resource, _, _ := strings.Cut(rest, "]")
	switch {
	case resource == "helmreleases":
		return "", false // not served here
	case resource == "kustomizations" || resource == "gitrepositories":
		return fmt.Sprintf(`cannot list resource "%s"`, resource), true
	case resource == "deployments":
		return "no Deployment of it was read (deployments.apps is forbidden", true
	case strings.HasSuffix(rule, "[list]"):
		return "were not looked for", true
	case resource == "configmaps":
		return "edge-settings, a required source of variables that is not at hand", true
	}
	return "", false
}
