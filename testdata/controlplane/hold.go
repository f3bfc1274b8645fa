package controlplane

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/endpoints/request"
)

// Request describes requests of kustomize-controller about one object, so that
// a Hold can keep them back.
type Request struct {
	id     ID
	verb   string // of RBAC
	dryRun bool
	status bool
	owner  string // the Kustomization whose manifest is sent; "" for any
	once   bool   // the first of them only
}

// Read is the reading of an object: before it is applied, and before it is
// deleted (R0.5).
func Read(id ID) Request { return Request{id: id, verb: "get"} }

// DryRun is the apply that only asks what would change: every run sends it for
// every object it renders, unless it skips the object (R5.4).
func DryRun(id ID) Request { return Request{id: id, verb: "patch", dryRun: true} }

// Apply is the apply that changes the object: it is sent only where the dry-run
// has found a difference (R5.5).
func Apply(id ID) Request { return Request{id: id, verb: "patch"} }

// Delete is the deletion of an object.
func Delete(id ID) Request { return Request{id: id, verb: "delete"} }

// Status is any write of a Kustomization's status.
func Status(id ID) Request { return Request{id: id, verb: "patch", status: true} }

// By narrows DryRun and Apply to those of one Kustomization: all of them come
// from one controller, and only the owner label in the manifest tells which run
// has sent it.
func (r Request) By(kustomization string) Request {
	r.owner = kustomization
	return r
}

// Once narrows to the first request that comes; the others pass.
func (r Request) Once() Request {
	r.once = true
	return r
}

// paths reads what a URL asks for, as the API server does.
var paths = &request.RequestInfoFactory{
	APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")}

// is says whether an HTTP request is one of those that are described.
func (r Request) is(sent *http.Request) bool {
	info, err := paths.NewRequestInfo(sent)
	if err != nil || !info.IsResourceRequest || info.Verb != r.verb || info.Name != r.id.Name || (info.Subresource == "status") != r.status ||
		(sent.URL.Query().Get("dryRun") != "") != r.dryRun {
		return false
	}
	resource := schema.GroupVersionResource{Group: info.APIGroup, Version: info.APIVersion, Resource: info.Resource}
	if resource == namespaces {
		info.Namespace = "" // a namespace is said to lie in itself
	}
	return resource == r.id.Resource && info.Namespace == r.id.Namespace && (r.owner == "" || r.owner == ownerIn(sent))
}

var namespaces = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}

// ownerIn gives the owner label in the manifest that a request carries, and
// leaves the request as it was.
func ownerIn(sent *http.Request) string {
	body, err := io.ReadAll(sent.Body)
	sent.Body = io.NopCloser(bytes.NewReader(body))
	var manifest metav1.PartialObjectMetadata
	if err != nil || json.Unmarshal(body, &manifest) != nil {
		return ""
	}
	return manifest.Labels[ownerLabel]
}

// Hold keeps requests of kustomize-controller from reaching the API server,
// until it is released:
//
//	hold := cluster.Hold(controlplane.Apply(gateway).By("b"))
//	…
//	err := hold.Wait(ctx, time.Minute) // b is about to apply the Gateway
//	…
//	hold.Release()
//
// Each request that is held keeps one worker of the controller busy.
type Hold struct {
	request  Request
	proxy    *proxy
	held     chan struct{} // closed when the first request has come
	released chan struct{} // closed when all may go
	last     sync.Once
}

// Hold begins to hold requests. The caller has to Release it.
func (c *Cluster) Hold(request Request) *Hold {
	h := &Hold{request: request, proxy: c.proxy, held: make(chan struct{}), released: make(chan struct{})}
	c.proxy.add(h)
	return h
}

// wants says whether a request is to be held. The proxy asks for one at a time.
func (h *Hold) wants(sent *http.Request) bool {
	if !h.request.is(sent) || h.request.once && h.Held() {
		return false
	}
	if !h.Held() {
		close(h.held)
	}
	return true
}

// pass keeps a request until it may go on; it may not where it is given up
// before that.
func (h *Hold) pass(ctx context.Context) bool {
	select {
	case <-h.released:
		return true
	case <-ctx.Done():
		return false
	}
}

// Wait waits until a request is held, or was.
func (h *Hold) Wait(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	select {
	case <-h.held:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for a %s of %s: %w", h.request.verb, h.request.id, ctx.Err())
	}
}

// Held says whether a request has come so far.
func (h *Hold) Held() bool {
	select {
	case <-h.held:
		return true
	default:
		return false
	}
}

// Release lets the held requests go, and holds no more. Calling it again does
// nothing.
func (h *Hold) Release() {
	h.last.Do(func() {
		h.proxy.remove(h)
		close(h.released)
	})
}

// String names the object as people do.
func (id ID) String() string {
	return fmt.Sprintf("%s %s/%s", id.Resource.Resource, id.Namespace, id.Name)
}
