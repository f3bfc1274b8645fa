package render

import (
	"encoding/base64"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// values knows the ConfigMaps and Secrets that a state renders, for
// substituteFrom. What the layout or the command line gives stands in for
// those made outside Git.
type values struct {
	outside map[string]string
	live    *ownership.Observed // nil where nobody looked

	mu    sync.Mutex
	known map[ownership.ObjectID]build.Values
	from  map[ownership.ObjectID]ownership.KustomizationID // who renders each of known
	asked map[ownership.ObjectID]build.Values              // what was answered in this pass
	notes []ownership.Assumption                           // about what is not rendered
}

func newValues(outside map[string]string, live *ownership.Observed) *values {
	return &values{outside: outside, live: live, known: map[ownership.ObjectID]build.Values{}, from: map[ownership.ObjectID]ownership.KustomizationID{}, asked: map[ownership.ObjectID]build.Values{}}
}

// Lookup implements build.Variables.
func (v *values) Lookup(kind, namespace, name string) build.Values {
	id := ownership.ObjectID{Kind: kind, Namespace: namespace, Name: name}
	v.mu.Lock()
	defer v.mu.Unlock()
	found, _ := v.find(id)
	v.asked[id] = found
	return found
}

// find gives what is known of a ConfigMap or Secret. One that is not rendered
// in its namespace but, under the same kind and name, in exactly one other, is
// taken to be a copy of that: so it is when Kustomizations move to another
// namespace, and copying it is then a prerequisite. copied is the original.
func (v *values) find(id ownership.ObjectID) (found build.Values, copied ownership.ObjectID) {
	if found, ok := v.known[id]; ok {
		return found, ownership.ObjectID{}
	}
	if found, ok := v.observed(id); ok {
		return found, ownership.ObjectID{}
	}
	var originals []ownership.ObjectID
	for other := range v.known {
		if other.Kind == id.Kind && other.Name == id.Name {
			originals = append(originals, other)
		}
	}
	if len(originals) == 1 {
		return v.known[originals[0]], originals[0]
	}
	return build.Values{State: build.NotAtHand, Data: v.outside}, ownership.ObjectID{}
}

// observed gives the values of a ConfigMap that a cluster was seen to have.
// What is given on purpose wins.
func (v *values) observed(id ownership.ObjectID) (build.Values, bool) {
	if v.live == nil {
		return build.Values{}, false
	}
	o, ok := v.live.Object(id)
	if !ok || o.Values == nil {
		return build.Values{}, false
	}
	data := maps.Clone(o.Values)
	for name := range data {
		if given, ok := v.outside[name]; ok {
			data[name] = given
		}
	}
	return build.Values{State: build.Found, Data: data}, true
}

// learn takes in the ConfigMaps and Secrets a node renders.
func (v *values) learn(n *node) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, o := range n.result.Objects {
		if id, found, ok := valuesOf(n.spec, o); ok {
			if other, known := v.known[id]; known && v.from[id] != n.id {
				found = contested(other, found)
			}
			v.known[id], v.from[id] = found, n.id
		}
	}
}

// contested joins what two Kustomizations render of one ConfigMap or Secret:
// which of them is live changes with every run (R5.3), so that what differs is
// not known.
func contested(a, b build.Values) build.Values {
	joined := build.Values{State: build.Found, Data: map[string]string{}, Opaque: slices.Concat(a.Opaque, b.Opaque)}
	for key, value := range a.Data {
		if other, ok := b.Data[key]; ok && other == value {
			joined.Data[key] = value
		} else {
			joined.Opaque = append(joined.Opaque, key)
		}
	}
	for key := range b.Data {
		if _, ok := a.Data[key]; !ok {
			joined.Opaque = append(joined.Opaque, key)
		}
	}
	slices.Sort(joined.Opaque)
	joined.Opaque = slices.Compact(joined.Opaque)
	return joined
}

// settle says whether every answer of the pass is still right, now that the
// whole tree is known, and forgets the answers.
func (v *values) settle(nodes []*node) bool {
	v.known, v.notes = map[ownership.ObjectID]build.Values{}, nil
	v.from = map[ownership.ObjectID]ownership.KustomizationID{}
	for _, n := range nodes {
		v.learn(n)
	}
	settled := true
	for id, answer := range v.asked {
		now, copied := v.find(id)
		settled = settled && reflect.DeepEqual(answer, now)
		if copied != (ownership.ObjectID{}) {
			v.notes = append(v.notes, ownership.Assumption{Subject: id.Display(),
				Text: "is not in the repository; taken to be a copy of " + copied.Display()})
		}
	}
	slices.SortFunc(v.notes, func(a, b ownership.Assumption) int { return strings.Compare(a.Subject, b.Subject) })
	v.asked = map[ownership.ObjectID]build.Values{}
	return settled
}

// valuesOf reads a ConfigMap or Secret of the cluster Flux runs in.
func valuesOf(spec ownership.Spec, o build.Object) (ownership.ObjectID, build.Values, bool) {
	id, err := ownership.ObjectIDOf(o.Data)
	secret := id.Kind == "Secret"
	if err != nil || o.IDUnknown != "" || spec.Cluster != "" || id.Group != "" || !secret && id.Kind != "ConfigMap" {
		return id, build.Values{}, false
	}
	found := build.Values{State: build.Found, Data: map[string]string{}}
	for _, field := range []string{"data", "stringData"} {
		m, _ := o.Data[field].(map[string]any)
		for key, value := range m {
			text, ok := value.(string)
			if secret && field == "data" {
				text, ok = decoded(text, ok)
			}
			if o.Encrypted || !ok || slices.Contains(o.Tainted, field+"."+key) {
				found.Opaque = append(found.Opaque, key)
				continue
			}
			found.Data[key] = text
		}
	}
	slices.Sort(found.Opaque)
	return id, found, true
}

func decoded(text string, ok bool) (string, bool) {
	raw, err := base64.StdEncoding.DecodeString(text)
	return string(raw), ok && err == nil
}
