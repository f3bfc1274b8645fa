// Package hazard finds what can go wrong in a transition, or in one state, by
// rules: each has a code, a name, one sentence of harm and remedies. Rules
// explain and propose; they never prove that a change is safe.
package hazard

import (
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Severity says what a hazard costs.
type Severity string

// The severities, worst first.
const (
	Loses  Severity = "loses"  // an object that should live can be deleted or replaced
	Blocks Severity = "blocks" // nothing is lost, but the target may never be reached
	Warns  Severity = "warns"  // neither; somebody should know
)

// Hazard is one match of a rule.
type Hazard struct {
	Code     string                      `json:"code"` // FM-001
	Name     string                      `json:"name"` // "prune before adopt"
	Severity Severity                    `json:"severity"`
	Harm     string                      `json:"harm"` // one sentence
	Objects  []ownership.ObjectID        `json:"objects"`
	Owners   []ownership.KustomizationID `json:"owners"` // the Kustomizations concerned
	Files    []string                    `json:"files,omitempty"`
	Because  string                      `json:"because"`
	Story    []Line                      `json:"story,omitempty"` // Loses only: one order of events that ends in the loss
	Remedies []Remedy                    `json:"remedies"`
}

// Line is one event of a story.
type Line struct {
	Actor  string             `json:"actor"`  // "flux-system/apps", "source", "you"
	Action string             `json:"action"` // "deletes Gateway demo/edge: it left its path", "starts a run of the new revision"
	Object ownership.ObjectID `json:"object,omitzero"`
	Rule   string             `json:"rule"` // of docs/flux-semantics.md or semantics.md: "R0.3"
	// Before, with the first line only, and After, where it changes, are how
	// the object that is lost stands; none in a story that the rules tell, and
	// where the model does not know.
	Before *Standing `json:"before,omitempty"`
	After  *Standing `json:"after,omitempty"`
}

// Standing is how an object stands at one moment of a story: what decides
// whether a prune or a finalizer deletes it (R0.2, R0.3).
type Standing struct {
	Exists   bool                        `json:"exists"`
	Guarded  bool                        `json:"guarded,omitempty"`
	Owner    ownership.KustomizationID   `json:"owner,omitzero"`     // whom its labels name; zero for none of the story
	ListedBy []ownership.KustomizationID `json:"listedBy,omitempty"` // whose inventories list it
	Deleting []ownership.KustomizationID `json:"deleting,omitempty"` // Kustomizations that are being deleted
	Absent   []ownership.KustomizationID `json:"absent,omitempty"`   // Kustomizations that do not exist
}

// Remedy is a way to take the harm out of a hazard.
type Remedy string

// The remedies. What each does is said in docs/hazards.md.
const (
	GuardObjects     Remedy = "guard the objects"
	OrphanOwner      Remedy = "set deletionPolicy: Orphan one revision earlier"
	StubOwner        Remedy = "leave the old owner as an empty, non-pruning stub"
	DisablePrune     Remedy = "set prune: false one revision earlier"
	SuspendOwner     Remedy = "suspend the old owner"
	SplitRevision    Remedy = "publish in two revisions"
	KeepOldPath      Remedy = "keep the old path rendering the same objects, or remove it whole"
	ShareIdentity    Remedy = "keep one owner name in every mode"
	SingleOwner      Remedy = "leave the object to one owner"
	CopyInputs       Remedy = "copy the inputs into the new namespace first"
	FixDependency    Remedy = "name an existing dependency, or drop the edge"
	BreakCycle       Remedy = "drop one edge of the cycle"
	SplitShared      Remedy = "move the shared object to a Kustomization of its own"
	RemoveByHand     Remedy = "remove the old owner by hand, suspended or with Orphan"
	SweepOrphans     Remedy = "delete or adopt what was forgotten, by name"
	DropSkipTrait    Remedy = "drop the annotation that keeps the new owner from adopting"
	KeepGuard        Remedy = "keep the guard until the new owner has the object"
	DeclareSelf      Remedy = "keep the manifest of the Kustomization in its own path, or orphan first"
	MendBuild        Remedy = "make it build first"
	PublishEachStage Remedy = "make sure that no cluster skips the earlier revision"
)

// How an object is lost.
type How string

// The ways (R0.1); Cascade is a deletion that takes the object along: of its
// namespace or its CustomResourceDefinition (R10.1).
const (
	ByPrune     How = "prune"
	ByFinalizer How = "finalizer"
	ByCascade   How = "cascade"
)

// Loss is one way in which an object that should live can end.
type Loss struct {
	Object   ownership.ObjectID
	By       ownership.KustomizationID // who deletes it; zero for a cascade
	How      How
	Via      ownership.ObjectID          // ByFinalizer: the Kustomization whose deletion does it; ByCascade: the Namespace or CRD
	At       ownership.View              // the view of By in which it happens
	Held     ownership.View              // an earlier view of By that rendered the object
	Adopters []ownership.KustomizationID // owners of the object in the state after
	// Transient: By owns the object in neither end, only on the way.
	Transient bool
}

// Findings is what the rules found in a transition.
type Findings struct {
	Hazards []Hazard
	// Broken has a sentence for each declared invariant that the change does
	// not keep, and for each object that it recreates by force; no plan keeps
	// them then.
	Broken []string
	// Losses holds every way of losing every object at risk, sorted by object.
	Losses []Loss
	// Unknowns is what kept the analysis from being complete; with any, a
	// transition without losses is unknown, not proved.
	Unknowns []ownership.Unknown
	// Assumptions is what was taken for granted instead.
	Assumptions []ownership.Assumption
	// Prerequisites is what a new Kustomization needs and nothing is known to
	// provide. They limit completion, not safety.
	Prerequisites []Prerequisite
}

// Prerequisite is an object that must be there before a Kustomization can
// build or apply.
type Prerequisite struct {
	Object        ownership.ObjectID
	Kustomization ownership.KustomizationID
	Purpose       string // one of the For… constants of package ownership
	Because       string
}

// AtRisk gives the objects that should live and can be lost, sorted, once each.
func (f Findings) AtRisk() []ownership.ObjectID {
	var ids []ownership.ObjectID
	for _, l := range f.Losses {
		if len(ids) == 0 || ids[len(ids)-1] != l.Object {
			ids = append(ids, l.Object)
		}
	}
	return ids
}
