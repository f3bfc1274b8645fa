package live

import (
	"bytes"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

var clusterValues = ownership.ObjectID{Kind: "ConfigMap", Namespace: "flux-system", Name: "cluster"}

// wholly tells a request for an object from one for its metadata.
func wholly(h http.Header) bool {
	return !strings.Contains(h.Get("Accept"), "as=PartialObjectMetadata")
}

func TestOnlyConfigMapsOfSubstituteFromAreReadWhole(t *testing.T) {
	_, s, err := observe(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for i, r := range s.requests {
		if strings.HasPrefix(r, "GET /api/v1/") && wholly(s.listed[i]) {
			path, _, _ := strings.Cut(r, "?")
			got[path]++
		}
	}
	want := map[string]int{"GET /api/v1/namespaces/flux-system/configmaps/cluster": 1, "GET /api/v1/namespaces/flux-system/configmaps/extra": 1}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestASnapshotHoldsTheValuesOfSubstituteFrom(t *testing.T) {
	s := newServer(t, string(recorded(t).Files[0].Data))
	reading, err := Read(t.Context(), s.options())
	if err != nil {
		t.Fatal(err)
	}
	var snapshot bytes.Buffer
	if err := WriteSnapshot(&snapshot, reading); err != nil {
		t.Fatal(err)
	}
	o, err := ReadSnapshot(&snapshot, "snapshot")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"domain": "example.org", "replicas": "2"}
	if got, _ := o.Object(clusterValues); !reflect.DeepEqual(got.Values, want) {
		t.Errorf("got %v", got.Values)
	}
}

func TestAConfigMapWithoutDataIsKnownToHaveNone(t *testing.T) {
	s := newServer(t, strings.Replace(string(recorded(t).Files[0].Data), `data: {domain: example.org, replicas: "2"}`, "", 1))
	o, err := Observe(t.Context(), s.options())
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := o.Object(clusterValues); got.Values == nil || len(got.Values) != 0 {
		t.Errorf("got %#v", got.Values)
	}
}

func TestValuesThatMayNotBeReadAreUnknownOnce(t *testing.T) {
	const (
		get  = "/namespaces/flux-system/configmaps/"
		rule = `; the RBAC rule {apiGroups: [""], resources: [configmaps], verbs: [get, list]}`
	)
	for _, c := range []struct {
		name     string
		whole    bool // only where it is read whole
		want     string
		metadata bool
	}{
		{"metadata may not be read either", false,
			"ConfigMap flux-system/cluster, ConfigMap flux-system/extra could not be read, so that UID, owner labels, guards and values for substituteFrom are not known: you may not read " + get + rule, false},
		{"metadata may be read", true,
			"the data of ConfigMap flux-system/cluster could not be read, so that the values for substituteFrom are not known: you may not read " + get + rule, true},
	} {
		o, _, err := observe(t, func(w http.ResponseWriter, r *http.Request) bool {
			return (wholly(r.Header) || !c.whole) && forbid(get)(w, r)
		})
		if err != nil {
			t.Fatal(c.name, err)
		}
		want := []string{"unknown kind ConfigMap in namespace flux-system: " + c.want}
		if got := lines(o, "unknown kind"); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %s", c.name, strings.Join(got, "\n"))
		}
		if got, ok := o.Object(clusterValues); ok != c.metadata || got.Values != nil {
			t.Errorf("%s: got %v %+v", c.name, ok, got)
		}
	}
}

func TestOrphansAreLookedForWhereEveryConfigMapWasReadWhole(t *testing.T) {
	s := newServer(t, `{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {name: a, namespace: f},
 spec: {prune: true, sourceRef: {kind: GitRepository, name: g}, postBuild: {substituteFrom: [{kind: ConfigMap, name: c}]}},
 status: {inventory: {entries: [{id: f_c__ConfigMap, v: v1}]}}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: f}, data: {k: v}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: orphan, namespace: f, labels: {kustomize.toolkit.fluxcd.io/name: b, kustomize.toolkit.fluxcd.io/namespace: f}}}
`)
	o, err := Observe(t.Context(), s.options())
	if err != nil || len(lines(o, "object ConfigMap f/orphan")) != 1 {
		t.Errorf("got %v, %v", o, err)
	}
}
