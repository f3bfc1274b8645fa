package planner_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// scenario gives the plan of an archive of testdata/scenario, with some of its
// text replaced.
func scenario(t *testing.T, name string, replace ...string) *planner.Plan {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "scenario", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(replace...).Replace(string(data))
	if len(replace) > 0 && text == string(data) {
		t.Fatalf("%s does not have %q", name, replace)
	}
	s, err := plantest.ParseScenario([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return planOf(t, s, nil)
}

func TestADifferenceSaysWhatToDo(t *testing.T) {
	root := "metadata: {name: locks, namespace: flux-system, uid: live-locks}\nspec: {interval: 10m, path: ./cluster,"
	elsewhere := func(labels string) []string {
		return []string{root, "metadata: {name: locks, namespace: flux-system, labels: {" + labels + "}}\nspec: {interval: 10m, path: ./moved,"}
	}
	for _, c := range []struct {
		scenario     string
		replace      []string
		subject, why string
		do           string
	}{
		{"live-suspended-by-hand", nil, "Kustomization flux-system/upper", "from says spec.suspend: false; in the cluster spec.suspend is true", "resume it, or declare spec.suspend"},
		{"live-prune-off-by-hand", nil, "Kustomization flux-system/upper", "spec.prune is false", "let flux-system/locks apply from, which sets it back"},
		{"live-at-another-revision", nil, "GitRepository/flux-system/canal", "it is at main@sha1:111111111111", "plan with --from 111111111111, or let the cluster reach from first"},
		{"live-orphan", nil, "Gateway canal/gate", "its owner labels name flux-system/weir, which is not there", "let flux-system/upper apply it first"},
		{"live-as-git-says", elsewhere("fluxcd.controlplane.io/name: flux, fluxcd.controlplane.io/namespace: flux-system"),
			"Kustomization flux-system/locks", "from says spec.path: ./cluster; in the cluster spec.path is ./moved",
			"plan from a state with that spec.path, or change spec.sync.path of the FluxInstance flux-system/flux"},
		{"live-as-git-says", elsewhere("clusterconfig.azure.com/name: c, clusterconfig.azure.com/namespace: flux-system"),
			"Kustomization flux-system/locks", "spec.path is ./moved", "or change it through the API of Azure"},
		{"live-as-git-says", elsewhere("app: none"), "Kustomization flux-system/locks", "spec.path is ./moved", "or set it where the root is made"},
		{"live-orphan", []string{"metadata: {name: lower, namespace: flux-system, labels", "metadata: {name: other, namespace: flux-system, labels"},
			"Kustomization flux-system/lower", "from says there is one; in the cluster there is none", "see that this is the right cluster"},
		{"live-prune-off-by-hand", []string{"-- live.yaml --\n", "-- live.yaml --\n" + child("upstream", "true") + "---\n"},
			"Kustomization flux-system/upstream", "from says nothing of it, and to makes it; in the cluster it is there already", "or remove it first"},
		{"live-old-owner-failing", []string{`status: "False", reason: HealthCheckFailed`, `status: "True", reason: ReconciliationSucceeded`},
			"Kustomization flux-system/lower", "; in the cluster it applied main@sha1:111111111111 last", "let it reach from first"},
		{"live-old-owner-failing", []string{"status:\n  conditions", "status:\n  observedGeneration: 4\n  conditions", "flux-system}}\nspec: {interval: 10m, path: ./lower", "flux-system}, generation: 5}\nspec: {interval: 10m, path: ./lower",
			`status: "False", reason: HealthCheckFailed`, `status: "True", reason: ReconciliationSucceeded`},
			"Kustomization flux-system/lower", "no run has acted on its spec of generation 5 yet, the last one had 4", "flux reconcile kustomization lower -n flux-system"},
		{"live-orphan", []string{"    - {id: canal_gate_gateway.networking.k8s.io_Gateway, v: v1}\n", "    - {id: canal_silt__PersistentVolumeClaim, v: v1}\n"},
			"Kustomization flux-system/upper", "its inventory lacks 1 object that it renders in from: Gateway canal/gate", "let it apply from first"},
		{"live-orphan", []string{"    - {id: canal_gate_gateway.networking.k8s.io_Gateway, v: v1}\n", "    - {id: canal_silt__PersistentVolumeClaim, v: v1}\n"},
			"Kustomization flux-system/upper", "its inventory holds 1 object that it does not render in from: PersistentVolumeClaim canal/silt", "needs a guard first"},
		{"live-forbidden", []string{"unknowns:\n", "missing: [canal_gate_gateway.networking.k8s.io_Gateway]\nunknowns:\n"},
			"Gateway canal/gate", "from says flux-system/upper has it; in the cluster it is not there", "let flux-system/upper apply it first"},
		{"live-differences-elsewhere", []string{"-- to/upper/gw.yaml --\n", "-- to/cluster/kids.yaml --\n" + child("upper", "true") + "---\n" + child("lower", "false") + "-- to/upper/gw.yaml --\n"},
			"Kustomization flux-system/lower", "in the cluster spec.suspend is true", "resume it"},
	} {
		p := scenario(t, c.scenario, c.replace...)
		found := false
		for _, u := range p.Unknowns {
			found = found || u.Subject == c.subject && strings.Contains(u.Why, c.why) && strings.Contains(u.Supply, c.do)
		}
		if !found {
			t.Errorf("%s: no difference %s: %s; %s\n%+v", c.scenario, c.subject, c.why, c.do, p.Unknowns)
		}
	}
}

func child(name, prune string) string {
	return "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: " + name + ", namespace: flux-system}\n" +
		"spec: {interval: 10m, path: ./" + name + ", prune: " + prune + ", sourceRef: {kind: GitRepository, name: canal}}\n"
}

func TestWhatCannotMatterIsNoDifference(t *testing.T) {
	skip := "metadata: {name: gate, namespace: canal, annotations: {kustomize.toolkit.fluxcd.io/reconcile: disabled}}"
	for _, c := range []struct {
		scenario string
		replace  []string
		subject  string
	}{
		// Its owners never write their labels on it.
		{"live-orphan", []string{"metadata: {name: gate, namespace: canal}", skip}, "Gateway canal/gate"},
		// Another Gateway of the namespace was not read.
		{"live-forbidden", []string{"---\napiVersion: fluxmigrate.dev", "---\napiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: gate, namespace: canal, labels: {kustomize.toolkit.fluxcd.io/name: upper, kustomize.toolkit.fluxcd.io/namespace: flux-system}}\n---\napiVersion: fluxmigrate.dev"},
			"kind Gateway in namespace canal"},
		{"live-forbidden", nil, "kind Secret in namespace elsewhere"},
		// What a stale inventory lists and nobody wants goes.
		{"live-orphan", []string{"    - {id: canal_upper__ConfigMap, v: v1}\n", "    - {id: canal_upper__ConfigMap, v: v1}\n    - {id: canal_silt__ConfigMap, v: v1}\n"},
			"Kustomization flux-system/upper"},
		// A run under way is assumed of every cluster.
		{"live-old-owner-failing", []string{`status: "False", reason: HealthCheckFailed`, `status: "Unknown", reason: Progressing`, "  lastAppliedRevision: main@sha1:1111111111111111111111111111111111111111\n", ""},
			"Kustomization flux-system/lower"},
	} {
		for _, u := range scenario(t, c.scenario, c.replace...).Unknowns {
			if u.Subject == c.subject {
				t.Errorf("%s: %+v", c.scenario, u)
			}
		}
	}
}

func TestWhatTheReaderOfAClusterTookForGrantedIsSaid(t *testing.T) {
	source := "\nspec: {interval: 1m"
	for _, c := range []struct {
		scenario      string
		replace       []string
		subject, text string
	}{
		{"live-guard-of-unknown-manager", nil, "managed fields", "were read without them"},
		{"live-as-git-says", []string{"---\napiVersion: gateway", "---\napiVersion: fluxmigrate.dev/v1alpha1\nkind: Observation\nmetadata: {name: o}\nassumptions: [{subject: HelmReleases, why: not looked at}]\n---\napiVersion: gateway"}, "HelmReleases", "not looked at"},
		{"live-forbidden", nil, "live objects", "1 object that the change hands over or can lose was not read (Gateway canal/gate)"},
		{"live-at-another-revision", []string{source, source + ", suspend: true"}, "GitRepository/flux-system/canal", "it is suspended"},
		{"live-at-another-revision", []string{source, source + ", ref: {tag: v1.2.0}"}, "GitRepository/flux-system/canal", "it is pinned to tag v1.2.0"},
		{"live-orphan", []string{"to/lower/gw.yaml --\n", "to/lower/gw.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: left, namespace: canal}\n---\n",
			"---\napiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: gate, namespace: canal, uid", "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: left, namespace: canal, labels: {kustomize.toolkit.fluxcd.io/name: weir, kustomize.toolkit.fluxcd.io/namespace: flux-system}}\n---\napiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: gate, namespace: canal, uid"},
			"ConfigMap canal/left", "only to has it, and the cluster has one already (its owner labels name flux-system/weir, which is not there): flux-system/lower takes that one over"},
	} {
		p := scenario(t, c.scenario, c.replace...)
		found := false
		for _, a := range p.Assumptions {
			found = found || a.Subject == c.subject && strings.Contains(a.Text, c.text)
		}
		if !found {
			t.Errorf("%s: nothing says of %s: %s\n%+v", c.scenario, c.subject, c.text, p.Assumptions)
		}
	}
}

func TestAPlanIsBoundToTheLiveKustomizationsItConcerns(t *testing.T) {
	concerned := func(p *planner.Plan) string {
		var all []string
		for _, f := range p.Basis.Observed {
			all = append(all, f.Kustomization.String())
		}
		return strings.Join(all, " ")
	}
	before := scenario(t, "live-orphan")
	if got, want := concerned(before), "flux-system/locks flux-system/lower flux-system/upper"; got != want {
		t.Errorf("bound to %q, want %q", got, want)
	}
	after := scenario(t, "live-orphan", "name: weir", "name: upper")
	if before.Basis.Observed[2] == after.Basis.Observed[2] || before.Basis.Observed[1] != after.Basis.Observed[1] {
		t.Errorf("other labels of what upper holds do not show:\n%+v\n%+v", before.Basis, after.Basis)
	}
	held := scenario(t, "live-orphan", "---\napiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: gate, namespace: canal, uid",
		"---\n"+child("weir", "true")+"status: {inventory: {entries: [{id: canal_gate_gateway.networking.k8s.io_Gateway, v: v1}]}}\n"+
			"---\napiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: gate, namespace: canal, uid")
	if got, want := concerned(held), "flux-system/locks flux-system/lower flux-system/upper flux-system/weir"; got != want {
		t.Errorf("bound to %q, want %q", got, want)
	}
	if p := scenario(t, "live-differences-elsewhere"); len(p.Basis.Observed) > 0 {
		t.Errorf("bound to what the change does not concern: %+v", p.Basis.Observed)
	}
}

func TestTheVersionSeenDecidesAboutDeletionPolicies(t *testing.T) {
	controller := func(version string) string {
		return "-- live.yaml --\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: kustomize-controller, namespace: flux-system}\n" +
			"spec: {template: {spec: {containers: [{image: 'x/kustomize-controller:" + version + "'}]}}}\n---\n"
	}
	for version, orphan := range map[string]bool{"v1.4.0": false, "v1.5.0": true} {
		p := scenario(t, "live-prune-off-by-hand", "-- live.yaml --\n", controller(version))
		if got := has(p, step.SetDeletionPolicy); got != orphan || p.Basis.Flux != version {
			t.Errorf("%s: the plan uses deletionPolicy: %t, want %t; basis %q", version, got, orphan, p.Basis.Flux)
		}
	}
	for version, known := range map[string]bool{"v1.4.0": false, "v1.5.0": false, "v1.6.0": true} {
		p := scenario(t, "live-orphan", "-- live.yaml --\n", controller(version), "path: ./upper, prune: true,  source", "path: ./upper, prune: true, deletionPolicy: WaitForTermination, source",
			"path: ./upper, prune: true, source", "path: ./upper, prune: true, deletionPolicy: WaitForTermination, source")
		says := false
		for _, u := range p.Unknowns {
			says = says || strings.Contains(u.Why, "which kustomize-controller "+version+" does not know")
		}
		if says == known {
			t.Errorf("%s: WaitForTermination is known: %t, want %t: %+v", version, !says, known, p.Unknowns)
		}
	}
}

// ssa: Ignore on the live object is no guard before v1.8.5, and no commit brings
// one to it: its owner has to stop pruning, or it is guarded in the cluster.
func TestALiveObjectThatIsSkippedIsNotGuardedInGit(t *testing.T) {
	p := scenario(t, "live-skip-of-kubectl", "/reconcile: disabled", "/ssa: Ignore", "/reconcile: {}", "/ssa: {}")
	for _, stage := range p.Stages {
		for _, s := range stage.Steps {
			if s.Kind == step.GuardObject && s.File != "" {
				t.Errorf("guarded in %s, which no run applies", s.File)
			}
		}
	}
	if len(p.Naive.AtRisk) != 1 || !has(p, step.GuardObject) && !has(p, step.DisablePrune) {
		t.Errorf("at risk %v, and nothing keeps it: %+v", p.Naive.AtRisk, p.Stages)
	}
}

func has(p *planner.Plan, kind step.Kind) bool {
	for _, stage := range p.Stages {
		for _, s := range stage.Steps {
			if s.Kind == kind {
				return true
			}
		}
	}
	return false
}

// A root is switched in the terms of who was seen to make it.
func TestTheSwitchIsMadeWhereTheRootIsMade(t *testing.T) {
	labels := func(pairs string) string { return ", labels: {" + pairs + "}" }
	manager := func(name string) string {
		return ", managedFields: [{manager: " + name + `, operation: Update, fieldsV1: {"f:spec": {"f:path": {}}}}]`
	}
	for _, c := range []struct{ metadata, layout, want string }{
		{labels("fluxcd.controlplane.io/name: flux, fluxcd.controlplane.io/namespace: flux-system"), "", "made by FluxInstance flux-system/flux: change spec.sync.path of the FluxInstance flux-system/flux;"},
		{labels("fluxcd.controlplane.io/name: flux, fluxcd.controlplane.io/namespace: flux-system"), ", madeBy: terraform", "made by FluxInstance flux-system/flux:"},
		{labels("resourceset.fluxcd.controlplane.io/name: fleet, resourceset.fluxcd.controlplane.io/namespace: ops"), "", "change it in the inputs or the resources of the ResourceSet ops/fleet;"},
		{labels("clusterconfig.azure.com/name: c, clusterconfig.azure.com/namespace: ops"), "", "made by Azure FluxConfig ops/c: change it through the API of Azure"},
		{labels("helm.toolkit.fluxcd.io/name: boot, helm.toolkit.fluxcd.io/namespace: ops"), "", "change it in the values of the HelmRelease ops/boot;"},
		{labels("kustomize.toolkit.fluxcd.io/name: flux-system, kustomize.toolkit.fluxcd.io/namespace: flux-system"), "", "made by Kustomization flux-system/flux-system: change spec.path in the manifest that Kustomization flux-system/flux-system renders, in Git"},
		{labels("kustomize.toolkit.fluxcd.io/name: edge, kustomize.toolkit.fluxcd.io/namespace: flux-system"), "", "made by itself: change spec.path in its own manifest in Git, which is a merge;"},
		{manager("Terraform"), "", "change it in the Terraform resource, and apply that;"},
		{manager("flux"), "", "made by flux bootstrap or flux create: change spec.path in its gotk-sync.yaml in Git, which is a merge;"},
		{manager("kubectl-edit"), "", "made by kubectl: change spec.path of the live object, and in the file that was applied"},
		{manager("my-portal"), "", "made by the field manager my-portal: change it there;"},
		{manager("my-portal"), ", madeBy: Terraform", "made by Terraform: change it in the Terraform resource"},
		{"", ", madeBy: \"the cloud's extension\"", "made by the cloud's extension: change it through the API of the cloud, or in what calls it;"},
		{"", "", "this is the switch itself"},
	} {
		live := "-- live.yaml --\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: edge, namespace: flux-system" + c.metadata + "}\n" +
			"spec: {interval: 10m, path: ./edge/tls, prune: true, sourceRef: {kind: GitRepository, name: harbor}}\n-- want/changes.txt --\n"
		p := scenario(t, "switch-planned-in-git", "-- want/changes.txt --\n", live, `path: "./edge/{ingress}"`, `path: "./edge/{ingress}"`+c.layout, " --route commits", "")
		if got := becauseOf(p, step.SwitchPath); !strings.Contains(got, c.want) || strings.Contains(got, "{") {
			t.Errorf("%s%s:\n%s\nwant %s", c.metadata, c.layout, got, c.want)
		}
	}
	source := "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: harbor, namespace: flux-system}\n" +
		"status: {artifact: {revision: 'main@sha1:1111111111111111111111111111111111111111'}}\n"
	for from, want := range map[string]string{"HEAD:tls": "--from 111111111111:tls", "tls": "git fetch"} {
		p := scenario(t, "switch-planned-in-git", "--from tls", "--from "+from, "-- want/changes.txt --\n", "-- live.yaml --\n"+source+"-- want/changes.txt --\n")
		if !slices.ContainsFunc(p.Unknowns, func(u planner.Unknown) bool { return strings.Contains(u.Supply, want) }) {
			t.Errorf("from %s: nothing says %s: %+v", from, want, p.Unknowns)
		}
		if p.Verdict == verdict.Proved || p.Naive.Verdict == verdict.Proved {
			t.Errorf("from %s: proved all the same", from)
		}
	}
}

func becauseOf(p *planner.Plan, kind step.Kind) string {
	for _, stage := range p.Stages {
		for _, s := range stage.Steps {
			if s.Kind == kind {
				return s.Because
			}
		}
	}
	return ""
}
