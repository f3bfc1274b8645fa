package live

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// server is an API server over recorded objects: discovery, get and list in
// pages, whole or as metadata. A fault may answer in its place.
type server struct {
	t       testing.TB
	objects []map[string]any

	// fault answers a request and says so, or leaves it alone.
	fault func(w http.ResponseWriter, r *http.Request) bool

	mu       sync.Mutex
	requests []string // "GET path?query"
	listed   []http.Header
}

func newServer(t testing.TB, text string) *server {
	t.Helper()
	s := &server{t: t}
	if err := eachManifest(strings.NewReader(text), func(m map[string]any) error {
		s.objects = append(s.objects, m)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

// options start the server and give what connects to it and to nothing else.
func (s *server) options() Options {
	s.t.Helper()
	web := httptest.NewServer(s)
	s.t.Cleanup(web.Close)
	s.t.Setenv("KUBECONFIG", filepath.Join(s.t.TempDir(), "none"))
	return Options{Connection: Connection{Server: web.URL}}
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+r.URL.RequestURI())
	s.listed = append(s.listed, r.Header.Clone())
	s.mu.Unlock()
	if s.fault != nil && s.fault(w, r) {
		return
	}
	switch parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/"); {
	case r.URL.Path == "/version":
		answer(w, map[string]any{"gitVersion": "v1.36.3", "major": "1", "minor": "36"})
	case r.URL.Path == "/api":
		answer(w, map[string]any{"kind": "APIVersions", "versions": []string{"v1"}})
	case r.URL.Path == "/apis":
		answer(w, s.groups())
	case parts[0] == "api" && len(parts) == 2, parts[0] == "apis" && len(parts) == 3:
		answer(w, s.resources(strings.Join(parts[1:], "/")))
	case parts[0] == "api":
		s.serve(w, r, parts[1], parts[2:])
	default:
		s.serve(w, r, parts[1]+"/"+parts[2], parts[3:])
	}
}

func answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		panic(err)
	}
}

// refuse answers as the API server does where something is wrong.
func refuse(w http.ResponseWriter, code int, reason metav1.StatusReason, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(metav1.Status{TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"},
		Status: "Failure", Code: int32(code), Reason: reason, Message: message})
}

func (s *server) groups() any {
	versions := map[string][]metav1.GroupVersionForDiscovery{}
	for _, apiVersion := range s.apiVersions() {
		if group, version := ownership.SplitAPIVersion(apiVersion); group != "" {
			versions[group] = append(versions[group], metav1.GroupVersionForDiscovery{GroupVersion: apiVersion, Version: version})
		}
	}
	list := metav1.APIGroupList{TypeMeta: metav1.TypeMeta{Kind: "APIGroupList", APIVersion: "v1"}}
	for _, group := range slices.Sorted(maps.Keys(versions)) {
		list.Groups = append(list.Groups, metav1.APIGroup{Name: group, Versions: versions[group], PreferredVersion: versions[group][0]})
	}
	return list
}

func (s *server) apiVersions() []string {
	seen := map[string]bool{}
	for _, o := range s.objects {
		seen[text(o, "apiVersion")] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

func (s *server) resources(apiVersion string) any {
	list := metav1.APIResourceList{TypeMeta: metav1.TypeMeta{Kind: "APIResourceList", APIVersion: "v1"}, GroupVersion: apiVersion}
	seen := map[string]bool{}
	for _, o := range s.objects {
		if kind := text(o, "kind"); text(o, "apiVersion") == apiVersion && !seen[kind] {
			seen[kind] = true
			namespaced := text(o["metadata"].(map[string]any), "namespace") != ""
			list.APIResources = append(list.APIResources, metav1.APIResource{Name: plural(kind), Kind: kind, Namespaced: namespaced, Verbs: []string{"get", "list", "delete"}})
		}
	}
	return list
}

func plural(kind string) string {
	kind = strings.ToLower(kind)
	if strings.HasSuffix(kind, "y") && !strings.HasSuffix(kind, "ay") {
		return strings.TrimSuffix(kind, "y") + "ies"
	}
	return kind + "s"
}

// serve answers a get or a list of objects.
func (s *server) serve(w http.ResponseWriter, r *http.Request, apiVersion string, path []string) {
	namespace := ""
	if path[0] == "namespaces" && len(path) > 2 {
		namespace, path = path[1], path[2:]
	}
	selector, err := labels.Parse(r.URL.Query().Get("labelSelector"))
	if err != nil {
		s.t.Error(err)
	}
	var found []any
	for _, o := range s.objects {
		metadata := o["metadata"].(map[string]any)
		if text(o, "apiVersion") != apiVersion || plural(text(o, "kind")) != path[0] ||
			namespace != "" && text(metadata, "namespace") != namespace ||
			len(path) > 1 && text(metadata, "name") != path[1] ||
			!selector.Matches(labels.Set(ownership.LabelsOf(o))) {
			continue
		}
		if strings.Contains(r.Header.Get("Accept"), "as=PartialObjectMetadata") {
			o = map[string]any{"apiVersion": "meta.k8s.io/v1", "kind": "PartialObjectMetadata", "metadata": metadata}
		}
		found = append(found, o)
	}
	switch {
	case len(path) == 1:
		s.page(w, r, apiVersion, found)
	case len(found) == 0:
		refuse(w, http.StatusNotFound, metav1.StatusReasonNotFound, fmt.Sprintf("%s %q not found", path[0], path[1]))
	default:
		answer(w, found[0])
	}
}

// page cuts a list by limit and continue, as the API server does.
func (s *server) page(w http.ResponseWriter, r *http.Request, apiVersion string, items []any) {
	start, _ := strconv.Atoi(r.URL.Query().Get("continue"))
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	metadata := map[string]any{"resourceVersion": "7"}
	end := len(items)
	if limit > 0 && start+limit < end {
		end = start + limit
		metadata["continue"] = strconv.Itoa(end)
	}
	kind := "List"
	if strings.Contains(r.Header.Get("Accept"), "as=PartialObjectMetadata") {
		kind, apiVersion = "PartialObjectMetadataList", "meta.k8s.io/v1"
	}
	answer(w, map[string]any{"apiVersion": apiVersion, "kind": kind, "metadata": metadata, "items": append([]any{}, items[start:end]...)})
}

// asked counts the requests whose path holds a text.
func (s *server) asked(path string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.requests {
		if strings.Contains(r, path) {
			n++
		}
	}
	return n
}
