package live

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// An observation is the last document of a snapshot that fluxmigrate wrote:
// what a list of objects cannot say.
const (
	observationGroup   = "fluxmigrate.dev"
	observationVersion = observationGroup + "/v1alpha1"
	observationKind    = "Observation"
)

type observation struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Metadata   map[string]string `json:"metadata"`
	// Missing was looked for and is not there.
	Missing     []ownership.ObjectID `json:"missing,omitempty"`
	Unknowns    []gap                `json:"unknowns,omitempty"`
	Assumptions []gap                `json:"assumptions,omitempty"`
}

type gap struct {
	Subject string `json:"subject"`
	Why     string `json:"why"`
	Supply  string `json:"supply,omitempty"`
}

// observation takes what the document of that kind says.
func (c *collector) observation(manifest map[string]any) error {
	var doc observation
	if err := decode(manifest, &doc); err != nil {
		return fmt.Errorf("reading %s: %w", observationKind, err)
	}
	c.observed.Missing = append(c.observed.Missing, doc.Missing...)
	for _, u := range doc.Unknowns {
		c.observed.Unknowns = append(c.observed.Unknowns, ownership.Unknown(u))
	}
	for _, a := range doc.Assumptions {
		c.assume(a.Subject, a.Why)
	}
	return nil
}
