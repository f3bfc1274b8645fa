package hazard

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// sharedReleases finds Helm releases that a HelmRelease which ends, and another
// one that should live, both stand for: the end of the first uninstalls what
// the second owns (R10.4). The end of the namespace that a release lies in
// takes the release along (R10.1).
func (f *facts) sharedReleases() []ownership.Unknown {
	var unknowns []ownership.Unknown
	for _, o := range f.sorted {
		object := f.objects[o]
		if len(f.ends[o]) == 0 || f.kept(o) {
			continue
		}
		for _, k := range f.to.Kustomizations {
			for _, x := range k.Render.Objects {
				why := ""
				switch {
				case x.ID == o || x.ReleaseName == "" || x.ID.Cluster != o.Cluster:
				case object.ReleaseName == x.ReleaseName:
					why = "stands for the same Helm release as " + x.ID.Display() + ": its end uninstalls the release (R10.4)"
				case isNamespace(o) && slices.Contains(x.ReleaseNamespaces, o.Name):
					why = "goes, and with it the Helm release of " + x.ID.Display() + ", which lies in it (R10.1)"
				}
				if why != "" {
					unknowns = append(unknowns, ownership.Unknown{Subject: o.Display(), Why: why,
						Supply: "suspend the old HelmRelease before it goes, or keep what the release lies in"})
				}
			}
		}
	}
	return unknowns
}

func isNamespace(o objectID) bool { return o.Group == "" && o.Kind == "Namespace" }

// maybeOne finds objects before and after that differ in their namespace only
// and are of a kind that may have none: then they are one object, which whoever
// ends the one deletes (R4.6). Where nobody ends either, nothing hangs on it.
func (f *facts) maybeOne() []ownership.Unknown {
	var unknowns []ownership.Unknown
	for _, o := range f.sorted {
		if !f.objects[o].ScopeUnknown || f.fromOwners[o] == nil || f.toOwners[o] != nil {
			continue
		}
		for _, x := range f.sorted {
			other := x
			other.Namespace = o.Namespace
			if other == o && x != o && f.toOwners[x] != nil && len(f.ends[o])+len(f.ends[x]) > 0 {
				unknowns = append(unknowns, ownership.Unknown{Subject: o.Display(),
					Why:    "is the same object as " + x.Display() + " if " + kindInWords(o) + " has no namespaces, which is not known here (R4.6)",
					Supply: "the CustomResourceDefinition of " + kindInWords(o) + ", in the repository"})
			}
		}
	}
	return unknowns
}

// kindInWords tells a kind from one of the same name in another group.
func kindInWords(o objectID) string { return "kind " + o.Kind + " of " + o.Group }

// elsewhere finds Kustomizations that are applied to another cluster. Flux may
// run there as well; what they do is not followed.
func (f *facts) elsewhere() []ownership.Unknown {
	if f.from == f.to || f.from.Tree == f.to.Tree {
		return nil
	}
	for _, o := range f.sorted {
		if o.Cluster != "" && o.Group == ownership.KustomizationGroup && o.Kind == ownership.KustomizationKind {
			return []ownership.Unknown{{Subject: o.Display(),
				Why:    "it and others like it are applied to another cluster, and what they render there is not followed",
				Supply: "a plan of its own for that cluster, with its roots in a layout"}}
		}
	}
	return nil
}

// changedMakers finds what generates artifacts and changes, comes or goes: what
// it makes then is not followed. Other makers have a rule; see makers.
func (f *facts) changedMakers() []ownership.Unknown {
	var unknowns []ownership.Unknown
	for _, o := range f.sorted {
		if o.Group == "source.extensions.fluxcd.io" && !f.sameInEveryState(o) {
			unknowns = append(unknowns, ownership.Unknown{Subject: o.Display(),
				Why:    "makes other objects, and it changes; what it makes is not followed",
				Supply: "a state for each end with what it makes, as roots of a layout"})
		}
	}
	return unknowns
}

func (f *facts) sameInEveryState(o objectID) bool {
	first := f.rendersOf(f.from, o)
	for _, d := range f.states {
		now := f.rendersOf(d, o)
		if len(first) == 0 || len(now) == 0 || now[0].Digest != first[0].Digest {
			return false
		}
	}
	return true
}
