package controlplane

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// proxy stands between kustomize-controller and the API server:
//
//	kustomize-controller ── HTTP, nobody logged in ──► proxy ── TLS, token ──► kube-apiserver
//
// It passes everything on, watches as a stream, but for requests that a Hold
// keeps back.
type proxy struct {
	server  *http.Server
	address string
	reverse *httputil.ReverseProxy
	gate    gate

	mu    sync.Mutex
	holds []*Hold
	past  *Past
}

// startProxy listens on loopback, and logs in for whoever asks as the user of
// the configuration.
func startProxy(config *rest.Config) (*proxy, error) {
	target, err := url.Parse(config.Host)
	if err != nil {
		return nil, err
	}
	transport, err := rest.TransportFor(config)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for kustomize-controller: %w", err)
	}
	p := &proxy{address: listener.Addr().String()}
	p.reverse = &httputil.ReverseProxy{
		Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport:      transport,
		FlushInterval:  -1, // a watch is a response that does not end
		ModifyResponse: p.gate.guard,
	}
	p.server = &http.Server{Handler: p}
	go p.server.Serve(listener)
	return p, nil
}

// writeKubeconfig writes a kubeconfig that leads to the proxy.
func (p *proxy) writeKubeconfig(path string) error {
	config := clientcmdapi.NewConfig()
	config.Clusters["proxy"] = &clientcmdapi.Cluster{Server: "http://" + p.address}
	config.Contexts["proxy"] = &clientcmdapi.Context{Cluster: "proxy"}
	config.CurrentContext = "proxy"
	return clientcmd.WriteToFile(*config, path)
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if hold := p.holdOf(r); hold != nil && !hold.pass(r.Context()) {
		return // the client has gone away
	}
	if past := p.pastOf(); past != nil && past.answers(w, r) {
		return
	}
	p.reverse.ServeHTTP(w, r)
}

// holdOf gives the hold that keeps a request back, nil for none.
func (p *proxy) holdOf(r *http.Request) *Hold {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.holds) == 0 {
		return nil
	}
	i := slices.IndexFunc(p.holds, func(h *Hold) bool { return h.wants(r) })
	if i < 0 {
		return nil
	}
	return p.holds[i]
}

func (p *proxy) add(h *Hold) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.holds = append(p.holds, h)
}

func (p *proxy) remove(h *Hold) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.holds = slices.DeleteFunc(p.holds, func(other *Hold) bool { return other == h })
}
