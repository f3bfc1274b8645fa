package live

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// print writes an observation so that two can be told apart by eye.
func print(o *ownership.Observed) string {
	var b strings.Builder
	fmt.Fprintf(&b, "from %s\nkustomize-controller %s, Kubernetes %s\n", o.From, o.Versions.KustomizeController, o.Versions.Kubernetes)
	for _, c := range o.Controllers {
		fmt.Fprintf(&b, "controller %s %+v\n", c.ID.Display(), struct {
			Version                       string
			Gates, Overrides              []string
			NoCross, NoRemote             bool
			Account, Shard, Requeue, Many string
		}{c.Version, c.FeatureGates, c.OverrideManagers, c.NoCrossNamespaceRefs, c.NoRemoteBases, c.DefaultServiceAccount, c.WatchLabelSelector, c.RequeueDependency, c.Concurrent})
	}
	for _, k := range o.Kustomizations {
		printKustomization(&b, k)
	}
	for _, x := range o.Objects {
		fmt.Fprintf(&b, "object %s uid=%s owner=%s deleting=%v traits=%v\n", x.ID.Display(), x.UID, x.Owner, x.Deleting, x.Traits)
		if len(x.Finalizers)+len(x.OwnedBy) > 0 {
			fmt.Fprintf(&b, "  finalizers=%v ownedBy=%v\n", x.Finalizers, x.OwnedBy)
		}
		if x.Values != nil {
			fmt.Fprintf(&b, "  values %v\n", x.Values)
		}
		printManagers(&b, x.Managers)
		if len(x.Writers) > 0 {
			fmt.Fprintf(&b, "  written by %v\n", x.Writers)
		}
	}
	for _, s := range o.Sources {
		fmt.Fprintf(&b, "source %s revision=%q suspended=%v pinned=%q\n", s.Ref, s.Revision, s.Suspended, s.Pinned)
	}
	for _, r := range o.Releases {
		fmt.Fprintf(&b, "%s holds %v\n", r.ID.Display(), r.Inventory)
	}
	for _, id := range o.Missing {
		fmt.Fprintf(&b, "missing %s\n", id.Display())
	}
	for _, u := range o.Unknowns {
		fmt.Fprintf(&b, "unknown %s: %s; %s\n", u.Subject, u.Why, u.Supply)
	}
	for _, a := range o.Assumptions {
		fmt.Fprintf(&b, "assumed %s: %s\n", a.Subject, a.Text)
	}
	return b.String()
}

func printKustomization(b *strings.Builder, k ownership.ObservedKustomization) {
	fmt.Fprintf(b, "%s owner=%s generation=%d/%d revision=%q/%q ready=%v %s reconciling=%v deleting=%v traits=%v\n", k.ID.Object().Display(),
		k.Owner, k.Generation, k.ObservedGeneration, k.LastAppliedRevision, k.LastAttemptedRevision, k.Ready, k.ReadyReason, k.Reconciling, k.Deleting, k.Traits)
	if k.Shard != "" {
		fmt.Fprintf(b, "  of shard %s\n", k.Shard)
	}
	if k.MadeBy != "" {
		fmt.Fprintf(b, "  made by %s: %s\n", k.MadeBy, k.Evidence)
	}
	s := k.Spec
	fmt.Fprintf(b, "  spec %v\n", struct {
		Source               [3]string
		Path                 string
		Prune                bool
		Policy               string
		Suspend, Force, Wait bool
		Cluster              string
		DependsOn            []ownership.Dependency
	}{[3]string{s.Source.Kind, s.Source.Namespace, s.Source.Name}, s.Path, s.Prune, s.DeletionPolicy, s.Suspend, s.Force, s.Wait, s.Cluster, s.DependsOn})
	for _, in := range s.Inputs {
		fmt.Fprintf(b, "  input %s %s optional=%v\n", in.Object.Display(), in.Purpose, in.Optional)
	}
	for _, id := range k.Inventory {
		fmt.Fprintf(b, "  holds %s\n", id.Display())
	}
	printManagers(b, k.Managers)
}

func printManagers(b *strings.Builder, managers []ownership.FieldManagers) {
	for _, m := range managers {
		fmt.Fprintf(b, "  %s by %v\n", m.Field, m.Managers)
	}
}
