// Package live reads what a cluster holds, from a snapshot that kubectl wrote.
// It has no way to write to a cluster, and keeps of an object its metadata
// only: the data of a Secret never leave the reader.
package live
