package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// twoGroups is a kind that the API server keeps once and serves in two groups.
type twoGroups struct {
	kind string
	old  string // the older group
	new  string
	last int // the minor version of Kubernetes 1 that serves the old one no more; 0: it still does
}

// servedTwice is all of them. A kind of a CustomResourceDefinition is never
// one: each definition keeps objects of its own.
var servedTwice = []twoGroups{
	{"Deployment", "extensions", "apps", 16},
	{"DaemonSet", "extensions", "apps", 16},
	{"ReplicaSet", "extensions", "apps", 16},
	{"NetworkPolicy", "extensions", "networking.k8s.io", 16},
	{"PodSecurityPolicy", "extensions", "policy", 16},
	{"Ingress", "extensions", "networking.k8s.io", 22},
	{"Event", "", "events.k8s.io", 0},
}

// otherGroup gives the id under which the API server serves the object as well.
func otherGroup(o objectID) (other objectID, row twoGroups, ok bool) {
	for _, row = range servedTwice {
		if other = o; o.Kind != row.kind {
			continue
		}
		switch o.Group {
		case row.old:
			other.Group = row.new
			return other, row, true
		case row.new:
			other.Group = row.old
			return other, row, true
		}
	}
	return objectID{}, twoGroups{}, false
}

// groupChanges matches FM-035: one object that the state after names by
// another group. An inventory knows groups (R6.1): the run that applies it
// under the one prunes it under the other.
func (f *facts) groupChanges() []objectHazard {
	var found []objectHazard
	for _, o := range f.sorted {
		other, row, ok := otherGroup(o)
		if !ok || len(f.toOwners[other]) == 0 || !f.goes(o) && !f.losesGuard(o, other) {
			continue
		}
		h := objectHazard{match: match{code: "FM-035", group: strings.Join(namesOf(f.fromOwners[o]), " "),
			objects: []objectID{o, other}, owners: append(f.deleters(o), f.toOwners[other]...)}}
		if f.servedNoMore(o.Group, row) {
			h.match.severity, h.match.group = Blocks, h.match.group+" gone"
			h.match.because = fmt.Sprintf("%s of %s is served no more: its entry in the inventory deletes nothing, and a controller that was started since fails on every run until the entry is gone (R6.6)",
				o.Display(), groupName(o.Group))
			found = append(found, h)
			continue
		}
		h.match.because = fmt.Sprintf("%s of %s is the same object as that of %s: it is applied as the one and deleted as the other",
			o.Display(), groupName(o.Group), groupName(other.Group))
		h.unknown = fmt.Sprintf("%s has it as %s/%s and %s as %s/%s, which the API server keeps as one: whoever prunes the old id deletes it (R6.1)",
			f.from.Name, groupName(o.Group), o.Kind, f.to.Name, groupName(other.Group), o.Kind)
		h.supply = "a guard in both manifests until no inventory has the old id; or a cluster that serves the old group no more (--live)"
		found = append(found, h)
	}
	return found
}

// hasOtherGroup says whether the state after has the object under its other id.
func (f *facts) hasOtherGroup(o objectID) bool {
	other, _, ok := otherGroup(o)
	return ok && len(f.toOwners[other]) > 0
}

// losesGuard says whether only a guard of the old manifest keeps the object,
// which the new one takes off (R5.1).
func (f *facts) losesGuard(o, other objectID) bool {
	unguarded := func(x ownership.Object) bool { return !guards(x.Traits) }
	before := f.rendersOf(f.from, o)
	return f.toOwners[o] == nil && len(before) > 0 && !slices.ContainsFunc(before, unguarded) &&
		slices.ContainsFunc(f.rendersOf(f.to, other), unguarded)
}

// servedNoMore says whether the cluster that was looked at is too new for the
// group.
func (f *facts) servedNoMore(group string, row twoGroups) bool {
	if group != row.old || row.last == 0 || f.live.observed == nil {
		return false
	}
	gone, known := ownership.VersionAtLeast(f.live.observed.Versions.Kubernetes, row.last, 0)
	return gone && known
}

func groupName(group string) string {
	if group == "" {
		return "v1"
	}
	return group
}
