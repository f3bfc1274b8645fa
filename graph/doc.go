// Package graph holds things that depend on each other, and why: a directed
// graph whose edges carry reasons.
//
// It knows nothing of Flux. An edge goes from what depends to what it depends
// on. Everything it returns or prints is sorted: the same nodes and edges,
// added in any order, give the same bytes. A Graph is not safe for concurrent
// use while it is being built.
package graph
