package sim

import (
	"strings"
)

// run tells how a run begins. What it works with is said once: with the last
// step before it does something, or where others come between.
func (t *teller) run(i int, line *Line) {
	e := t.events[i]
	k := int(e.Kustomization)
	switch e.Kind {
	case Finalizes:
		t.finalizes(k, line)
	case Passes:
		t.passes(e, line)
	case Begins:
		if !t.next(i, Builds, Reads, CannotBuild) {
			line.Action, line.Rule = "starts a run"+t.with(k, -1), t.ruleOfView(k)
			t.told[k] = true
		}
	case Reads:
		if !t.next(i, Builds, CannotBuild) {
			t.starts(k, line)
		}
	case Builds:
		t.starts(k, line)
	case CannotBuild:
		line.Action, line.Rule = "cannot build revision "+t.revision(int(t.commit[k]))+", and deletes nothing", "R2.5"
	case Unclear:
		line.Action = "builds what nobody knows"
	}
}

func (t *teller) finalizes(k int, line *Line) {
	line.Action, line.Rule = "is being deleted, and its finalizer begins", "R0.3"
	if t.m.keeps(k, &t.view[k]) {
		line.Action, line.Rule = "is being deleted, and its finalizer keeps what it has", "R7.2"
	}
}

func (t *teller) passes(e Event, line *Line) {
	view := t.before.ks[e.Kustomization].versions[e.Number]
	if !view.finalizer {
		line.Action, line.Rule = "is new, and gets its finalizer first", "R1.8"
		return
	}
	line.Action, line.Rule = "is suspended, and its run does nothing", "R1.9"
}

// starts tells which commit a run works on, and with what, once.
func (t *teller) starts(k int, line *Line) {
	revision := t.ofRevision(int(t.commit[k]))
	switch {
	case !t.told[k]:
		line.Action, line.Rule = "starts a run"+revision+t.with(k, int(t.commit[k])), t.ruleOfRun(k)
	case t.before.ks[k].run.phase == viewed:
		line.Action, line.Rule = "goes on with its run, which is"+revision, t.ruleOfRun(k)
	}
	t.told[k] = true
}

func (t *teller) ruleOfRun(k int) string {
	if rule := t.ruleOfView(k); rule != "R2.1" {
		return rule
	}
	if t.m.overtaken(k, int(t.view[k].spec), int(t.commit[k])) {
		return "R2.3"
	}
	return "R2.2"
}

func (t *teller) ruleOfView(k int) string {
	if t.late[k] {
		return "R2.4"
	}
	return "R2.1"
}

// overtaken says whether the commit gives a Kustomization another spec.
func (m *Model) overtaken(k, spec, commit int) bool {
	for _, parent := range m.s.Kustomizations {
		for _, b := range parent.Builds {
			for _, put := range b.Puts {
				if b.Commit == commit && m.s.Objects[put.Object].Kustomization == k && put.Spec != spec {
					return true
				}
			}
		}
	}
	return false
}

// with says what a run works with, as far as that is not the obvious. The
// commit is -1 before it is read.
func (t *teller) with(k, commit int) string {
	view, api := t.view[k], *t.after.ks[k].api()
	var parts []string
	if spec := t.withSpec(k, commit); spec != "" {
		parts = append(parts, spec)
	}
	if view.inventory != api.inventory {
		parts = append(parts, " with the inventory from before its last run")
	}
	if t.late[k] && len(parts) > 0 {
		parts = append(parts, " as its cache is behind")
	}
	for _, news := range []struct {
		is   bool
		what string
	}{
		{!view.handSuspend && api.handSuspend, "that it is suspended"},
		{!view.handOrphan && api.handOrphan, "its new deletion policy"},
		{!view.deleting && api.deleting, "that it is being deleted"},
	} {
		if news.is && t.late[k] {
			parts = append(parts, " whose cache does not show "+news.what+" yet")
		} else if news.is {
			parts = append(parts, " which does not know "+news.what)
		}
	}
	if len(parts) > 0 && !strings.HasPrefix(parts[0], " with") {
		return "," + strings.Join(parts, ",")
	}
	return strings.Join(parts, ",")
}

func (t *teller) withSpec(k, commit int) string {
	view, api := t.view[k], *t.after.ks[k].api()
	switch {
	case view.spec != api.spec:
		return " with its old spec" + t.words(k, view)
	case commit >= 0 && t.m.overtaken(k, int(view.spec), commit):
		return " with the spec from before it" + t.words(k, view)
	case len(t.m.s.Kustomizations[k].Specs) > 1:
		return " with its spec" + t.words(k, view)
	}
	return ""
}

func (t *teller) words(k int, v version) string {
	if words := t.m.specOf(k, &v).Words; words != "" {
		return " (" + words + ")"
	}
	return ""
}

// depends tells what a run finds its dependency to be.
func (t *teller) depends(e Event, line *Line) {
	line.Action, line.Rule = "finds "+t.m.s.Kustomizations[e.Number].ID+" Ready", "R3.3"
}

// end tells how a run ends.
func (t *teller) end(i int, line *Line) {
	e := t.events[i]
	switch e.Kind {
	case SaysReady:
		if !t.next(i, Ends) {
			line.Action, line.Rule = "says that it is Ready, and has not written the rest yet", "R2.6"
		}
	case Ends:
		k := int(e.Kustomization)
		line.Action, line.Rule = "is Ready at revision "+t.revision(int(t.commit[k]))+t.lists(k)+inventoryStays(e), "R2.6"
	case Vanishes:
		line.Action, line.Rule = "is gone", "R0.3"
	case Fails:
		line.Action, line.Rule = "fails, and is not Ready", "R2.5"
	case FailsToPrune:
		line.Action, line.Rule = t.failedToPrune()+inventoryStays(e), "R2.11"
	case FailsUnhealthy:
		line.Action, line.Rule = "has pruned, and is not healthy"+inventoryStays(e), "R6.2"
	}
}

// inventoryStays is said of a run that lists what it took to be there, so that
// it does not write it.
func inventoryStays(e Event) string {
	if e.Number == 0 {
		return ""
	}
	return "; its inventory stays as it is, as its cache showed the one that it would write"
}

// lists says what became of the subject in the inventory.
func (t *teller) lists(k int) string {
	subject := bit(t.m.s.Subject)
	before, after := t.before.ks[k].api().inventory&subject, t.after.ks[k].api().inventory&subject
	switch name := t.m.s.Objects[t.m.s.Subject].ID; {
	case before != 0 && after == 0:
		return ", and does not list " + name + " any more"
	case before == 0 && after != 0:
		return ", and lists " + name
	}
	return ""
}

func (t *teller) failedToPrune() string {
	if t.m.rules.keepsSurvivors {
		return "could not delete everything, and keeps the rest in its inventory"
	}
	return "could not delete everything, and forgets the rest"
}
