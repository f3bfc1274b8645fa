package hazard

import (
	"fmt"
	"slices"
	"strings"
)

// lossMatches covers every loss with the rule that says what is behind it.
func (f *facts) lossMatches(losses []*end) []match {
	var matches []match
	for _, e := range losses {
		code := f.ruleBehind(e)
		h := head(f, e)
		m := match{code: code, severity: Loses, example: e, objects: []objectID{e.object}, owners: f.concerned(h)}
		m.group, m.because = f.handover(h), f.whyLost(code, h)
		for _, why := range []string{f.stripped(e.object), f.unprotected(e.at)} {
			if why != "" {
				m.group, m.because = m.group+" "+why, m.because+"; "+why
			}
		}
		matches = append(matches, m)
	}
	return matches
}

// ruleBehind classifies an end by what started it.
func (f *facts) ruleBehind(e *end) string {
	switch e.how {
	case ByCascade:
		return f.ruleBehindCascade(e)
	case byMaker:
		return "FM-003"
	case ByPrune:
		return f.ruleBehindPrune(e)
	}
	if e.cause.how == ByCascade || f.kept(e.via) && e.cause.how != byMaker {
		return f.ruleBehind(e.cause)
	}
	if e.cause.how == ByPrune && e.cause.object == e.cause.by.Object() {
		return "FM-012"
	}
	if f.acrossRoots([]ksID{e.by}, f.toOwners[e.object]) {
		return "FM-003"
	}
	return "FM-002"
}

func (f *facts) ruleBehindPrune(e *end) string {
	_, child := e.object.AsKustomization()
	switch {
	case e.object == e.by.Object():
		return "FM-012"
	case child && f.acrossRoots(f.fromOwners[e.object], f.toOwners[e.object]):
		return "FM-003"
	case e.at.Mixed() || e.held.Mixed():
		return "FM-005"
	}
	return "FM-001"
}

// acrossRoots says whether owners before and after have no root in common.
func (f *facts) acrossRoots(before, after []ksID) bool {
	var above, below []ksID
	for _, k := range before {
		above = append(above, roots(f.from, k)...)
	}
	for _, k := range after {
		below = append(below, roots(f.to, k)...)
	}
	return len(above) > 0 && len(below) > 0 && !overlap(above, below)
}

// head climbs from the loss of a subtree to that of the child above it: the
// handover is the child's.
func head(f *facts, e *end) *end {
	for e.how == ByFinalizer && e.cause.how != byMaker && (f.kept(e.via) || e.cause.how == ByCascade) {
		e = e.cause
	}
	return e
}

// handover names the pair (old owner, new owners) that an end belongs to.
func (f *facts) handover(h *end) string {
	from := h.by.String()
	if h.how == ByCascade {
		from = h.via.String()
	}
	return from + " > " + strings.Join(namesOf(f.toOwners[h.object]), " ")
}

func (f *facts) concerned(h *end) []ksID {
	owners := append([]ksID(nil), f.toOwners[h.object]...)
	if h.how != ByCascade {
		owners = append(owners, h.by)
	}
	return owners
}

// whyLost says in a sentence what is special about this handover.
func (f *facts) whyLost(code string, h *end) string {
	by, adopters := h.by.String(), f.adopters(h)
	state := f.to.Name
	_, child := h.object.AsKustomization()
	switch {
	case h.how == ByCascade:
		return fmt.Sprintf("%s goes, and takes along what %s still wants", h.via.Display(), state)
	case code == "FM-012":
		return by + " renders itself and stops doing so: it prunes itself and its finalizer deletes what it holds"
	case h.how == ByFinalizer:
		return fmt.Sprintf("%s is deleted, and its finalizer deletes what %s renders in %s", by, adopters, state)
	case slices.Equal(f.toOwners[h.object], []ksID{h.by}) && h.at.Mixed():
		return by + " can run the new revision with its old spec, which no longer renders it, and prunes it; with its new spec it makes another one"
	case slices.Equal(f.toOwners[h.object], []ksID{h.by}):
		return fmt.Sprintf("%s can run without it on the way and deletes it; %s wants it from %s again", by, state, by)
	case child:
		return fmt.Sprintf("%s stops rendering %s and deletes it%s; nothing makes %s wait for %s",
			by, h.object.Display(), f.withIt(h.object), by, adopters)
	case len(f.fromOwners[h.object]) > 1:
		return fmt.Sprintf("both %s render it in %s, so its label may name %s%s, which prunes it; %s in %s",
			strings.Join(namesOf(f.fromOwners[h.object]), ", "), f.from.Name, by, f.namesNow(h.object), adopters, state)
	case h.at.Mixed():
		return fmt.Sprintf("%s can run the new revision with its old spec, which no longer renders it; %s in %s", by, adopters, state)
	case !f.rendersAnywhere(h):
		return fmt.Sprintf("the live inventory of %s lists it, which does not render it: %s prunes it at its next run; %s in %s", by, by, adopters, state)
	case !f.ownsAtAnEnd(h):
		return fmt.Sprintf("%s renders it only on the way and then prunes it; %s in %s", by, adopters, state)
	}
	return fmt.Sprintf("%s stops rendering it and prunes it; nothing makes it wait for %s", by, adopters)
}

// namesNow says whom the label of a contested object names in the cluster. The
// next run of any of its owners moves it (R5.3).
func (f *facts) namesNow(o objectID) string {
	x, seen := f.live.objects[o]
	if !seen || x.Owner == (ksID{}) {
		return ""
	}
	return " (in the cluster it names " + x.Owner.String() + " now)"
}

func (f *facts) rendersAnywhere(e *end) bool {
	return slices.ContainsFunc(f.views[e.by], func(v view) bool {
		_, renders := v.Render.Find(e.object)
		return renders
	})
}

// withIt says whether the deletion of a child deletes what it holds.
func (f *facts) withIt(child objectID) string {
	if slices.ContainsFunc(f.doomed, func(e *end) bool { return e.how == ByFinalizer && e.via == child }) {
		return ", and with it goes what it holds"
	}
	return ""
}

func (f *facts) adopters(h *end) string {
	switch names := namesOf(f.toOwners[h.object]); len(names) {
	case 0:
		return "it stays a root"
	case 1:
		return names[0]
	default:
		return strings.Join(names, " and ")
	}
}
