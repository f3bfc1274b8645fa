package ownership

import (
	"slices"
	"strings"
)

// Readiness tells which Kustomizations of a state can never apply what they
// render there, or never be Ready, whatever the order of events: what they
// depend on, wait for or come from cannot. The zero value is of no use; In is
// needed.
type Readiness struct {
	In *Desired
	// Before: where it has a Kustomization alike, that one need not be applied
	// again. Nil: all that In has is there already.
	Before *Desired
	// Refused says why one never applies although it builds; may be nil.
	Refused map[KustomizationID]string
	// Rests says whether one that is suspended is known to be Ready all the
	// same (R2.12); nil: none is.
	Rests func(KustomizationID) bool
	// Patient takes whatever is suspended to be Ready at all that it is asked for.
	Patient bool

	fine map[milestone]bool // what can come about
}

// milestone is what may come about: that a Kustomization is Ready, or only that
// it has applied what it renders.
type milestone struct {
	k     KustomizationID
	ready bool
}

// NeverApplies says why a Kustomization can never apply what the state gives
// it; "" where nothing is known to keep it from that.
func (r *Readiness) NeverApplies(k KustomizationID) string {
	return r.never(milestone{k, false}, "comes from", nil)
}

// NeverReady says why a Kustomization can never be Ready; "" where nothing is
// known to keep it from that.
func (r *Readiness) NeverReady(k KustomizationID) string {
	return r.never(milestone{k, true}, "depends on", nil)
}

// never searches depth first. Whose every need was found to be fine is not
// looked at again; the first one that is not ends the search.
func (r *Readiness) never(m milestone, as string, path []milestone) string {
	d, ok := r.In.Kustomization(m.k)
	switch {
	case r.fine[m]:
		return ""
	case !ok:
		return m.k.String() + " is not in " + r.In.Name + ", and something " + as + " it"
	case slices.Contains(path, m):
		return r.ring(path[slices.Index(path, m):])
	case d.Spec.Suspend && r.Patient:
		return ""
	case d.Spec.Suspend && as == "waits for":
		if r.Rests != nil && r.Rests(m.k) {
			return ""
		}
		return m.k.String() + " is suspended in " + r.In.Name + ", and what waits for it needs it Ready (R2.20)"
	case d.Spec.Suspend:
		return m.k.String() + " is suspended in " + r.In.Name + ", and something " + as + " it"
	}
	path = append(slices.Clone(path), m)
	why := ""
	if m.ready {
		why = r.neverHealthy(d, path)
	} else {
		why = r.neverApplied(d, path)
	}
	if why == "" {
		if r.fine == nil {
			r.fine = make(map[milestone]bool)
		}
		r.fine[m] = true
	}
	return why
}

// neverHealthy: it has applied, and what it waits for is Ready (R2.20).
func (r *Readiness) neverHealthy(d Kustomization, path []milestone) string {
	if why := r.never(milestone{d.ID, false}, "", path); why != "" {
		return why
	}
	for _, child := range d.Awaits() {
		if why := r.never(milestone{child, true}, "waits for", path); why != "" {
			return why
		}
	}
	return ""
}

// neverApplied: it builds, what it depends on is Ready, and some parent has
// applied it, where it is not there as it is.
func (r *Readiness) neverApplied(d Kustomization, path []milestone) string {
	switch {
	case d.Render.Missing:
		return d.ID.String() + " has a path that does not exist in " + r.In.Name
	case !d.Render.Builds():
		return d.ID.String() + " does not build in " + r.In.Name + ": " + d.Render.Failed + d.Render.Unknown
	case r.Refused[d.ID] != "":
		return r.Refused[d.ID]
	}
	for _, on := range d.Spec.DependsOn {
		if why := r.never(milestone{on.On, true}, "depends on", path); why != "" {
			return why
		}
	}
	why := ""
	for _, p := range r.makers(d) {
		if why = r.never(milestone{p, false}, "comes from", path); why == "" {
			return ""
		}
	}
	return why
}

// makers gives the parents of which one has to apply a Kustomization before it
// is as the state has it; none for one that is there alike before, or renders
// itself.
func (r *Readiness) makers(d Kustomization) []KustomizationID {
	if r.Before == nil || slices.Contains(d.Parents, d.ID) {
		return nil
	}
	if before, was := r.Before.Kustomization(d.ID); was && before.Spec.Digest == d.Spec.Digest {
		return nil
	}
	return d.Parents
}

// ring tells a circle of milestones of which each needs the next.
func (r *Readiness) ring(path []milestone) string {
	first, tied := path[0].k.String(), true
	var told strings.Builder
	for i, m := range path {
		next := path[(i+1)%len(path)]
		word := ""
		switch {
		case m.ready && next.ready:
			word, tied = " waits for ", false
		case !m.ready && !next.ready:
			word, tied = " comes from ", false
		case next.ready:
			word = " depends on "
		}
		if word == "" {
			continue
		}
		if told.Len() > 0 {
			told.WriteString(", which")
		}
		told.WriteString(word + next.k.String())
	}
	if tied {
		return first + " depends on itself in " + r.In.Name + " (R3.6)"
	}
	return "in " + r.In.Name + " " + first + told.String() + " (R2.20, R3.6)"
}

// HoldUps tells of states which Kustomizations are held up there.
type HoldUps map[*Desired]func(KustomizationID) (why string, sure bool)

// NewHoldUps looks at states.
func NewHoldUps(states ...*Desired) HoldUps {
	all := make(HoldUps)
	for _, d := range states {
		all[d] = heldUp(d)
	}
	return all
}

// In says why a Kustomization has perhaps never applied what one of the states
// gives it, though it builds there: what it depends on cannot be Ready, so that
// its inventory is of another time. That is sure unless it rests on one that is
// suspended, which may have been Ready at that state before. Whoever waits for
// health has applied before (R6.2).
func (h HoldUps) In(d *Desired, k KustomizationID) (why string, sure bool) { return h[d](k) }

// Always says whether a Kustomization is held up in every one of some states,
// for sure.
func (h HoldUps) Always(states []*Desired, k KustomizationID) bool {
	return !slices.ContainsFunc(states, func(d *Desired) bool {
		why, sure := h.In(d, k)
		return why == "" || !sure
	})
}

func heldUp(d *Desired) func(KustomizationID) (why string, sure bool) {
	patient, strict := Readiness{In: d, Patient: true}, Readiness{In: d}
	return func(k KustomizationID) (string, bool) {
		if why := patient.NeverApplies(k); why != "" {
			return why, true
		}
		return strict.NeverApplies(k), false
	}
}
