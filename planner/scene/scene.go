// Package scene is the question that the model answers: one object, and the
// Kustomizations that decide over its life, as plain data. planner/proof asks
// it, planner/sim and planner/verify answer it, each with rules of its own, and
// a plan carries it, so that the answer can be checked from the plan alone.
//
// Everything in a scene is a number: an index into one of its lists. Names are
// for people; two scenes that differ in names only are the same question.
package scene

// Version is that of the model: of what a scene means.
const Version = 1

// Scene is one object, its subject, and all that can decide over it.
type Scene struct {
	// Controller is the version of kustomize-controller whose rules hold, as
	// in "v1.9.6".
	Controller string `json:"controller"`
	// Subject is the object that must never be deleted; an index of Objects.
	Subject        int             `json:"subject"`
	Objects        []Object        `json:"objects"`
	Kustomizations []Kustomization `json:"kustomizations"`
	// Sources are those whose content is a commit of Commits. Each is at a
	// commit of its own, which only grows, and may skip some.
	Sources []string `json:"sources"`
	// Commits are the revisions in their order; every source begins at the
	// first. Those that mean the same to every Kustomization here are one.
	Commits []string `json:"commits"`
	// Stages are what people do, one after the other. After the last one
	// everything goes on by itself for ever.
	Stages []Stage `json:"stages"`
	// Goal is what holds when the target is reached, all at once. Empty: it
	// was not asked for.
	Goal []Condition `json:"goal,omitempty"`
}

// Object is a live object: the subject, or a Kustomization that somebody here
// creates, changes or deletes.
type Object struct {
	ID string `json:"id"` // as in an inventory
	// Kustomization is the one that this object is; -1 for none.
	Kustomization int `json:"kustomization"`
	// Starts are the states it may be in when it begins, at least one: several
	// where the label of a contested object is anyone's.
	Starts []Live `json:"starts"`
}

// Live is the state of a live object.
type Live struct {
	Exists bool `json:"exists"`
	// Owner is the Kustomization that the owner labels name; -1 for none here.
	Owner int `json:"owner"`
	// Guard: it carries prune: disabled, written by the owner's apply, which
	// goes with an apply of a manifest that has it not (R5.1).
	Guard bool `json:"guard,omitempty"`
	// HandGuard: it carries prune: disabled by a manager that survives every
	// apply (R5.11).
	HandGuard bool `json:"handGuard,omitempty"`
	// Frozen: it is marked so that nobody applies or prunes it (R5.6, R6.4).
	Frozen bool `json:"frozen,omitempty"`
}

// Kustomization is one Kustomization with everything it may be told.
type Kustomization struct {
	ID string `json:"id"` // namespace/name
	// Object is its own object; -1 where nobody here changes or deletes it.
	Object int `json:"object"`
	// Source is an index of Sources; -1 where its source is another one, whose
	// content does not change here: it builds as for commit 0 then.
	Source int     `json:"source"`
	Specs  []Spec  `json:"specs"`
	Start  Status  `json:"start"`
	Builds []Build `json:"builds"`
}

// Spec is one spec it may have, as far as it matters.
type Spec struct {
	Words   string `json:"words,omitempty"` // "path ./apps, prune: false"
	Prune   bool   `json:"prune"`
	Suspend bool   `json:"suspend,omitempty"`
	// Deletes: the finalizer deletes the inventory, if it is not suspended (R7.2).
	Deletes   bool         `json:"deletes"`
	DependsOn []Dependency `json:"dependsOn,omitempty"` // those that are here and have no readyExpr
	// SetsSuspend, SetsPolicy: its parent's manifest sets that field, so that
	// the parent's apply puts a hand edit back (R5.12).
	SetsSuspend bool `json:"setsSuspend,omitempty"`
	SetsPolicy  bool `json:"setsPolicy,omitempty"`
}

// Dependency is one entry of dependsOn.
type Dependency struct {
	On int `json:"on"`
	// SameSource: it has to have applied the revision that the dependent read (R3.4).
	SameSource bool `json:"sameSource,omitempty"`
}

// Status is where a Kustomization is at the start. Its object says whether it
// exists; one without an object does.
type Status struct {
	Spec      int   `json:"spec"`
	Inventory []int `json:"inventory"` // objects
	// Applied is the commit it applied last; -1 for none.
	Applied int  `json:"applied"`
	Ready   bool `json:"ready"`
	// HandSuspend and HandOrphan are edits of the live object that Git does not
	// know: suspend: true, deletionPolicy: Orphan.
	HandSuspend bool `json:"handSuspend,omitempty"`
	HandOrphan  bool `json:"handOrphan,omitempty"`
	Deleting    bool `json:"deleting,omitempty"`
}

// Build is what a run makes of one spec and one commit. More than one for a
// pair: a run makes any of them (values it substitutes may be of any state).
type Build struct {
	Spec   int `json:"spec"`
	Commit int `json:"commit"`
	// After: it substitutes values that are live only once a source has been at
	// that commit, or at a later one. 0: nothing of the kind.
	After int `json:"after,omitempty"`
	// Fails: the path is missing or the build fails; nothing is applied or
	// pruned (R2.5).
	Fails bool `json:"fails,omitempty"`
	// Unknown says why nobody knows what it gives; "" where it is known.
	Unknown string `json:"unknown,omitempty"`
	Puts    []Put  `json:"puts,omitempty"` // what it renders of the objects here
}

// Put is one object of a build.
type Put struct {
	Object int  `json:"object"`
	Spec   int  `json:"spec"`            // of a Kustomization, the spec it gets; else 0
	Stage  int  `json:"stage,omitempty"` // of the apply (R5.4): 0, 1, 2
	Guard  bool `json:"guard,omitempty"` // the manifest says prune: disabled
	Take   Take `json:"take,omitempty"`
}

// Take says how an apply treats the object.
type Take string

// The ways (R5.6, R5.8).
const (
	Takes     Take = ""       // applies it and takes its labels
	IfAbsent  Take = "absent" // leaves one that exists alone, and creates it where it does not
	TakesNone Take = "none"   // never writes it
)

// Stage is things that people do in any order; it ends when each is done and
// what each leaves was seen.
type Stage struct {
	Title string `json:"title,omitempty"`
	Acts  []Act  `json:"acts"`
}

// Act is one thing that people do, once each of Needs was seen in this stage.
// What it Leaves is looked for afterwards, each by itself.
type Act struct {
	Kind          ActKind     `json:"kind"`
	Kustomization int         `json:"kustomization,omitempty"`
	Spec          int         `json:"spec,omitempty"`
	Object        int         `json:"object,omitempty"`
	Commit        int         `json:"commit,omitempty"`
	Needs         []Condition `json:"needs,omitempty"`
	Leaves        []Condition `json:"leaves,omitempty"`
}

// ActKind is one kind of act.
type ActKind string

// The kinds.
const (
	Publish ActKind = "publish" // sources may fetch Commit, and every one before it
	Switch  ActKind = "switch"  // a root gets Spec, from whoever makes it
	Make    ActKind = "make"    // a root is created with Spec
	Remove  ActKind = "remove"  // Kustomization is deleted, by hand or by whoever makes it
	Suspend ActKind = "suspend" // by hand, in a way that lasts (R5.12)
	Resume  ActKind = "resume"  // takes that back
	Orphan  ActKind = "orphan"  // deletionPolicy: Orphan by hand
	Guard   ActKind = "guard"   // Object gets a guard by hand
	Unguard ActKind = "unguard" // takes that back
	Request ActKind = "request" // asks Kustomization for a run (requestedAt)
	Delete  ActKind = "delete"  // Object is deleted by name, by a person
	Watch   ActKind = "watch"   // nothing: only what it Leaves is looked for
)

// Condition is one fact that a reading of the API shows.
type Condition struct {
	Kind          ConditionKind `json:"kind"`
	Kustomization int           `json:"kustomization,omitempty"`
	Object        int           `json:"object,omitempty"`
	Commit        int           `json:"commit,omitempty"`
	Specs         []int         `json:"specs,omitempty"`  // Stored
	Owners        []int         `json:"owners,omitempty"` // Labelled
}

// ConditionKind is one kind of condition.
type ConditionKind string

// The kinds, with the predicate of docs/flux-semantics.md each stands for.
const (
	Stored    ConditionKind = "stored"    // V1: Kustomization exists and its spec is one of Specs, hand edits aside
	Suspended ConditionKind = "suspended" // V1: Kustomization exists and is suspended, by Git or by hand
	Orphaning ConditionKind = "orphaning" // V1: Kustomization exists and its policy keeps what it has, by Git or by hand
	Acted     ConditionKind = "acted"     // V2: Ready at Commit, generation observed, not suspended
	Barrier   ConditionKind = "barrier"   // V3: the last Request to Kustomization was handled
	Forgotten ConditionKind = "forgotten" // V4: Acted at Commit, and Object is not in its inventory, in one reading
	Listed    ConditionKind = "listed"    // Acted at Commit, and Object is in its inventory, in one reading
	Has       ConditionKind = "has"       // Object is in the inventory of Kustomization
	HasNot    ConditionKind = "hasNot"    // Kustomization exists, and Object is not in its inventory
	Labelled  ConditionKind = "labelled"  // V5: Object exists, is not being deleted, and its labels name one of Owners
	Guarded   ConditionKind = "guarded"   // V6
	Unguarded ConditionKind = "unguarded"
	Present   ConditionKind = "present"
	Gone      ConditionKind = "gone" // Object does not exist
)
