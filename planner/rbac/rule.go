package rbac

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Rule is one rule of a Role, or of a ClusterRole.
type Rule struct {
	Namespace string // of the Role; "" is a ClusterRole
	Kind      ownership.GroupKind
	Names     []string // sorted; nil is every object
	Verbs     []string
	Because   string
}

// verbs are those that rules may have, in the order in which people write them.
var verbs = []string{"get", "list", "watch", "create", "update", "patch", "delete"}

// place is what one right is about: with no name every object of the kind, with
// no namespace the objects of all of them.
type place struct {
	namespace string
	kind      ownership.GroupKind
	name      string
}

func placeOf(id ownership.ObjectID) place {
	return place{id.Namespace, ownership.GroupKind{Group: id.Group, Kind: id.Kind}, id.Name}
}

// every is the place of all objects of the kind and namespace of this one.
func (p place) every() place {
	p.name = ""
	return p
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.namespace, q.namespace), cmp.Compare(p.kind.Group, q.kind.Group),
		cmp.Compare(p.kind.Kind, q.kind.Kind), cmp.Compare(p.name, q.name))
}

// rights gathers what is allowed where, by verb, and why.
type rights map[place]map[string]string

func (r rights) allow(p place, because string, allowed ...string) {
	if r[p] == nil {
		r[p] = make(map[string]string)
	}
	for _, verb := range allowed {
		if r[p][verb] == "" {
			r[p][verb] = because
		}
	}
}

// covered says whether a wider place allows the verb already.
func (r rights) covered(p place, verb string) bool {
	for _, wider := range []place{p.every(), {"", p.kind, ""}} {
		if wider != p && r[wider][verb] != "" {
			return true
		}
	}
	return false
}

// rules gives the fewest rules that allow what was gathered, sorted.
func (r rights) rules() []Rule {
	var places []place
	for p := range r {
		places = append(places, p)
	}
	slices.SortFunc(places, place.compare)
	var all []Rule
	for _, p := range places {
		rule := r.rule(p)
		if len(rule.Verbs) == 0 {
			continue
		}
		i := slices.IndexFunc(all, func(q Rule) bool { return q.Names != nil && rule.Names != nil && q.alike(rule) })
		if i < 0 {
			all = append(all, rule)
			continue
		}
		all[i].Names = append(all[i].Names, p.name)
	}
	return all
}

func (r rights) rule(p place) Rule {
	rule := Rule{Namespace: p.namespace, Kind: p.kind}
	if p.name != "" {
		rule.Names = []string{p.name}
	}
	var because []string
	for _, verb := range verbs {
		why := r[p][verb]
		if why == "" || r.covered(p, verb) {
			continue
		}
		rule.Verbs = append(rule.Verbs, verb)
		if !slices.Contains(because, why) {
			because = append(because, why)
		}
	}
	rule.Because = strings.Join(because, "; ")
	return rule
}

func (r Rule) alike(s Rule) bool {
	return r.Namespace == s.Namespace && r.Kind == s.Kind && r.Because == s.Because && slices.Equal(r.Verbs, s.Verbs)
}
