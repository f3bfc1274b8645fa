package controlplane

import (
	"io"
	"net/http"
	"sync"
)

// gate is what watches of Kustomizations go through on their way to the
// controller.
type gate struct{ mu sync.RWMutex }

// Freeze keeps from kustomize-controller what happens to any Kustomization, as
// a slow watch does, until it is thawed: its runs work with what its cache
// knows already. What it writes and reads itself goes through.
func (c *Cluster) Freeze() (thaw func()) {
	c.proxy.gate.mu.Lock()
	return sync.OnceFunc(c.proxy.gate.mu.Unlock)
}

// guard leads the events of a watch through the gate.
func (g *gate) guard(response *http.Response) error {
	info, err := paths.NewRequestInfo(response.Request)
	if err == nil && info.Verb == "watch" && info.Resource == kustomizations.Resource && info.APIGroup == kustomizations.Group {
		response.Body = &gatedBody{response.Body, g}
	}
	return nil
}

type gatedBody struct {
	io.ReadCloser
	gate *gate
}

func (b *gatedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.gate.mu.RLock()
	defer b.gate.mu.RUnlock()
	return n, err
}
