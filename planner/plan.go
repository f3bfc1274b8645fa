package planner

import (
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// APIVersion and Kind of the plan document.
const (
	APIVersion = "fluxmigrate.dev/v1alpha1"
	Kind       = "Plan"
)

// Plan is the document: what would happen, and what to do instead.
type Plan struct {
	APIVersion    string          `json:"apiVersion"`
	Kind          string          `json:"kind"`
	Verdict       verdict.Verdict `json:"verdict"`
	Reason        string          `json:"reason"` // one sentence behind the verdict
	Naive         Naive           `json:"naive"`
	Basis         Basis           `json:"basis"`
	Changes       []Change        `json:"changes"`
	Hazards       []hazard.Hazard `json:"hazards"`
	Prerequisites []Prerequisite  `json:"prerequisites"`
	Stages        []Stage         `json:"stages"`
	Cost          Cost            `json:"cost"`
	Tried         []Candidate     `json:"tried"`            // cheaper plans that are not safe, cheapest first; none without a Prover
	Barred        []string        `json:"barred,omitempty"` // sentences: what cannot be done, and why; none without a Prover
	Deletions     []Deletion      `json:"deletions"`
	Assumptions   []Assumption    `json:"assumptions"`
	Unknowns      []Unknown       `json:"unknowns"`
	Proofs        Proofs          `json:"proofs"`
	Seal          string          `json:"seal,omitempty"` // see SealOf; "" without a Prover
}

// Naive is the answer for the change merged or switched as it is.
type Naive struct {
	Verdict verdict.Verdict `json:"verdict"`
	AtRisk  []AtRisk        `json:"atRisk"`
	Story   []hazard.Line   `json:"story"` // of the worst loss; empty without one
}

// AtRisk is one object that should live and that some order of events ends.
type AtRisk struct {
	Object    ownership.ObjectID        `json:"object"`
	By        ownership.KustomizationID `json:"by,omitzero"`
	How       hazard.How                `json:"how"`
	Protected string                    `json:"protected,omitempty"` // why its kind is protected
	Codes     []string                  `json:"codes"`               // the hazards it belongs to
}

// Basis is what the plan was made from.
type Basis struct {
	From    State    `json:"from"`
	To      State    `json:"to"`
	Live    string   `json:"live"`              // "assumed", or where it was observed
	Between []string `json:"between,omitempty"` // commits between that were considered
	// Observed lists the live Kustomizations that the plan depends on: those
	// whose objects or spec the transition changes, and their parents.
	Observed []Fingerprint `json:"observed,omitempty"`
	// Inputs is a digest of everything else: what the states render, and the
	// flags and values that were read. See Inputs of package ownership.
	Inputs string `json:"inputs"`
	Tool   string `json:"tool"`
	Flux   string `json:"flux,omitempty"`
}

// Fingerprint is that of one live Kustomization; see Observed.Fingerprint of
// package ownership. It is "" for one that the cluster does not have.
type Fingerprint struct {
	Kustomization ownership.KustomizationID `json:"kustomization"`
	Fingerprint   string                    `json:"fingerprint"`
}

// State names one end.
type State struct {
	Name   string `json:"name"`
	Commit string `json:"commit,omitempty"`
	Tree   string `json:"tree,omitempty"`
	Mode   string `json:"mode,omitempty"`
}

// Change is one object whose owners differ, or whose existence does. Kept
// objects are not listed.
type Change struct {
	Kind      ownership.ChangeKind        `json:"kind"`
	Object    ownership.ObjectID          `json:"object"`
	From      []ownership.KustomizationID `json:"from"`
	To        []ownership.KustomizationID `json:"to"`
	Other     ownership.ObjectID          `json:"other,omitzero"`
	Protected string                      `json:"protected,omitempty"`
	Files     []string                    `json:"files,omitempty"`
}

// Prerequisite must be there before the target can be reached; it limits
// completion, not safety.
type Prerequisite struct {
	Object        ownership.ObjectID        `json:"object"`
	Kustomization ownership.KustomizationID `json:"kustomization"`
	Purpose       string                    `json:"purpose"`
	Because       string                    `json:"because"`
}

// Stage is steps that may run together.
type Stage struct {
	Title string      `json:"title"`
	Route step.Route  `json:"route"`
	Tree  string      `json:"tree"` // git tree hash the stage publishes; "" where none, or where it is not known
	Steps []step.Step `json:"steps"`
	// Merge is what comes out where the branch of the change is merged as it
	// is, if that is not the tree of the stage.
	Merge *MergeResult `json:"merge,omitempty"`
}

// MergeResult is what git makes of merging the change into the protection: the
// edits that protect go along with files that the change moves or leaves alone.
// Verdict says whether the stages keep everything with that content as well,
// and the target is reached by one more commit in the end; it is "" where there
// is no such content.
type MergeResult struct {
	Verdict   verdict.Verdict `json:"verdict,omitempty"`
	Reason    string          `json:"reason,omitempty"` // one sentence behind the verdict
	Tree      string          `json:"tree,omitempty"`
	Files     []string        `json:"files,omitempty"`     // that differ from the tree of the stage
	Conflicts []string        `json:"conflicts,omitempty"` // files that git leaves to a person
	Unknown   string          `json:"unknown,omitempty"`   // why it is not known what comes out
}

// Cost of a plan.
type Cost struct {
	Merges int  `json:"merges"`
	Waits  int  `json:"waits"`
	Edits  int  `json:"edits"`
	ByHand bool `json:"byHand"`
}

// Candidate is a plan that was tried and is not the one.
type Candidate struct {
	What    string          `json:"what"` // what it does about what can be lost
	Cost    Cost            `json:"cost"`
	Verdict verdict.Verdict `json:"verdict"`
	Reason  string          `json:"reason"` // one sentence behind the verdict
	Story   []hazard.Line   `json:"story"`  // the shortest that refutes it; empty where it is unknown
}

// Deletion is a wanted deletion, named.
type Deletion struct {
	Object    ownership.ObjectID        `json:"object"`
	By        ownership.KustomizationID `json:"by,omitzero"` // who deletes it; zero where a person must
	How       hazard.How                `json:"how,omitempty"`
	Protected string                    `json:"protected,omitempty"`
	// Takes counts what goes with it: the inventory of a Kustomization, what
	// lies in a Namespace, what a CRD serves.
	Takes   int    `json:"takes,omitempty"`
	Because string `json:"because"`
}

// Assumption and Unknown are those of package ownership, as the document
// spells them.
type (
	// Assumption is something that was taken for granted.
	Assumption struct {
		Subject string `json:"subject"`
		Text    string `json:"text"`
	}
	// Unknown is something that could not be found out, and what to supply.
	Unknown struct {
		Subject string `json:"subject"`
		Why     string `json:"why"`
		Supply  string `json:"supply,omitempty"`
	}
)
