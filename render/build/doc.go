// Package build renders one Flux Kustomization from the files of one artifact,
// in memory, to the objects that kustomize-controller v1.9.6 would apply.
//
// It is Flux's pipeline (R4.1 to R4.12): generate or complete the
// kustomization file, run kustomize, substitute variables, read the objects,
// add the common metadata. kustomize itself and Flux's variable expansion are
// the libraries that the controller uses; only the parts that Flux ties to a
// disk, a global lock or a cluster are written again here, and tests compare
// them with Flux's own.
//
// What cannot be known offline is said, never guessed: a Result is Missing,
// Failed (as the controller's build would fail) or Unknown, and an object says
// which of its fields are not certain.
package build
