// Package commit makes commits of the trees of a plan: as patches for git am,
// as a branch, or to see what git would make of a merge. It runs git itself,
// which signs, names authors and merges as the user has set it up.
//
// Work tree and index are never touched: an index of its own is used, and for
// all but a branch an object database of its own over that of the repository.
// Nothing is left behind on failure.
package commit
