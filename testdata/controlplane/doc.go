// Package controlplane runs a real Kubernetes API server with the real Flux
// controllers on loopback, for recordings and for tests:
//
//	etcd ◄─ kube-apiserver ◄─ kube-controller-manager (namespaces, garbage)
//	             ▲    ▲
//	             │    └─ kustomize-controller ◄─ artifacts ─ source-controller
//	             │                                                  │
//	          StandIn: Ready for what nobody serves here     Repository (Git over HTTP)
//
// There is no kubelet and no scheduler: Deployments have no pods and a
// HelmRelease installs nothing. What Flux itself does to objects is real.
//
// The folder is a Go module of its own, because it needs the Kubernetes
// libraries that the controllers were released with. Commands and tests of it
// are run inside it.
package controlplane
