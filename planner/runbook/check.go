package runbook

import (
	"slices"
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
		return f.listing(), page.Join(f.actedLooks(), page.Words("; nothing is printed between slashes (it is not listed)"))
	case step.Taken:
		return f.checkTaken()
	case step.Guarded:
		return get(f.objects, showGuard), page.Say("prune is %s (the guard is in place)", "disabled")
	case step.Unguarded:
		return get(f.objects, showGuard, showGuardLabel), page.Words("prune and its label are empty (there is no guard)")
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

// checkTaken shows V5: what its new owner is at and lists, then the objects.
func (f fact) checkTaken() ([]page.Command, page.Phrase) {
	looks := page.Join(page.Words("owner is "), f.owner(), page.Words(", uid is the one noted before, deleting is empty"))
	commands := get(f.objects, showOwner, showOwnersNS, showUID, showDeleting)
	if len(f.kustomizations) == 0 {
		return commands, looks
	}
	listed := page.Words(plural(f.objects, "; its id is printed between slashes (it is listed); ", "; the id of each is printed between slashes (all are listed); "))
	return append(f.listing(), commands...), page.Join(f.actedLooks(), listed, looks)
}

// listing shows V2 and, from the same reading, which of the objects the inventory
// lists. Slashes tell a whole id from a part of another one.
func (f fact) listing() []page.Command {
	commands := get(kustomizationObjects(f.kustomizations), append(slices.Clone(showActed), showListed)...)
	for i, c := range commands {
		c = c.And("|").And("grep -F -e ' '")
		for _, o := range f.objects {
			o.Cluster = "" // an inventory does not repeat its own cluster
			c = append(c, page.Word{Text: "-e", Syntax: true}, page.Word{Text: "/" + o.String() + "/"})
		}
		commands[i] = c
	}
	return commands
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
