package render

import (
	"reflect"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// otherValues gives the looks at one spec and artifact with the substitution
// values of each state that has others for it.
func otherValues(states []*state, s, a *state, n *node) []look {
	var looks []look
	for _, v := range states {
		if v == a || sameValues(a.walker.values, v.walker.values, n.spec.Inputs) {
			continue
		}
		looks = append(looks, look{id: n.id, manifest: n.manifest, tainted: n.tainted, spec: s, at: a,
			written: s.desired.At, values: v.walker.values})
	}
	return looks
}

func sameValues(a, b *values, inputs []ownership.Input) bool {
	for _, in := range inputs {
		if in.Purpose != ownership.ForSubstitution {
			continue
		}
		x, y := a.Lookup(in.Object.Kind, in.Object.Namespace, in.Object.Name), b.Lookup(in.Object.Kind, in.Object.Namespace, in.Object.Name)
		if !reflect.DeepEqual(x, y) {
			return false
		}
	}
	return true
}
