// Package worlds reads small worlds: a tiny repository with its roots over a
// line of steps, and, for those of testdata/worlds, what real Flux did in them.
//
// The language of a world (Parse):
//
//	root r path=r                  a root flux/r; spec words as in parentheses below
//	commit                         the next lines change the content of paths
//	  r: K/apps(path=a) K/infra(path=b,noprune)
//	  a: Gateway/edge+guard ConfigMap/x@other=v2
//	  b:                           an empty path
//	commit
//	  a: -                         no such path any more
//	switch                         the next lines change roots, outside Git
//	  root r path=r2
//	  -root q
//
// An object is KIND/NAME[@NAMESPACE][=CONTENT][+TRAIT…]; traits are guard,
// disabled, ignore, ifnotpresent, force, immutable. The words of a Kustomization
// are path, ns, policy, dep, input (KIND:NAME), cluster, and noprune, suspend,
// force, wait, meta (its commonMetadata guards all it applies). A CRD/Widget defines
// the kind Widget. "!fail" and "?why" in a path make its build fail or be
// unknown.
//
// Other steps, on lines of their own, are what people do and how long they wait:
// quiet, pause MS, suspend K, resume K, policy K WORD, delete K, request K,
// guard KIND/NAME, unguard KIND/NAME, gather, restart. Before the first commit
// may stand accounts and interval DURATION. testdata/worlds/README.md explains
// them.
package worlds
