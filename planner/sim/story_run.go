package sim

// run tells how a run begins. What it works with is said once, with the last
// step before it does something, or where others come between.
func (t *teller) run(i int, line *Line) {
	e := t.events[i]
	k := int(e.Kustomization)
	view := t.after.ks[k].run.view
	switch e.Kind {
	case Finalizes:
		line.Action, line.Rule = "is being deleted, and its finalizer begins", "R0.3"
		if t.m.keeps(k, &view) {
			line.Action, line.Rule = "is being deleted, and its finalizer keeps what it has", "R7.2"
		}
	case Begins:
		if t.next(i, Builds, Reads) {
			return
		}
		line.Action, line.Rule = "starts a run with "+t.spec(k, view)+t.stale(i), "R2.1"
	case Reads:
		if t.next(i, Builds) {
			return
		}
		line.Action, line.Rule = t.starts(i)+" of revision "+t.commit(int(e.Number)), "R2.2"
	case Builds:
		line.Action, line.Rule = t.starts(i)+" of revision "+t.commit(int(t.after.ks[k].run.commit))+" with "+t.spec(k, view)+t.stale(i), t.ruleOfRun(k, view)
	case CannotBuild:
		line.Action, line.Rule = "cannot build it, and deletes nothing", "R2.5"
	case Unclear:
		line.Action = "builds what nobody knows"
	}
}

// starts says "starts a run" where the run began just before, else "goes on
// with a run".
func (t *teller) starts(i int) string {
	for j := i - 1; j >= 0 && t.events[j].Kustomization == t.events[i].Kustomization; j-- {
		if t.events[j].Kind == Begins {
			return "starts a run"
		}
	}
	return "goes on with its run"
}

func (t *teller) ruleOfRun(k int, view version) string {
	if !view.alike(*t.after.ks[k].api()) {
		return "R2.1"
	}
	return "R2.3"
}

// spec puts a spec into words: whether it is the one that the API has.
func (t *teller) spec(k int, view version) string {
	words := t.m.specOf(k, &view).Words
	if words != "" {
		words = " (" + words + ")"
	}
	if view.alike(*t.after.ks[k].api()) {
		return "the spec it has" + words
	}
	return "its old spec" + words
}

// stale says whether a run works with an inventory that was overtaken.
func (t *teller) stale(i int) string {
	k := t.events[i].Kustomization
	ks := &t.after.ks[k]
	if ks.run.view.inventory != ks.api().inventory {
		return " and an inventory from before its last run, as its cache is behind"
	}
	return ""
}

// object tells what a run does to an object.
func (t *teller) object(i int, line *Line) {
	e := t.events[i]
	o := int(e.Object)
	child := t.m.s.Objects[o].Kustomization
	switch e.Kind {
	case WillWrite:
		if !t.next(i, Writes) {
			line.Action, line.Rule = "reads it, and is about to write it", "R5.5"
		}
	case Writes:
		line.Action, line.Rule = t.written(o, child), "R5.3"
	case WillDelete:
		if !t.next(i, Deletes) {
			line.Action, line.Rule = "finds its own label on it, and is about to delete it", "R0.5"
		}
	case Deletes:
		line.Action, line.Rule = t.deleted(int(e.Kustomization), child)
	case Spares:
		line.Action, line.Rule = t.spared(int(e.Kustomization), o)
	case CannotDelete:
		line.Action, line.Rule = "fails to delete it", "R2.11"
	}
}

func (t *teller) written(o, child int) string {
	before := t.before.objects[o]
	switch {
	case child >= 0 && !before.exists:
		return "creates it"
	case child >= 0:
		return "applies it: it has " + t.spec(child, *t.after.ks[child].api()) + " now"
	case !before.exists:
		return "creates it"
	}
	return "applies it, and its label names " + t.m.s.Kustomizations[t.after.objects[o].owner].ID + " now"
}

func (t *teller) deleted(k, child int) (string, string) {
	if t.before.ks[k].run.phase == finalizing {
		return "deletes it: it is in its inventory, and bears its label", "R0.3"
	}
	if child >= 0 {
		return "deletes it: it is not in the files any more; its finalizer takes its inventory along", "R10.2"
	}
	return "deletes it: it is in its inventory and not in the files any more, and bears its label", "R0.2"
}

func (t *teller) spared(k, o int) (string, string) {
	live := t.before.objects[o]
	switch {
	case !live.exists:
		return "", ""
	case live.owner != int8(k):
		return "passes it over: its label names another one", "R6.3"
	}
	return "passes it over: it is guarded", "R6.4"
}

// end tells how a run ends.
func (t *teller) end(e Event, line *Line) {
	switch e.Kind {
	case Ends:
		line.Action, line.Rule = "is Ready at revision "+t.commit(int(t.after.ks[e.Kustomization].applied)), "R2.6"
	case Vanishes:
		line.Action, line.Rule = "is gone", "R0.3"
	case Fails:
		line.Action, line.Rule = "fails, and is not Ready", "R2.5"
	case FailsToPrune:
		line.Action, line.Rule = t.failedToPrune(), "R2.11"
	case FailsUnhealthy:
		line.Action, line.Rule = "has pruned, and is not healthy", "R6.2"
	}
}

func (t *teller) failedToPrune() string {
	if t.m.rules.keepsSurvivors {
		return "could not delete everything, and keeps the rest in its inventory"
	}
	return "could not delete everything, and forgets the rest"
}
