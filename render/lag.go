package render

import (
	"maps"
	"reflect"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// mostChoices bounds how many mixes of substitution values are looked at for
// one spec and artifact; that some are left out is said, see transition.go.
const mostChoices = 16

// choice gives, for each ConfigMap and Secret, the values of one state: they
// are applied one by one, so that a run may meet any mix of them (R4.10).
type choice struct {
	base   build.Variables
	chosen map[ownership.ObjectID]build.Values
	since  since
}

// since says of a source the first commit that it must have for all that was
// chosen to be live.
type since map[ownership.SourceRef]int

// last gives the latest of them; 0 for none.
func (s since) last() int {
	latest := 0
	for _, commit := range s {
		latest = max(latest, commit)
	}
	return latest
}

func (s since) with(source ownership.SourceRef, commit int) since {
	later := since{source: commit}
	for known, at := range s {
		later[known] = max(at, later[known])
	}
	return later
}

// Lookup implements build.Variables.
func (c choice) Lookup(kind, namespace, name string) build.Values {
	if found, ok := c.chosen[ownership.ObjectID{Kind: kind, Namespace: namespace, Name: name}]; ok {
		return found
	}
	return c.base.Lookup(kind, namespace, name)
}

// with gives the choice with one more.
func (c choice) with(id ownership.ObjectID, v dated) choice {
	chosen := maps.Clone(c.chosen)
	chosen[id] = v.values
	return choice{c.base, chosen, c.since.with(v.source, v.commit)}
}

// choices gives every mix of the values that the states have for the inputs of
// a spec, beside what the state of the artifacts has itself. With more than
// mostChoices of them some are left out, and whole is false.
func choices(states []*state, at *state, inputs []ownership.Input) (mixes []choice, whole bool) {
	all := []choice{{base: at.walker.values, chosen: map[ownership.ObjectID]build.Values{}}}
	whole = true
	for _, in := range inputs {
		if in.Purpose != ownership.ForSubstitution {
			continue
		}
		for _, c := range slices.Clone(all) {
			for _, v := range otherValues(states, at, in.Object) {
				if len(all) > mostChoices {
					whole = false
					break
				}
				all = append(all, c.with(in.Object, v))
			}
		}
	}
	return all[1:], whole
}

// dated is values, the first commit that brings them, and of which source.
type dated struct {
	values build.Values
	source ownership.SourceRef
	commit int
}

// otherValues gives what other states have for one input.
func otherValues(states []*state, at *state, id ownership.ObjectID) []dated {
	var others []dated
	own := at.walker.values.Lookup(id.Kind, id.Namespace, id.Name)
	for _, s := range states { // earliest commit first
		v := s.walker.values.Lookup(id.Kind, id.Namespace, id.Name)
		same := func(o dated) bool { return reflect.DeepEqual(o.values, v) }
		if !reflect.DeepEqual(v, own) && !slices.ContainsFunc(others, same) {
			renderer, _ := s.desired.Kustomization(s.walker.values.from[id])
			others = append(others, dated{v, renderer.Spec.Source, s.desired.At.Commit})
		}
	}
	return others
}
