// Package live reads what a cluster holds: from its API server, with get and
// list, or from a snapshot.
//
//	Connection ─► Read ─► Reading ─┬─► Observed ─► ownership.Observed
//	(kubectl's flags)              └─► WriteSnapshot ─► ReadSnapshot ─┘
//	                                   kubectl get -o yaml ─┘
//
// Both ways end in the same code, so that a snapshot gives the observation that
// the cluster gave. A Reading holds manifests that are trimmed at once to what
// an observation is made from.
//
// It has no way to write to a cluster: of client-go's clients only get and list
// are reachable (reader.go), which a test holds. Of an object that is no matter
// of Flux it asks for metadata only: the data of a Secret are not even sent.
// Those of a ConfigMap are where a Kustomization substitutes from them.
//
// One Secret is read whole where Options.RemoteClusters asks for it: the
// kubeconfig that spec.kubeConfig names (remote_config.go). What it holds ends in
// the connection, and in no manifest, observation or error (remote_error.go).
package live
