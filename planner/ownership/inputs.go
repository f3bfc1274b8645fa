package ownership

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// Inputs gives a digest of what a plan depends on beside the live Kustomizations
// (see Fingerprint): all that the states and mixed views of a transition render,
// whatever made them render it (commits, variables, a layout, sources at hand),
// and, if a cluster was looked at, the flags of its controllers and the values
// that they substitute. What a state is called is not in it. obs may be nil.
func Inputs(t *Transition, obs *Observed) string {
	h := sha256.New()
	for _, d := range t.States() {
		fmt.Fprintf(h, "state %q %q %q %+v %q %+v\n", d.Commit, d.Tree, d.Mode, d.At, d.Own, d.Unknowns)
		for _, k := range d.Kustomizations {
			if k.Root {
				k.File = "" // the layout, wherever that lies
			}
			fmt.Fprintf(h, "%+v\n", k)
		}
	}
	fmt.Fprintf(h, "between %q\n", t.BetweenUnknown)
	var mixed []string
	for _, v := range t.Mixed {
		mixed = append(mixed, fmt.Sprintf("mixed %+v\n", v))
	}
	slices.Sort(mixed) // they are a set
	fmt.Fprint(h, mixed)
	if obs != nil {
		fmt.Fprintf(h, "versions %+v\n", obs.Versions)
		for _, c := range obs.Controllers {
			fmt.Fprintf(h, "controller %+v\n", c)
		}
		for _, o := range obs.Objects {
			if o.Values != nil {
				fmt.Fprintf(h, "values %q %q\n", o.ID, o.Values) // maps are written sorted
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
