// Package controlplane runs a real Kubernetes API server with the real Flux
// controllers on loopback, for recordings and for tests:
//
//	etcd ◄─ kube-apiserver ◄─ kube-controller-manager (namespaces, garbage)
//	             ▲    ▲
//	             │    └─ kustomize-controller ◄─ artifacts ─ source-controller
//	             │                                                  │
//	          stand-in: Ready for what nobody serves here   Git over HTTP
//
// There is no kubelet and no scheduler: Deployments have no pods and a
// HelmRelease installs nothing. What Flux itself does to objects is real, and
// RBAC is on.
//
// The folder is a Go module of its own, because it needs the libraries that the
// controllers were released with. Inside it:
//
//	go run ./record -mode tls -out ../snapshots/tls.yaml    record the demo
//	go test -count=1 ./record                               are the recordings current?
//	go test -count=1 -timeout 30m .                         all tests
//	go test -run ASwitchOfTheDemo -v . -runs 3              one of them, three times
//	go mod tidy -e    -e, because a test of a controller needs a module that is no more
//
// -count=1, because Go takes results from its cache when files outside the
// module have changed. The first call builds the programs, about ten minutes on
// two cores, into $FLUXMIGRATE_CACHE or the user's cache. Which versions: go.mod.
package controlplane
