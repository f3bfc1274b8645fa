// Package controlplane runs a real Kubernetes API server with the real Flux
// controllers on loopback, for recordings and for tests:
//
//	etcd ◄─ kube-apiserver ◄─ kube-controller-manager (namespaces, garbage)
//	             ▲    ▲
//	             │    └─ proxy ◄─ kustomize-controller ◄─ artifacts ─ source-controller
//	             │                                                          │
//	          stand-in: Ready for what nobody serves here           Git over HTTP
//
// There is no kubelet and no scheduler: Deployments have no pods and a
// HelmRelease installs nothing. What Flux itself does to objects is real, and
// RBAC is on.
//
// The proxy can hold requests of kustomize-controller (Hold), keep news from it
// (Freeze), and tell one that starts what was true before (KeepSources), so that
// an order of events that is rare by itself is certain in a test. A second
// controller runs what is labelled for it (StartShard). The API server writes an audit log, of which a Recorder makes a trace:
// who did what to which object, one line an event.
//
// Tests in fact_ files measure the rules of docs/flux-semantics.md. Each is named
// by its rule and prints a line "FACT rule version holds: …". Tests in apply_ files
// carry plans out; every switch of the demo takes 2 to 4 s, and all 30 take 106 s.
//
// The folder is a Go module of its own, because it needs the libraries that the
// controllers were released with. Inside it:
//
//	go run ./record -mode tls -out ../snapshots/tls.yaml    record the demo
//	go test -count=1 ./record                               are the recordings current?
//	go test -count=1 -timeout 60m -parallel 16 ./...        all tests: make e2e
//	go test -count=1 -parallel 16 -v -run 'Test[RHPV][0-9]|Trace' .   the facts alone: make facts
//	go run ./worlds -n 500 -seed 1 -out ../worlds           small random worlds, recorded: make worlds
//	go run ./lab                                            the demo, until ^C: make lab
//	go test -run ASwitchOfTheDemo -v . -runs 3              one of them, three times
//	FLUXMIGRATE_KUSTOMIZE_CONTROLLER=v1.7.3 go test …       with the one that v1.7.3/go.mod pins: make e2e-matrix
//	go mod tidy -e    -e, because a test of a controller needs a module that is no more
//
// -count=1, because Go takes results from its cache when files outside the
// module have changed. The first call builds the programs, about ten minutes on
// two cores, into $FLUXMIGRATE_CACHE or the user's cache. Which versions: go.mod.
package controlplane
