package live

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

const observeFile = "testdata/observe.txtar"

func recorded(t testing.TB) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(observeFile)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// observe reads the recorded cluster, with a fault or without.
func observe(t *testing.T, fault func(w http.ResponseWriter, r *http.Request) bool) (*ownership.Observed, *server, error) {
	t.Helper()
	s := newServer(t, string(recorded(t).Files[0].Data))
	s.fault = fault
	o, err := Observe(t.Context(), s.options())
	return o, s, err
}

// lines gives the lines of an observation that begin with a word.
func lines(o *ownership.Observed, word string) (found []string) {
	for line := range strings.Lines(print(o)) {
		if strings.HasPrefix(line, word) {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

func TestObserve(t *testing.T) {
	o, s, err := observe(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	o.From = "server"
	a, got := recorded(t), print(o)
	if *update {
		a.Files[1].Data = []byte(got)
		if err := os.WriteFile(observeFile, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got != string(a.Files[1].Data) {
		t.Errorf("got\n%s", got)
	}
	for i, r := range s.requests {
		if !strings.HasPrefix(r, "GET ") {
			t.Errorf("it does more than read: %s", r)
		}
		if strings.Contains(r, "/secrets") && !strings.Contains(s.listed[i].Get("Accept"), "as=PartialObjectMetadata") {
			t.Errorf("it reads whole Secrets: %s", r)
		}
	}
}

func TestASnapshotReadsBackToTheSameObservation(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault func(w http.ResponseWriter, r *http.Request) bool
	}{
		{"all was read", nil},
		{"Secrets are forbidden", forbid("/secrets")},
		{"ConfigMaps are forbidden", forbid("/configmaps")},
		{"a group does not answer", forbid("/apis/apps/v1")},
	} {
		s := newServer(t, string(recorded(t).Files[0].Data))
		s.fault = c.fault
		reading, err := Read(t.Context(), s.options())
		if err != nil {
			t.Fatal(c.name, err)
		}
		want, err := reading.Observed()
		if err != nil {
			t.Fatal(err)
		}
		var first, second bytes.Buffer
		if err := WriteSnapshot(&first, reading); err != nil {
			t.Fatal(err)
		}
		got, err := ReadSnapshot(&first, want.From)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, print(got), print(want))
		}
		again, err := Read(t.Context(), s.options())
		if err != nil {
			t.Fatal(err)
		}
		WriteSnapshot(&first, reading)
		WriteSnapshot(&second, again)
		if first.String() != second.String() {
			t.Errorf("%s: two readings differ", c.name)
		}
		if n := strings.Count(second.String(), "uid: uid-kc"); n > 1 {
			t.Errorf("%s: the controller, which is read whole and listed by its labels, is there %d times", c.name, n)
		}
		if strings.Contains(second.String(), "hunter2") {
			t.Errorf("%s: the snapshot shows a secret:\n%s", c.name, second.String())
		}
	}
}

func forbid(path string) func(w http.ResponseWriter, r *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, path) {
			return false
		}
		refuse(w, http.StatusForbidden, metav1.StatusReasonForbidden, "you may not read "+path)
		return true
	}
}

func TestWhatIsForbiddenIsUnknownOnceForKindAndNamespace(t *testing.T) {
	o, s, err := observe(t, forbid("/secrets"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`unknown kind Secret in namespace demo: Secret demo/token could not be read, so that UID, owner labels and guards are not known: you may not read /secrets; the RBAC rule {apiGroups: [""], resources: [secrets], verbs: [get, list]}`,
		`unknown kind Secret in namespace flux-system: Secret flux-system/prod, Secret flux-system/vars could not be read, so that UID, owner labels and guards are not known: you may not read /secrets; the RBAC rule {apiGroups: [""], resources: [secrets], verbs: [get, list]}`,
	}
	if got := lines(o, "unknown kind"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %s", strings.Join(got, "\n"))
	}
	if n := s.asked("/secrets"); n != 3 {
		t.Errorf("asked %d times for Secrets: one list, one get for each namespace", n)
	}
	if len(lines(o, "object ConfigMap")) != 3 {
		t.Error("what may be read was not")
	}
}

func TestOnlyListingIsForbidden(t *testing.T) {
	o, _, err := observe(t, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/api/v1/configmaps" {
			return forbid("")(w, r)
		}
		return false
	})
	if err != nil || len(lines(o, "unknown kind")) != 0 {
		t.Fatal(o, err)
	}
	if got := lines(o, "object ConfigMap"); len(got) != 2 || !strings.Contains(got[0], "uid-settings") || !strings.Contains(got[1], "uid-cluster") {
		t.Errorf("got %s", got)
	}
	if got := strings.Join(lines(o, "assumed kind ConfigMap"), "\n"); !strings.Contains(got, "orphans of this kind were not looked for") {
		t.Errorf("got %s", got)
	}
}

func TestWithoutKustomizationsThereIsNoObservation(t *testing.T) {
	_, _, err := observe(t, forbid("/kustomizations"))
	want := "{apiGroups: [\"kustomize.toolkit.fluxcd.io\"], resources: [kustomizations], verbs: [get, list]}"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v", err)
	}
	s := newServer(t, "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: b}}")
	if _, err := Observe(t.Context(), s.options()); err == nil || !strings.Contains(err.Error(), "Flux is not installed") {
		t.Errorf("got %v", err)
	}
}

func TestSourcesThatNobodyUsesMayBeForbidden(t *testing.T) {
	o, _, err := observe(t, forbid("/ocirepositories"))
	if err != nil || len(lines(o, "unknown sources of kind OCIRepository")) != 1 {
		t.Errorf("got %v, %v", o, err)
	}
	s := newServer(t, string(recorded(t).Files[0].Data)+"---\n{apiVersion: source.toolkit.fluxcd.io/v1, kind: Bucket, metadata: {name: b, namespace: f}}\n")
	s.fault = forbid("/buckets")
	if o, err := Observe(t.Context(), s.options()); err != nil || len(lines(o, "unknown sources")) != 0 {
		t.Errorf("got %v, %v", o, err)
	}
}

func TestAKindThatIsNotServedIsUnknown(t *testing.T) {
	s := newServer(t, strings.ReplaceAll(string(recorded(t).Files[0].Data), "_demo__Namespace", "_w_example.org_Widget"))
	o, err := Observe(t.Context(), s.options())
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(lines(o, "unknown"), "\n"); !strings.Contains(got, "kind Widget.example.org: the cluster does not serve it, and Widget w is of it") {
		t.Errorf("got %s", got)
	}
}

func TestAControllerWithoutItsLabelIsFoundInFluxsNamespace(t *testing.T) {
	s := newServer(t, strings.ReplaceAll(string(recorded(t).Files[0].Data), "app.kubernetes.io/component: kustomize-controller, ", ""))
	if o, err := Observe(t.Context(), s.options()); err != nil || o.Versions.KustomizeController != "v1.9.6" {
		t.Errorf("got %v, %v", o, err)
	}
	s.fault = forbid("/deployments")
	o, err := Observe(t.Context(), s.options())
	if err != nil || o.Versions.KustomizeController != "" || len(lines(o, "assumed kustomize-controller: no Deployment of it was read (you may not")) != 1 {
		t.Errorf("got %v, %v", o, err)
	}
}

func TestPagesArePutTogether(t *testing.T) {
	s := newServer(t, string(recorded(t).Files[0].Data))
	options := s.options()
	options.PageSize = 1
	o, err := Observe(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	whole, _, err := observe(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole.From = o.From
	if !reflect.DeepEqual(o, whole) {
		t.Errorf("got\n%s", print(o))
	}
	if n := s.asked("/kustomizations?"); n != 3 {
		t.Errorf("%d pages of one Kustomization each", n)
	}
}

func TestAListThatGrowsTooOldIsReadAgain(t *testing.T) {
	s := newServer(t, string(recorded(t).Files[0].Data))
	s.fault = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Query().Get("continue") != "2" || !strings.HasSuffix(r.URL.Path, "/kustomizations") {
			return false
		}
		refuse(w, http.StatusGone, metav1.StatusReasonExpired, "too old")
		return true
	}
	options := s.options()
	options.PageSize = 1
	o, err := Observe(t.Context(), options)
	if err != nil || len(o.Kustomizations) != 3 {
		t.Errorf("got %v, %v", o, err)
	}
}

func TestAGroupThatDoesNotAnswerIsUnknown(t *testing.T) {
	o, _, err := observe(t, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/apis/gateway.example.org/v1" {
			return false
		}
		refuse(w, http.StatusServiceUnavailable, metav1.StatusReasonServiceUnavailable, "the server is away")
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(lines(o, "unknown kind"), "\n"); !strings.HasPrefix(got, "unknown kind Gateway.gateway.example.org: what serves its group did not answer (the server is away), and Gateway demo/edge") {
		t.Errorf("got %s", got)
	}
}

func TestABusyServerIsAskedAgain(t *testing.T) {
	defer func(before time.Duration) { patience.Duration = before }(patience.Duration)
	patience.Duration = time.Millisecond
	for _, c := range []struct {
		times, kustomizations int
	}{{2, 3}, {100, 0}} {
		left := c.times
		o, _, err := observe(t, func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.HasSuffix(r.URL.Path, "/kustomizations") || left == 0 {
				return false
			}
			left--
			refuse(w, http.StatusInternalServerError, metav1.StatusReasonInternalError, "the store is away")
			return true
		})
		if c.kustomizations == 0 {
			if err == nil || !strings.Contains(err.Error(), "the store is away") {
				t.Errorf("got %v, %v", o, err)
			}
		} else if err != nil || len(o.Kustomizations) != c.kustomizations {
			t.Errorf("got %v, %v", o, err)
		}
	}
}

func TestAServerThatHangsIsLeft(t *testing.T) {
	for _, path := range []string{"/apis", "/kustomizations", "/configmaps"} {
		s := newServer(t, string(recorded(t).Files[0].Data))
		s.fault = func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.HasSuffix(r.URL.Path, path) {
				return false
			}
			<-r.Context().Done()
			return true
		}
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		_, err := Observe(ctx, s.options())
		cancel()
		if err == nil || !strings.Contains(err.Error(), "context deadline exceeded") {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

func TestAnInvalidLoginEndsTheReading(t *testing.T) {
	_, _, err := observe(t, func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, "/configmaps") {
			return false
		}
		refuse(w, http.StatusUnauthorized, metav1.StatusReasonUnauthorized, "the token expired")
		return true
	})
	if err == nil || !strings.Contains(err.Error(), "the token expired") {
		t.Errorf("got %v", err)
	}
}

func TestManyObjectsOfANamespaceAreListed(t *testing.T) {
	var entries, objects strings.Builder
	for i := range 50 {
		fmt.Fprintf(&entries, "{id: demo_c%d__ConfigMap, v: v1},", i)
		if i > 0 {
			fmt.Fprintf(&objects, "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d, namespace: demo}}\n", i)
		}
	}
	s := newServer(t, "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {name: a, namespace: f}, "+
		"spec: {prune: true, sourceRef: {kind: GitRepository, name: g}}, status: {inventory: {entries: ["+entries.String()+"]}}}\n"+objects.String())
	o, err := Observe(t.Context(), s.options())
	if err != nil || len(lines(o, "object ConfigMap")) != 49 || len(o.Missing) != 1 {
		t.Fatalf("got %v, %v", o, err)
	}
	if n := s.asked("/configmaps"); n != 2 {
		t.Errorf("asked %d times: one list of what is labelled, one of the namespace", n)
	}
}

func TestNoServerNoObservation(t *testing.T) {
	t.Setenv("KUBECONFIG", t.TempDir()+"/none")
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	_, err := Observe(t.Context(), Options{})
	if err == nil || !strings.Contains(err.Error(), "--kubeconfig FILE or --context NAME") {
		t.Errorf("got %v", err)
	}
	if _, err := Observe(t.Context(), Options{Connection: Connection{Kubeconfig: t.TempDir() + "/none"}}); err == nil {
		t.Error("a kubeconfig that is not there was read")
	}
}
