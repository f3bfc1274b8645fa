package sim

// object tells what a run does to an object.
func (t *teller) object(i int, line *Line) {
	e := t.events[i]
	k, o := int(e.Kustomization), int(e.Object)
	switch e.Kind {
	case WillWrite:
		if !t.next(i, Writes) {
			line.Action, line.Rule = "reads it, and is about to write it", "R5.5"
		}
	case Writes:
		line.Action, line.Rule = t.written(o)
	case WillDelete:
		if !t.next(i, Deletes) {
			line.Action, line.Rule = "finds its own label on it, and is about to delete it", "R0.5"
		}
	case Deletes:
		line.Action, line.Rule = t.deleted(k, o)
	case Spares:
		line.Action, line.Rule = t.spared(k, o)
	case CannotDelete:
		line.Action, line.Rule = "fails to delete it", "R2.11"
	}
}

func (t *teller) written(o int) (string, string) {
	before, after := t.before.objects[o], t.after.objects[o]
	child := t.m.s.Objects[o].Kustomization
	switch {
	case !before.exists:
		return "creates it", "R5.1"
	case child >= 0:
		return t.writtenChild(o, child)
	}
	action := "applies it"
	if before.owner != after.owner {
		action += ", and its label names " + t.m.s.Kustomizations[after.owner].ID + " now"
	}
	switch {
	case after.guard && !before.guard:
		action += ", with its guard"
	case before.guard && !after.guard:
		return action + ", and its guard is gone", "R5.1"
	}
	return action, "R5.3"
}

func (t *teller) writtenChild(o, child int) (string, string) {
	v := *t.after.ks[child].api()
	if v.deleting {
		return "applies it, which does not call its deletion back", "R5.13"
	}
	action := "applies it"
	if before, after := t.before.objects[o].owner, t.after.objects[o].owner; before != after {
		action += ", and its label names " + t.m.s.Kustomizations[after].ID + " now"
	}
	if words := t.m.specOf(child, &v).Words; words != "" {
		action += ": its spec is now " + words
	}
	return action, "R5.12"
}

func (t *teller) deleted(k, o int) (string, string) {
	live := t.before.objects[o]
	switch {
	case live.exists && live.owner >= 0 && live.owner != int8(k):
		return "deletes it, as it was about to, though its label names " + t.m.s.Kustomizations[live.owner].ID + " now", "R0.5"
	case live.guarded():
		return "deletes it, as it was about to, though it is guarded now", "R0.5"
	case t.before.ks[k].run.phase == finalizing:
		return "deletes it: it is in its inventory, and bears its label", "R0.3"
	case t.m.s.Objects[o].Kustomization >= 0:
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
		return "passes it over: it does not bear its label", "R6.3"
	}
	return "passes it over: it is guarded", "R6.4"
}
