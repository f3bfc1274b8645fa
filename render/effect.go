package render

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
	"github.com/fluxmigrate/fluxmigrate/render/edit"
)

// wish is an edit and what it may change: the field in every rendering of the
// object from its file, and spec.patches of those that carry a patch.
type wish struct {
	edit      edit.Edit
	file      string // that declares the object, as renders name it
	patchesOf []ownership.KustomizationID
}

// effect is what edits did to a state, held against what they should do.
type effect struct {
	void   map[int]bool // wishes that are not fulfilled
	beside []string     // what else changed
}

// effectOf holds every Kustomization of a state and every object they render
// against those of the state before the edits.
func effectOf(before, after *state, wishes []wish) effect {
	c := comparison{wishes: wishes, before: before, after: after, effect: effect{void: map[int]bool{}}}
	now := byID(after.nodes)
	for _, n := range before.nodes {
		other := now[n.id]
		switch {
		case other == nil && c.belowStub(n, map[ownership.KustomizationID]bool{}):
		case other == nil:
			c.note("Kustomization %s is gone", n.id)
		default:
			c.node(n, other)
		}
	}
	was := byID(before.nodes)
	for _, n := range after.nodes {
		if was[n.id] == nil {
			c.note("Kustomization %s appears", n.id)
		}
	}
	return c.effect
}

func byID(nodes []*node) map[ownership.KustomizationID]*node {
	m := make(map[ownership.KustomizationID]*node, len(nodes))
	for _, n := range nodes {
		m[n.id] = n
	}
	return m
}

type comparison struct {
	wishes        []wish
	before, after *state
	effect
}

func (c *comparison) note(format string, args ...any) {
	c.beside = append(c.beside, fmt.Sprintf(format, args...))
}

// isStub says whether a Kustomization is to render nothing.
func (c *comparison) isStub(id ownership.KustomizationID) bool {
	return slices.ContainsFunc(c.wishes, func(w wish) bool { return w.edit.Object == id.Object() && w.edit.Field == pathField })
}

const pathField = "spec.path"

// belowStub says whether only stubs rendered a Kustomization, or what lies
// below them.
func (c *comparison) belowStub(n *node, seen map[ownership.KustomizationID]bool) bool {
	if n.root || seen[n.id] {
		return false
	}
	seen[n.id] = true
	was := byID(c.before.nodes)
	for id := range n.parents {
		if !c.isStub(id) && (was[id] == nil || !c.belowStub(was[id], seen)) {
			return false
		}
	}
	return true
}

func (c *comparison) node(n, other *node) {
	a, b := n.result, other.result
	switch {
	case c.isStub(n.id):
		if b.Missing || b.Failed != "" || b.Unknown != "" || len(b.Objects) > 0 {
			c.note("Kustomization %s does not render nothing", n.id)
		}
	case a.Missing != b.Missing || a.Failed != b.Failed || a.Unknown != b.Unknown:
		c.note("Kustomization %s builds otherwise: %s", n.id, reason(b))
	default:
		c.objects(n, other)
	}
}

func reason(r build.Result) string {
	switch {
	case r.Failed != "":
		return r.Failed
	case r.Unknown != "":
		return r.Unknown
	case r.Missing:
		return "its path is gone"
	}
	return "it builds now"
}

// objects pairs what both render by id; the same id twice in order.
func (c *comparison) objects(n, other *node) {
	now := map[string][]build.Object{}
	for _, o := range other.result.Objects {
		key := c.key(c.after, other, o)
		now[key] = append(now[key], o)
	}
	for _, o := range n.result.Objects {
		key := c.key(c.before, n, o)
		if len(now[key]) == 0 {
			c.note("%s of %s is gone", key, n.id)
			continue
		}
		c.object(n, o, now[key][0])
		now[key] = now[key][1:]
	}
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if len(now[key]) > 0 {
			c.note("%s of %s appears", key, n.id)
		}
	}
}

func (c *comparison) key(s *state, n *node, o build.Object) string {
	id, why := s.scopes.identity(n.spec, o)
	if why != "" {
		return why
	}
	return id.String()
}

// object looks at the fields that should change, then at all others.
func (c *comparison) object(n *node, before, after build.Object) {
	a, b := before.Data, after.Data
	id, _ := c.before.scopes.identity(n.spec, before)
	for i, w := range c.wishes {
		if k, ok := id.AsKustomization(); ok && slices.Contains(w.patchesOf, k) {
			a, b = without(a, "spec", "patches"), without(b, "spec", "patches")
		}
		if w.edit.Object != id || w.isGuard() && before.File != w.file {
			continue
		}
		if !w.fulfilled(before.Data, after.Data) {
			c.void[i] = true
		}
		a, b = without(a, w.path()...), without(b, w.path()...)
	}
	if !reflect.DeepEqual(a, b) {
		c.note("%s of %s changes", id.Display(), n.id)
	}
}

func (w wish) isGuard() bool {
	_, ok := w.edit.Object.AsKustomization()
	return !ok || w.path()[0] != "spec"
}

func (w wish) path() []string {
	var names []string
	for _, key := range edit.Path(w.edit.Field) {
		names = append(names, key.(string))
	}
	return names
}

// fulfilled says whether the field is as it should be.
func (w wish) fulfilled(before, after map[string]any) bool {
	got, there := lookUp(after, w.path())
	switch {
	case w.edit.Field == "spec.dependsOn":
		was, _ := lookUp(before, w.path())
		return slices.Equal(dependencies(got, w.edit.Object.Namespace), append(dependencies(was, w.edit.Object.Namespace), w.edit.Value))
	case w.edit.Value == "":
		return !there
	}
	return there && reflect.DeepEqual(got, edit.Value(w.edit.Field, w.edit.Value))
}

// dependencies gives spec.dependsOn as names.
func dependencies(list any, namespace string) []string {
	var all []string
	for _, entry := range objectsIn(list) {
		all = append(all, textOr(entry, "namespace", namespace)+"/"+textOr(entry, "name", ""))
	}
	return all
}

func lookUp(data map[string]any, path []string) (any, bool) {
	var v any = data
	for _, name := range path {
		m, _ := v.(map[string]any)
		inner, ok := m[name]
		if !ok {
			return nil, false
		}
		v = inner
	}
	return v, true
}

// without gives a copy that lacks a field, and the mappings that held nothing
// else.
func without(data map[string]any, path ...string) map[string]any {
	if _, there := lookUp(data, path); !there {
		return data
	}
	data = maps.Clone(data)
	if len(path) == 1 {
		delete(data, path[0])
		return data
	}
	inner, _ := data[path[0]].(map[string]any)
	if data[path[0]] = without(inner, path[1:]...); len(data[path[0]].(map[string]any)) == 0 {
		delete(data, path[0])
	}
	return data
}
