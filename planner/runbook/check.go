package runbook

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// check is how a person sees that a fact holds: the commands, and what they
// have to print. A fact that no command can show has neither.
func (f fact) check() ([]page.Command, page.Phrase) {
	switch f.Kind {
	case step.Stored:
		return f.checkStored()
	case step.Acted:
		return get(kustomizationObjects(f.kustomizations), showActed...), f.actedLooks()
	case step.Barrier:
		return f.checkBarrier(), page.Words("each wait ends with “condition met”")
	case step.Forgotten:
		return f.checkForgotten(), page.Join(f.actedLooks(), page.Words("; grep prints nothing"))
	case step.Taken:
		looks := page.Join(page.Words("owner is "), f.owner(), page.Words(", uid is the one noted before, deleting is empty"))
		return get(f.objects, showOwner, showOwnersNS, showUID, showDeleting), looks
	case step.Guarded:
		return get(f.objects, showGuard), page.Say("prune is %s (the guard is in place)", "disabled")
	case step.Unguarded:
		return get(f.objects, showGuard), page.Words("prune is empty (there is no guard)")
	case step.Present:
		return f.each("get"), page.Words("every object is listed")
	case step.Gone:
		return f.each("get", "--ignore-not-found"), page.Words("nothing is printed")
	case step.Published:
		return f.checkPublished()
	}
	return nil, nil
}

func (f fact) each(verb ...string) []page.Command {
	return perPlace(f.objects, func(scope, names []string) page.Command { return kubectl(verb, scope, names) })
}

func (f fact) checkStored() ([]page.Command, page.Phrase) {
	objects := kustomizationObjects(f.kustomizations)
	path := jsonPath(f.Field)
	if f.Value == "" || strings.HasSuffix(f.Field, "dependsOn") {
		looks := page.Words("the field is empty")
		if f.Value != "" {
			looks = page.Say("the field lists %s", f.Value)
		}
		return get(objects, "field       {"+path+"}"), looks
	}
	return perPlace(objects, func(scope, names []string) page.Command {
		return kubectl([]string{"wait", patience}, scope, names).And("--for=jsonpath='{" + path + "}'=" + page.Quote(f.Value))
	}), page.Words("each wait ends with “condition met”")
}

// checkBarrier asks for a run and waits for its end (V3). It works for
// suspended Kustomizations too, which `flux reconcile` refuses.
func (f fact) checkBarrier() []page.Command {
	objects := kustomizationObjects(f.kustomizations)
	ask := perPlace(objects, func(scope, names []string) page.Command {
		return kubectl([]string{"annotate", manager, "--overwrite"}, scope, names).And(requested + `="$token"`)
	})
	wait := perPlace(objects, func(scope, names []string) page.Command {
		return kubectl([]string{"wait", patience}, scope, names).And(`--for=jsonpath='{.status.lastHandledReconcileAt}'="$token"`)
	})
	commands := []page.Command{page.Raw("token=$(date +%s)")}
	for i := range ask {
		commands = append(commands, ask[i], wait[i])
	}
	return commands
}

// checkForgotten shows V2 and greps the inventory for the ids.
func (f fact) checkForgotten() []page.Command {
	objects := kustomizationObjects(f.kustomizations)
	commands := get(objects, showActed...)
	return append(commands, perPlace(objects, func(scope, names []string) page.Command {
		c := kubectl([]string{"get"}, scope, names).And(
			"-o jsonpath='{range .status.inventory.entries[*]}{.id}\n{end}' |").And("grep -Fx")
		for _, o := range f.objects {
			o.Cluster = "" // an inventory does not repeat its own cluster
			c = append(c, page.Word{Text: "-e", Syntax: true}, page.Word{Text: o.String()})
		}
		return c
	})...)
}

func (f fact) checkPublished() ([]page.Command, page.Phrase) {
	return []page.Command{page.Run("flux", "get", "sources", "all", "-A")}, page.Join(page.Words("the revision is that of "), revision(f.Value))
}

func (f fact) actedLooks() page.Phrase {
	return page.Join(page.Words("generation and observed are equal, suspended is empty or false, ready is True, reconciling is empty, applied is "),
		applied(f.Value))
}

func applied(value string) page.Phrase {
	if value == "" {
		return page.Words("the revision that was published last")
	}
	return page.Join(page.Words("the content of "), revision(value))
}

func (f fact) owner() page.Phrase {
	if len(f.kustomizations) == 0 {
		return page.Words("the new one")
	}
	k := f.kustomizations[0]
	return page.Say("%s of %s", k.Name, k.Namespace)
}

// jsonPath gives the path of a field for kubectl.
func jsonPath(field string) string {
	var b strings.Builder
	for _, key := range keys(field) {
		b.WriteString("." + strings.ReplaceAll(key, ".", `\.`))
	}
	return b.String()
}
