package hazard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// twin is one manifest whose object has another id in the state after.
type twin struct{ before, after objectID }

// anotherID matches FM-036: a manifest stays, and its object becomes another
// one, as its namespace or a prefix of its name changes (R4.6, R4.7). What the
// object holds does not come along. A move hint of the layout says that this is
// meant.
func (f *facts) anotherID() []objectHazard {
	var found []objectHazard
	for _, t := range f.twins() {
		if slices.Contains(f.to.Moved, ownership.Move{From: t.before, To: t.after}) {
			continue
		}
		reason, protected := Protected(t.before, f.objects[t.before], nil)
		h := objectHazard{match: match{code: "FM-036", objects: []objectID{t.before, t.after},
			owners: append(f.deleters(t.before), f.toOwners[t.after]...)}}
		h.match.group = strings.Join(namesOf(h.match.owners), " ")
		switch {
		case isNamespace(t.before):
			h.match.severity, h.match.group = Warns, h.match.group+" namespace"
			h.match.because = fmt.Sprintf("%s becomes %s: the old one is deleted with all that is left in it, Flux's or not (R10.1)", t.before.Display(), t.after.Display())
		case protected:
			h.match.because = fmt.Sprintf("%s becomes %s, which is another object, and is deleted: %s", t.before.Display(), t.after.Display(), reason)
			h.unknown = fmt.Sprintf("it becomes %s by its namespace or name alone, and nobody said that this is meant: %s, and the new one begins with nothing of that (R4.6, R4.7)", t.after.Display(), reason)
			h.supply = "keep its namespace and name; or, if it is meant, say so under moved in fluxmigrate.yaml"
		default:
			continue
		}
		found = append(found, h)
	}
	return found
}

// twins gives the objects that go for which exactly one that comes is of the
// same kind, manifest and owner, and of the same name or the name with a prefix
// or suffix.
func (f *facts) twins() []twin {
	coming := make(map[string][]objectID)
	for _, o := range f.sorted {
		if f.comes(o) && f.hasManifest(o) {
			coming[manifestKey(o, f.objects[o])] = append(coming[manifestKey(o, f.objects[o])], o)
		}
	}
	var twins []twin
	for _, o := range f.sorted {
		if !f.goes(o) || !f.hasManifest(o) {
			continue
		}
		like := slices.DeleteFunc(slices.Clone(coming[manifestKey(o, f.objects[o])]), func(n objectID) bool {
			return !likeNamed(o, n) || !f.sameOwner(f.fromOwners[o], f.toOwners[n])
		})
		if len(like) == 1 {
			twins = append(twins, twin{o, like[0]})
		}
	}
	return twins
}

func (f *facts) hasManifest(o objectID) bool {
	_, child := o.AsKustomization()
	return !child && f.objects[o].File != ""
}

func manifestKey(o objectID, x ownership.Object) string {
	return strings.Join([]string{o.Cluster, o.Group, o.Kind, x.File}, "\n")
}

// likeNamed says whether two ids are of one name, but for what kustomize puts
// before or behind it. Of a Namespace it does not matter: targetNamespace
// replaces its name.
func likeNamed(o, n objectID) bool {
	if isNamespace(o) || o.Name == n.Name {
		return true
	}
	long, short := n.Name, o.Name
	if len(long) < len(short) {
		long, short = short, long
	}
	return o.Namespace == n.Namespace && (strings.HasPrefix(long, short) || strings.HasSuffix(long, short))
}

// sameOwner says whether one Kustomization, maybe under another namespace or
// name, owns before and after.
func (f *facts) sameOwner(before, after []ksID) bool {
	return slices.ContainsFunc(before, func(a ksID) bool {
		x, _ := f.from.Kustomization(a)
		return slices.ContainsFunc(after, func(b ksID) bool {
			y, _ := f.to.Kustomization(b)
			return a == b || a.Name == b.Name || cmp.Or(x.File, a.String()) == y.File
		})
	})
}
