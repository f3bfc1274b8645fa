// Package edit makes the edits of a plan in real files: a field of a
// Kustomization's spec, the guard of an object, the folder of a stub.
//
// For every edit there are levels at which it may be made, the nearest first:
//
//	the file that declares the object
//	a patch that says the field of just this object already: in a kustomization
//	    file or in spec.patches of the Kustomization that renders the object
//	the kustomization file that lists the file, then those above it: a patch
//	    is added
//	spec.patches of the Kustomization that renders the object: a patch is added
//	a patch that says the field of several objects
//
// Which of them wins is not decided here: render builds the tree again and
// sees (decision 4 of docs/architecture.md).
package edit
