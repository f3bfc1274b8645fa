// Package rbac derives from a plan the least rights that it takes to observe a
// cluster for it, and to carry it out.
package rbac
