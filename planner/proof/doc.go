// Package proof turns a transition into scenes, has each of them answered by
// the model (planner/sim), and gives the answers as a document that can be
// checked from itself alone.
//
//	Transition, Observed, stages ─► facts ─► classes of like objects
//	                                            │ one scene each
//	                                            ▼
//	                       scenes ─► those with one digest are asked about once
//	                                            ▼
//	                       Proof: verdicts, components, gaps, assumptions
//
// What the model takes for granted, and why one object may be looked at at a
// time, is said in docs/model.md. Whatever could not be found out is Unknown,
// never left out.
package proof
