// Package step is the closed set of steps a plan is made of, and of the
// conditions that stand between them. A condition is data: the simulator and
// the executor each interpret it, which is what ties a proof to the deed.
package step

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Kind is one kind of step.
type Kind string

// The closed set.
const (
	Suspend             Kind = "Suspend"
	Resume              Kind = "Resume"
	DisablePrune        Kind = "DisablePrune"
	EnablePrune         Kind = "EnablePrune"
	OrphanStub          Kind = "OrphanStub"
	SetDeletionPolicy   Kind = "SetDeletionPolicy"
	AddDependsOn        Kind = "AddDependsOn"
	RemoveDependsOn     Kind = "RemoveDependsOn"
	GuardObject         Kind = "GuardObject"
	UnguardObject       Kind = "UnguardObject"
	SwitchPath          Kind = "SwitchPath"
	Publish             Kind = "Publish"
	Reconcile           Kind = "Reconcile"
	AwaitOwned          Kind = "AwaitOwned"
	AwaitQuiet          Kind = "AwaitQuiet"
	AwaitReady          Kind = "AwaitReady"
	RemoveKustomization Kind = "RemoveKustomization"
	DeleteObject        Kind = "DeleteObject"
	CleanFieldManagers  Kind = "CleanFieldManagers"
)

// Kinds lists the closed set in the order above.
func Kinds() []Kind {
	return []Kind{Suspend, Resume, DisablePrune, EnablePrune, OrphanStub, SetDeletionPolicy, AddDependsOn,
		RemoveDependsOn, GuardObject, UnguardObject, SwitchPath, Publish, Reconcile, AwaitOwned, AwaitQuiet,
		AwaitReady, RemoveKustomization, DeleteObject, CleanFieldManagers}
}

// Route says where the effect of a step lands.
type Route string

// The routes.
const (
	Commits Route = "commits" // a commit in Git
	Cluster Route = "cluster" // an edit of a live object
)

// Step is one action.
type Step struct {
	Kind Kind `json:"kind"`
	// Target is the object acted on; of Publish the source that the commit
	// reaches, and zero where that is none or several.
	Target ownership.ObjectID `json:"target,omitzero"`
	// File is the file a commit step edits, relative to the repository.
	File string `json:"file,omitempty"`
	// Declared is the file that declares the target, where the edit is made in
	// another file, because only there it wins.
	Declared string `json:"declared,omitempty"`
	// Field and Value say what is set: "spec.prune" and "false". An empty
	// Value with a Field removes the field.
	Field string `json:"field,omitempty"`
	Value string `json:"value,omitempty"`
	// Maker is who makes the root that SwitchPath is about, where an edit of the
	// live object does not last.
	Maker string `json:"maker,omitempty"`
	// Revision is what Publish brings to the source.
	Revision string      `json:"revision,omitempty"`
	Needs    []Condition `json:"needs"`
	Leaves   []Condition `json:"leaves"`
	Because  string      `json:"because"`
	Undo     string      `json:"undo,omitempty"`
	// Precautionary: the plan is safe without this step as far as we know.
	Precautionary bool `json:"precautionary,omitempty"`
}

// Deletes says whether the step deletes its target.
func (s Step) Deletes() bool { return s.Kind == RemoveKustomization || s.Kind == DeleteObject }

// SwitchedElsewhere says whether the step is a switch that whoever makes the root
// has to make: an edit of the live object does not last.
func (s Step) SwitchedElsewhere() bool { return s.Kind == SwitchPath && s.Maker != "" }

// ConditionKind is one kind of fact over the observed state.
type ConditionKind string

// The kinds, with the predicate of semantics.md 12.2 each stands for.
const (
	Stored    ConditionKind = "stored"    // V1: the Kustomization's Field has Value in the API
	Acted     ConditionKind = "acted"     // V2: the Kustomization applied Value (a revision; "" is the one published last) with its current spec
	Barrier   ConditionKind = "barrier"   // V3: a run that began after now has ended
	Forgotten ConditionKind = "forgotten" // V4: Acted, and Object is not in the Kustomization's inventory
	Taken     ConditionKind = "taken"     // V5: Object's owner labels name the Kustomization, same UID, not terminating; Acted, and it lists Object in its inventory
	Guarded   ConditionKind = "guarded"   // V6: Object carries prune: disabled live
	Unguarded ConditionKind = "unguarded" // the opposite
	Present   ConditionKind = "present"   // Object exists
	Gone      ConditionKind = "gone"      // Object does not exist
	Published ConditionKind = "published" // the source's artifact holds the content of Value
	Consented ConditionKind = "consented" // a person agreed to the deletion of Object by name
)

// ConditionKinds lists the kinds in the order above.
func ConditionKinds() []ConditionKind {
	return []ConditionKind{Stored, Acted, Barrier, Forgotten, Taken, Guarded, Unguarded, Present, Gone, Published, Consented}
}

// Condition is one fact.
type Condition struct {
	Kind          ConditionKind             `json:"kind"`
	Kustomization ownership.KustomizationID `json:"kustomization,omitzero"`
	Object        ownership.ObjectID        `json:"object,omitzero"`
	Field         string                    `json:"field,omitempty"`
	Value         string                    `json:"value,omitempty"`
	// Precautionary: nothing rests on seeing it, as far as we know.
	Precautionary bool `json:"precautionary,omitempty"`
}

// Fact gives what is looked for, whether anything rests on it or not.
func (c Condition) Fact() Condition {
	c.Precautionary = false
	return c
}

// Needed gives the conditions that something rests on.
func Needed(all []Condition) []Condition {
	return slices.DeleteFunc(slices.Clone(all), func(c Condition) bool { return c.Precautionary })
}
