package live

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// farObjects are those of the cluster that Secret flux-system/prod leads to,
// which has a Flux of its own.
const farObjects = `{apiVersion: v1, kind: ConfigMap, metadata: {name: far, namespace: demo, uid: uid-far, labels: {kustomize.toolkit.fluxcd.io/name: remote, kustomize.toolkit.fluxcd.io/namespace: flux-system}, annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}}, data: {password: hunter2}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: of-its-own-flux, namespace: demo, uid: uid-own, labels: {kustomize.toolkit.fluxcd.io/name: other, kustomize.toolkit.fluxcd.io/namespace: flux-system}}}
`

// kubeconfigFor has in every place where one may be something that must not
// come out again.
func kubeconfigFor(server string) string {
	return `{apiVersion: v1, kind: Config, current-context: hunter2-context,
contexts: [{name: hunter2-context, context: {cluster: hunter2-cluster, user: hunter2-user}}],
clusters: [{name: hunter2-cluster, cluster: {server: "` + server + `"}}],
users: [{name: hunter2-user, user: {token: hunter2-token}}]}`
}

// hub is the recorded cluster with a kubeconfig in that Secret.
func hub(t *testing.T, kubeconfig string) *server {
	t.Helper()
	return newServer(t, string(recorded(t).Files[0].Data)+fmt.Sprintf("---\n{apiVersion: v1, kind: Secret, metadata: {name: prod, namespace: flux-system, uid: uid-prod}, data: {value: %s}}\n",
		base64.StdEncoding.EncodeToString([]byte(kubeconfig))))
}

func farServer(t *testing.T) (*server, string) {
	t.Helper()
	far := newServer(t, farObjects)
	web := httptest.NewServer(far)
	t.Cleanup(web.Close)
	return far, web.URL
}

func readRemotely(t *testing.T, hub *server) *Reading {
	t.Helper()
	options := hub.options()
	options.RemoteClusters = true
	r, err := Read(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// everything is all that may be seen of a reading.
func everything(t *testing.T, r *Reading) string {
	t.Helper()
	o, err := r.Observed()
	if err != nil {
		t.Fatal(err)
	}
	var snapshot bytes.Buffer
	if err := WriteSnapshot(&snapshot, r); err != nil {
		t.Fatal(err)
	}
	return print(o) + snapshot.String()
}

func TestAnotherClusterIsReadOnRequestOnly(t *testing.T) {
	far, address := farServer(t)
	s := hub(t, kubeconfigFor(address))
	o, err := Observe(t.Context(), s.options())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"unknown cluster flux-system/prod: 1 inventory entry is of it, and it was not looked at: UIDs, owner labels and guards there are not known; " +
		"--remote-clusters, which reads the kubeconfig in Secret flux-system/prod and asks that cluster for metadata"}
	if got := lines(o, "unknown"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %s", got)
	}
	if len(far.requests) > 0 {
		t.Errorf("it was asked all the same: %s", far.requests)
	}
}

func TestOfAnotherClusterMetadataOfInventoriesAreRead(t *testing.T) {
	far, address := farServer(t)
	r := readRemotely(t, hub(t, kubeconfigFor(address)))
	o, err := r.Observed()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, line := range strings.Split(print(o), "\n") {
		if strings.Contains(line, "(cluster ") && !strings.Contains(line, "holds") || strings.HasPrefix(line, "unknown") {
			got = append(got, line)
		}
	}
	want := []string{"object ConfigMap demo/far (cluster flux-system/prod) uid=uid-far owner=flux-system/remote deleting=false traits={true false  false}"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %s", strings.Join(got, "\n"))
	}
	for i, request := range far.requests {
		path, _, _ := strings.Cut(strings.TrimPrefix(request, "GET "), "?")
		if strings.Contains(path, "/namespaces/") && path != "/api/v1/namespaces/demo/configmaps/far" ||
			strings.Contains(path, "configmaps") && !strings.Contains(far.listed[i].Get("Accept"), "as=PartialObjectMetadata") {
			t.Errorf("it reads more than metadata of what inventories list: %s", request)
		}
	}
	if all := everything(t, r); strings.Contains(all, "hunter2") || strings.Contains(all, address) {
		t.Errorf("something of the Secret came out:\n%s", all)
	}
}

func TestASnapshotKeepsWhatIsOfAnotherCluster(t *testing.T) {
	_, address := farServer(t)
	r := readRemotely(t, hub(t, kubeconfigFor(address)))
	want, err := r.Observed()
	if err != nil {
		t.Fatal(err)
	}
	var snapshot bytes.Buffer
	if err := WriteSnapshot(&snapshot, r); err != nil {
		t.Fatal(err)
	}
	got, err := ReadSnapshot(&snapshot, want.From)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: got\n%s", err, print(got))
	}
}

// TestWhatKeepsFromAnotherClusterIsSaidOnce goes through what may stand in the
// way. Nothing of the Secret may come out in any case.
func TestWhatKeepsFromAnotherClusterIsSaidOnce(t *testing.T) {
	far, address := farServer(t)
	for _, c := range []struct{ name, kubeconfig, hubRefuses, farRefuses, want string }{
		{"the Secret may not be read", kubeconfigFor(address), "/secrets/prod", "",
			"cluster flux-system/prod: the kubeconfig in Secret flux-system/prod could not be read: you may not read /secrets/prod, so that UIDs, owner labels and guards of 1 object in it are not known; " +
				"a Role in namespace flux-system with the rule {apiGroups: [\"\"], resources: [secrets], resourceNames: [prod], verbs: [get]}"},
		{"the object may not be read there", kubeconfigFor(address), "", "/configmaps/far",
			"kind ConfigMap in namespace demo of cluster flux-system/prod: ConfigMap demo/far (cluster flux-system/prod) could not be read, so that UID, owner labels and guards are not known: it answers 403 Forbidden; " +
				"the RBAC rule {apiGroups: [\"\"], resources: [configmaps], verbs: [get, list]} for the login in Secret flux-system/prod"},
		{"nobody is there", kubeconfigFor("http://127.0.0.1:1/hunter2"), "", "", "it refuses the connection"},
		{"no such name", kubeconfigFor("http://hunter2.invalid"), "", "", "its name is not known here"},
		{"it wants another login", kubeconfigFor(address), "", "401", "it does not know the login"},
		{"it is no kubeconfig", "hunter2: [", "", "", "Secret flux-system/prod: it holds no kubeconfig that can be read"},
		{"it is empty", "{}", "", "", "does not say how to reach a cluster"},
		{"it runs a program", strings.Replace(kubeconfigFor(address), "{token: hunter2-token}", "{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: hunter2}}", 1), "", "",
			"logs in with a program, and none is run for a Secret"},
		{"it names a file", strings.Replace(kubeconfigFor(address), "{token: hunter2-token}", "{tokenFile: /hunter2}", 1), "", "", "names files"},
	} {
		s := hub(t, c.kubeconfig)
		s.fault = func(w http.ResponseWriter, r *http.Request) bool {
			return c.hubRefuses != "" && wholly(r.Header) && forbid(c.hubRefuses)(w, r)
		}
		far.fault = func(w http.ResponseWriter, r *http.Request) bool {
			if c.farRefuses == "401" {
				refuse(w, http.StatusUnauthorized, metav1.StatusReasonUnauthorized, "hunter2 is nobody")
				return true
			}
			return c.farRefuses != "" && forbid(c.farRefuses)(w, r)
		}
		r := readRemotely(t, s)
		o, err := r.Observed()
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(o, "unknown"); len(got) != 1 || !strings.Contains(got[0], c.want) {
			t.Errorf("%s: got %s", c.name, strings.Join(got, "\n"))
		}
		if all := everything(t, r); strings.Contains(all, "hunter2") || strings.Contains(all, "127.0.0.1:1/") {
			t.Errorf("%s: something of the Secret came out:\n%s", c.name, all)
		}
	}
}

func TestAKeyOfItsOwnAndAReferenceThatCannotBeFollowed(t *testing.T) {
	_, address := farServer(t)
	for _, c := range []struct{ kubeConfig, want string }{
		{"{secretRef: {name: prod, key: value}}", ""},
		{"{secretRef: {name: prod, key: other}}", "Secret flux-system/prod: it has no key other"},
		{"{secretRef: {name: none}}", "could not be read"},
		{"{configMapRef: {name: prod}}", "reached with the identity of a workload (ConfigMap flux-system/prod)"},
	} {
		s := hub(t, kubeconfigFor(address))
		for _, o := range s.objects {
			if spec, _ := o["spec"].(map[string]any); spec["kubeConfig"] != nil {
				eachManifest(strings.NewReader("{apiVersion: v1, kind: X, metadata: {name: x}, kubeConfig: "+c.kubeConfig+"}"), func(m map[string]any) error {
					spec["kubeConfig"] = m["kubeConfig"]
					return nil
				})
			}
		}
		o, err := readRemotely(t, s).Observed()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(lines(o, "unknown"), "\n"); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s", c.kubeConfig, got)
		}
	}
}

func TestAReleaseMayInstallIntoAnotherCluster(t *testing.T) {
	text := strings.Replace(string(recorded(t).Files[0].Data), "spec: {values: {password: hunter2}}", "spec: {kubeConfig: {secretRef: {name: prod}}}", 1)
	o, err := Observe(t.Context(), newServer(t, text).options())
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(o, "HelmRelease"); len(got) != 1 || !strings.Contains(got[0], "[demo/prod/demo_nginx_apps_Deployment]") {
		t.Errorf("got %s", got)
	}
	if got := lines(o, "unknown cluster demo/prod"); len(got) != 1 {
		t.Errorf("got %s", lines(o, "unknown"))
	}
}
