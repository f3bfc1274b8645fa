// Package replay holds recordings of real Flux (testdata/worlds) against the
// scenes that planner/proof makes of them: one object after the other, it asks
// whether the model can do what was seen.
//
//	worlds.Recording ─► Scenes ─► Project ─► sim.Accepts
package replay
