// Package execute carries out a plan: it is the only one that writes to a
// cluster.
//
//	Plan ─► basis still true? ─► per step: needs hold? ─► intent in the journal
//	          ─► write ─► leaves hold? ─► done in the journal ─► … ─► sweep ─► Report
//
// What decides is pure and reads nothing: what a condition means (condition.go),
// what may not happen to an object (invariant.go), what changed since the plan
// was made (drift.go), what was done so far (journal.go). Around it is a thin
// layer over client-go's dynamic client (cluster.go).
//
// A condition is looked up at the API server each time, never in a cache; a watch
// only says when to look again. Every write has the field manager Manager, sets
// the fewest fields that it can, and is bound to the UID, mostly to the version,
// of the object that was looked at. It comes after its intent in the journal, so
// that a run that is killed at any point can be gone on with.
package execute

import "github.com/fluxmigrate/fluxmigrate/planner"

// Manager is the field manager of every write.
const Manager = planner.FieldManager
