package live

import (
	"fmt"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// release reads the inventory of a HelmRelease, where helm-controller keeps
// one; it has the form of a Kustomization's.
func (c *collector) release(manifest map[string]any, id ownership.ObjectID) error {
	var release struct {
		Status struct {
			Inventory *kustomizev1.ResourceInventory `json:"inventory,omitempty"`
		} `json:"status"`
	}
	if err := decode(manifest, &release); err != nil {
		return fmt.Errorf("reading %s: %w", id.Display(), err)
	}
	inventory, unknowns := readInventory(id, accessOf(manifest).cluster(), release.Status.Inventory)
	if len(inventory) > 0 {
		c.observed.Releases = append(c.observed.Releases, ownership.ObservedRelease{ID: id, Inventory: inventory})
	}
	for _, u := range unknowns {
		c.assume(u.Subject, u.Why)
	}
	return nil
}
