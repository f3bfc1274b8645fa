// Package planner turns a transition between two desired states into a plan:
// an ordered list of stages under which nothing that should live is deleted.
//
//	render.Revision(from) ─► ownership.Desired ┐
//	render.Revision(to)   ─► ownership.Desired ├─► Input
//	live.ReadSnapshot     ─► ownership.Observed┘     │
//	   ownership.Diff ─► changes ─► hazard.Find ─► losses, hazards
//	                                                 │  remedies, cheapest first
//	                                                 ▼
//	                     stages of step.Step ─► Validate ─► Plan ─► planner/runbook
//
// The package is pure: it reads no file, asks no cluster, knows no clock and
// starts no goroutine. Same input, same bytes.
package planner
