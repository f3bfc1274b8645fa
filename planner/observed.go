package planner

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// differences says where a cluster is not what a state says. Each is an
// unknown: the plan was made for the state. What bears on deletions at once,
// suspension and a deletion under way, package hazard says.
func differences(from *ownership.Desired, live *ownership.Observed) []ownership.Unknown {
	found := slices.Clone(live.Unknowns)
	differ := func(k ksID, format string, args ...any) {
		found = append(found, ownership.Unknown{Subject: "Kustomization " + k.String(), Why: fmt.Sprintf(format, args...),
			Supply: "let the cluster reach " + from.Name + " first, or plan with --from live"})
	}
	seen := make(map[ksID]bool)
	for _, o := range live.Kustomizations {
		seen[o.ID] = true
		k, declared := from.Kustomization(o.ID)
		if !declared {
			differ(o.ID, "it is in the cluster and %s does not declare it", from.Name)
			continue
		}
		compareSpecs(k, o, differ)
		compareInventories(k, o, differ)
	}
	for _, k := range from.Kustomizations {
		if !seen[k.ID] {
			differ(k.ID, "%s declares it and the cluster does not have it", from.Name)
		}
	}
	return append(found, ownerDifferences(from, live)...)
}

type differ func(k ksID, format string, args ...any)

func compareSpecs(k ownership.Kustomization, o ownership.ObservedKustomization, differ differ) {
	for _, f := range []struct{ field, want, live string }{
		{"path", k.Spec.Path, o.Spec.Path},
		{"sourceRef", k.Spec.Source.String(), o.Spec.Source.String()},
		{"prune", fmt.Sprint(k.Spec.Prune), fmt.Sprint(o.Spec.Prune)},
		{"force", fmt.Sprint(k.Spec.Force), fmt.Sprint(o.Spec.Force)},
		{"deletionPolicy", policy(k.Spec), policy(o.Spec)},
		{"kubeConfig", k.Spec.Cluster, o.Spec.Cluster},
	} {
		if f.want != f.live {
			differ(k.ID, "its live spec.%s is %q, not %q", f.field, f.live, f.want)
		}
	}
}

func policy(s ownership.Spec) string {
	if s.DeletionPolicy == "" {
		return ownership.MirrorPrune
	}
	return s.DeletionPolicy
}

func compareInventories(k ownership.Kustomization, o ownership.ObservedKustomization, differ differ) {
	if !k.Render.Known() || !k.Render.Builds() {
		return
	}
	var missing, extra []objectID
	held := make(map[objectID]bool, len(o.Inventory))
	for _, id := range o.Inventory {
		held[id] = true
		if _, renders := k.Render.Find(id); !renders {
			extra = append(extra, id)
		}
	}
	for _, object := range k.Render.Objects {
		if !held[object.ID] {
			missing = append(missing, object.ID)
		}
	}
	slices.SortFunc(extra, objectID.Compare)
	if len(missing) > 0 {
		differ(k.ID, "its inventory lacks %s that it renders: %s", count(len(missing), "object", "objects"), displays(missing))
	}
	if len(extra) > 0 {
		differ(k.ID, "its inventory holds %s that it does not render: %s", count(len(extra), "object", "objects"), displays(extra))
	}
}

// ownerDifferences compares the owner labels of live objects (V5, S3, S4).
func ownerDifferences(from *ownership.Desired, live *ownership.Observed) []ownership.Unknown {
	owners := from.Owners()
	var found []ownership.Unknown
	for _, o := range live.Objects {
		want, desired := owners[o.ID]
		why := ""
		switch {
		case desired && o.Deleting:
			why = "it is being deleted"
		case desired && len(want) > 0 && !slices.Contains(want, o.Owner):
			why = fmt.Sprintf("its owner labels name %q, and %s gives it to %s", ownerName(o.Owner), from.Name, names(want))
		default:
			continue
		}
		found = append(found, ownership.Unknown{Subject: o.ID.Display(), Why: why})
	}
	return found
}

// displays lists objects for a sentence as people read them.
func displays(ids []objectID) string {
	shown := make([]display, len(ids))
	for i, id := range ids {
		shown[i] = display(id)
	}
	return names(shown)
}

type display objectID

func (d display) String() string { return objectID(d).Display() }
