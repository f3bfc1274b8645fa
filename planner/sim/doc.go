// Package sim is the model of kustomize-controller and of the people beside it,
// as docs/model.md says it: from one state of a scene it gives every step that
// may come next. It has no goroutine and no clock; planner/explore visits its
// states.
//
//	scene.Scene ─► New ─► Starts, Steps ─► explore.Run ─► Answer, story
//
// A state is a string of bytes while it is kept and a cluster while it is
// worked on.
package sim
