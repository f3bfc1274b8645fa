package hazard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// addressChange is one field of a kept object that decides where clients reach
// the cluster, and that a state changes.
type addressChange struct {
	field         string
	before, after string // "" where it is not set
	ends          bool   // the address itself depends on it
}

// otherAddress matches FM-044: the object keeps its identity, and what clients
// reach it by may end all the same. No part of the model knows addresses.
func (f *facts) otherAddress() []objectHazard {
	var found []objectHazard
	for _, o := range f.sorted {
		if !f.kept(o) {
			continue
		}
		var ends, rest []string
		for _, c := range f.addressChanges(o) {
			text := fmt.Sprintf("%s: %s → %s", c.field, shown(c.before), shown(c.after))
			if c.ends {
				ends = append(ends, text)
			} else {
				rest = append(rest, text)
			}
		}
		if len(ends) > 0 {
			found = append(found, objectHazard{
				match: match{code: "FM-044", group: o.Display(), objects: []objectID{o}, owners: f.renderers[o],
					because: fmt.Sprintf("%s stays, and the address of it may not: %s", o.Display(), strings.Join(ends, "; "))},
				unknown: fmt.Sprintf("its identity is kept, and whether its address is, no state says: %s", strings.Join(ends, "; ")),
				supply:  "keep these fields in this change; or see what the cloud makes of them, and move clients first",
			})
		}
		if len(rest) > 0 {
			found = append(found, objectHazard{match: match{code: "FM-044", severity: Warns, group: o.Display(), objects: []objectID{o}, owners: f.renderers[o],
				because: fmt.Sprintf("%s keeps its address for all that Git says, and is reached in another way: %s", o.Display(), strings.Join(rest, "; "))}})
		}
	}
	return found
}

func shown(value string) string { return cmp.Or(value, "not set") }

// addressChanges gives the fields that some state sets to what no owner in the
// state before does, sorted. Of lists only entries that go or change count: more
// of them harm nobody.
func (f *facts) addressChanges(o objectID) []addressChange {
	before := f.rendersOf(f.from, o)
	if len(before) == 0 || !reached(before) {
		return nil
	}
	var changes []addressChange
	for _, d := range f.states {
		for _, x := range f.rendersOf(d, o) {
			for _, name := range fieldNames(before[0], x) {
				was, is := valueOf(before[0], name), valueOf(x, name)
				known := slices.ContainsFunc(before, func(b ownership.Object) bool { return valueOf(b, name) == is })
				if known || was == "" && entry(name) {
					continue
				}
				if c := (addressChange{name, was, is, endsAddress(name)}); !slices.Contains(changes, c) {
					changes = append(changes, c)
				}
			}
		}
	}
	slices.SortFunc(changes, func(a, b addressChange) int {
		return cmp.Or(cmp.Compare(a.field, b.field), cmp.Compare(a.after, b.after))
	})
	return changes
}

// reached says whether clients outside the cluster reach an object: a Service
// only if its type or its addresses say so.
func reached(before []ownership.Object) bool {
	return slices.ContainsFunc(before, func(x ownership.Object) bool {
		return x.ID.Kind != "Service" || x.LoadBalancer || valueOf(x, "spec.type") == "NodePort" || valueOf(x, "spec.externalIPs") != ""
	})
}

func fieldNames(a, b ownership.Object) []string {
	var names []string
	for _, field := range append(slices.Clone(a.Address), b.Address...) {
		names = append(names, field.Name)
	}
	return unique2(names)
}

func valueOf(x ownership.Object, name string) string {
	for _, field := range x.Address {
		if field.Name == name {
			return field.Value
		}
	}
	return ""
}

// entry says whether a field is one of a list: a port, a listener.
func entry(field string) bool {
	return strings.HasPrefix(field, "spec.ports[") || strings.HasPrefix(field, "spec.listeners[")
}

// endsAddress tells a field on which the address depends from one that says
// how it is served. Of annotations the last word says it, by custom of those who
// define them.
func endsAddress(field string) bool {
	if entry(field) {
		return false
	}
	at := strings.LastIndex(field, "[")
	if at < 0 {
		return true
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(field[at:]), func(r rune) bool { return strings.ContainsRune("[]-./_", r) }) {
		if slices.Contains(addressWords, word) {
			return true
		}
	}
	return false
}

// addressWords leaves out names that a cloud gives an address in DNS: the
// address stays, and the name is said to change all the same.
var addressWords = []string{"ip", "ips", "ipv4", "address", "addresses", "eip", "internal", "scheme", "subnet", "subnets", "pool", "class", "static", "type", "group"}
