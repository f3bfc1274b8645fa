// Package ownership says who owns which object: the identities, what two
// states of a repository desire, what a cluster was observed to hold, and the
// difference between them.
//
// It is a leaf: it imports nothing of this module, reads nothing and decides
// nothing about safety. The words it defines are those of Flux; see the table
// in docs/architecture.md.
package ownership
