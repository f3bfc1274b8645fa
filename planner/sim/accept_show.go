package sim

import (
	"fmt"
	"strings"
)

var phases = []string{"no run", "has its view", "has its commit", "applies", "prunes", "ends", "finalizes"}

// sketch writes down where a state is, for somebody who asks why a trace was
// not accepted.
func (m *Model) sketch(c *cluster) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  sources at %v, %d acts done\n", c.sources[:len(m.s.Sources)], c.stage)
	for i, o := range m.s.Objects {
		if o.Kustomization < 0 || !c.objects[i].exists {
			fmt.Fprintf(&b, "  %s: %+v\n", o.ID, c.objects[i])
		}
	}
	for k := range m.s.Kustomizations {
		ks := &c.ks[k]
		if ks.n == 0 {
			continue
		}
		fmt.Fprintf(&b, "  %d %s: %s, %+v, applied %d ready %t observed %t handled %d", k, m.s.Kustomizations[k].ID, phases[ks.run.phase],
			*ks.api(), ks.applied, ks.ready, ks.observed, ks.handled)
		if o := m.s.Kustomizations[k].Object; o >= 0 {
			fmt.Fprintf(&b, ", its object %+v", c.objects[o])
		}
		if ks.run.phase != idle {
			fmt.Fprintf(&b, "; run %+v", ks.run)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}
