package controlplane

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Past is the state of all GitRepositories at one time, which
// kustomize-controller is told when it asks for them anew, as by an API server
// that lags.
type Past struct {
	sources *unstructured.UnstructuredList
	proxy   *proxy
	ended   chan struct{}
	end     func()

	mu    sync.Mutex
	asked []string
}

// KeepSources keeps the GitRepositories as they are now for whenever
// kustomize-controller starts again. Connections that it has already go on. The
// caller has to End it.
func (c *Cluster) KeepSources(ctx context.Context) (*Past, error) {
	sources, err := c.Dynamic.Resource(gitRepositories).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	p := &Past{sources: sources, proxy: c.proxy, ended: make(chan struct{})}
	p.end = sync.OnceFunc(func() { c.proxy.setPast(nil); close(p.ended) })
	c.proxy.setPast(p)
	return p, nil
}

// End has the controller told what has happened since.
func (p *Past) End() { p.end() }

// Asked gives the requests that were answered from the past: LIST, or WATCH, with
// the query that says how old the answer may be.
func (p *Past) Asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// answers says whether a request was answered. One that only watches is not: it
// waits for the present.
func (p *Past) answers(w http.ResponseWriter, r *http.Request) bool {
	info, err := paths.NewRequestInfo(r)
	if err != nil || info.APIGroup != gitRepositories.Group || info.Resource != gitRepositories.Resource || info.Name != "" {
		return false
	}
	query := r.URL.Query()
	switch {
	case info.Verb == "list":
		p.note("LIST resourceVersion=" + query.Get("resourceVersion"))
		w.Header().Set("Content-Type", "application/json")
		p.sources.GetObjectKind().SetGroupVersionKind(gitRepositories.GroupVersion().WithKind("GitRepositoryList"))
		json.NewEncoder(w).Encode(p.sources)
		return true
	case info.Verb == "watch" && query.Get("sendInitialEvents") == "true":
		p.note("WATCH resourceVersion=" + query.Get("resourceVersion") + " resourceVersionMatch=" + query.Get("resourceVersionMatch"))
		p.stream(w)
	case info.Verb != "watch":
		return false
	}
	select {
	case <-p.ended:
	case <-r.Context().Done():
	}
	return info.Verb == "watch" && query.Get("sendInitialEvents") == "true"
}

// stream sends the sources as the beginning of a watch.
func (p *Past) stream(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	send := json.NewEncoder(w)
	for _, o := range p.sources.Items {
		send.Encode(map[string]any{"type": "ADDED", "object": o.Object})
	}
	mark := newObject(gitRepositories.GroupVersion().String(), "GitRepository", "", "", map[string]any{"metadata": map[string]any{
		"resourceVersion": p.sources.GetResourceVersion(), "creationTimestamp": nil,
		"annotations": map[string]any{metav1.InitialEventsAnnotationKey: "true"}}})
	send.Encode(map[string]any{"type": "BOOKMARK", "object": mark.Object})
	http.NewResponseController(w).Flush()
}

func (p *Past) note(request string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, request)
}

func (p *proxy) setPast(past *Past) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.past = past
}

// pastOf gives the past that requests are answered from, nil for none.
func (p *proxy) pastOf() *Past {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.past
}
