// Package render turns a revision or a folder, in one mode, into what Flux
// would make of it: an ownership.Desired. It walks from the roots through
// child Kustomizations to any depth, each with its effective spec, and builds
// every one as kustomize-controller would.
//
//	argument ─► Repository.resolve ─► tree + mode ─► layout ─► roots
//	   roots ─► walk ─► build.Builder, level by level ─► nodes ─► ownership.Desired
//	   two states, the commits between, and the mixed views ─► ownership.Transition
//
// Below it: render/tree holds files, render/layout says where the roots are,
// render/build builds one Kustomization.
package render
