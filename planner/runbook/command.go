package runbook

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// run gives the commands of a group whose effect lands in the cluster. A group
// that only waits has none: its checks are the step.
func (g group) run() []page.Command {
	switch g.Kind {
	case step.GuardObject:
		return g.annotate(guardKey + "=disabled")
	case step.UnguardObject:
		return g.annotate(guardKey + "-")
	case step.AddDependsOn:
		return g.patch("--type=json", addDependency(g.Value))
	case step.RemoveDependsOn:
		return g.editByHand()
	case step.Reconcile:
		return g.reconcile()
	case step.RemoveKustomization, step.DeleteObject:
		return g.each("delete")
	case step.CleanFieldManagers:
		return g.cleanManagers()
	}
	if all := edits(g.Step); len(all) > 0 {
		return g.patch("--type=merge", mergePatch(all))
	}
	return nil
}

func (g group) each(verb ...string) []page.Command {
	return perPlace(g.targets(), func(scope, names []string) page.Command { return kubectl(verb, scope, names) })
}

func (g group) annotate(change string) []page.Command {
	return perPlace(g.targets(), func(scope, names []string) page.Command {
		return kubectl([]string{"annotate", manager, "--overwrite"}, scope, names, change)
	})
}

// patch names the field manager: what kubectl's own writes is stripped by the
// next run of the owner (R5.10).
func (g group) patch(kind, patch string) []page.Command {
	return perPlace(g.targets(), func(scope, names []string) page.Command {
		return kubectl([]string{"patch", manager, kind, "-p", patch}, scope, names)
	})
}

func addDependency(id string) string {
	entry := map[string]string{"name": id}
	if namespace, name, ok := strings.Cut(id, "/"); ok {
		entry = map[string]string{"namespace": namespace, "name": name}
	}
	return `[{"op":"add","path":"/spec/dependsOn/-","value":` + jsonOf(entry) + `}]`
}

func (g group) editByHand() []page.Command {
	return perPlace(g.targets(), func(scope, names []string) page.Command {
		return kubectl([]string{"edit", manager}, scope, names)
	})
}

// reconcile uses flux where it can, and the annotation where a barrier is
// waited for: flux refuses a suspended Kustomization.
func (g group) reconcile() []page.Command {
	for _, f := range g.facts(leaves) {
		if f.Kind == step.Barrier {
			return nil // asking is part of the check
		}
	}
	var commands []page.Command
	for _, target := range g.targets() {
		if args := fluxKind(target); args != nil {
			commands = append(commands, page.Run(append(append([]string{"flux", "reconcile"}, args...),
				"-n", target.Namespace, "--", target.Name)...))
			continue
		}
		commands = append(commands, perPlace([]ownership.ObjectID{target}, func(scope, names []string) page.Command {
			return kubectl([]string{"annotate", manager, "--overwrite"}, scope, names).And(requested + `="$(date +%s)"`)
		})...)
	}
	return commands
}

// fluxKind is how flux names a kind that it can reconcile in Flux's own cluster.
func fluxKind(o ownership.ObjectID) []string {
	if o.Cluster != "" || !strings.HasSuffix(o.Group, ".toolkit.fluxcd.io") {
		return nil
	}
	return map[string][]string{
		"Kustomization":  {"kustomization"},
		"HelmRelease":    {"helmrelease"},
		"GitRepository":  {"source", "git"},
		"OCIRepository":  {"source", "oci"},
		"HelmRepository": {"source", "helm"},
		"Bucket":         {"source", "bucket"},
	}[o.Kind]
}

// cleanManagers finds the entry of fluxmigrate and removes it, if it is still
// there when the patch arrives.
func (g group) cleanManagers() []page.Command {
	var commands []page.Command
	for _, target := range g.targets() {
		one := []ownership.ObjectID{target}
		commands = append(commands, perPlace(one, func(scope, names []string) page.Command {
			return append(page.Raw("i=$("), kubectl([]string{"get", "--show-managed-fields", "-o", "json"}, scope, names)...).
				And(`| jq '.metadata.managedFields|map(.manager)|index("fluxmigrate")')`)
		})...)
		commands = append(commands, perPlace(one, func(scope, names []string) page.Command {
			return kubectl([]string{"patch", "--type=json"}, scope, names).And(`-p "[
{\"op\":\"test\",\"path\":\"/metadata/managedFields/$i/manager\",\"value\":\"fluxmigrate\"},
{\"op\":\"remove\",\"path\":\"/metadata/managedFields/$i\"}]"`)
		})...)
	}
	return commands
}
