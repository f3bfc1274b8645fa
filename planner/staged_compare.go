package planner

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// compareStaged holds the transition as it was rendered against the one that
// is meant. Remedies were chosen by what edits mean; where a real file says
// something else, that is an unknown, with both said.
func (b *builder) compareStaged() {
	staged, err := b.in.Editor.Stage(reliedOn(CommitsOf(b.from, b.to, b.plan.Stages)))
	if err != nil {
		b.unwritten("the commits of the plan", err.Error(), "")
		return
	}
	meant, _ := stagedTransition(&b.in.Transition, b.plan.Stages)
	number := map[int]int{0: 0} // of a rendered commit → of the one meant
	for i, made := range staged.Commits {
		number[made.At] = i + 1
	}
	c := stagedComparison{builder: b, meant: meant.Views(), number: number}
	rendered := staged.Transition.Views()
	for _, k := range slices.SortedFunc(maps.Keys(rendered), ksID.Compare) {
		for _, v := range rendered[k] {
			c.view(v)
		}
	}
}

type stagedComparison struct {
	*builder
	meant  map[ksID][]ownership.View
	number map[int]int
	said   map[ksID]bool
}

// view looks for a view that is meant with the spec and the files of one that
// was rendered.
func (c *stagedComparison) view(v ownership.View) {
	spec, named := c.number[v.SpecAt.Commit]
	artifact, also := c.number[v.ArtifactAt]
	if !named || !also || c.said[v.Kustomization] {
		return
	}
	var nearest string
	for _, m := range c.meant[v.Kustomization] {
		if m.ArtifactAt != artifact || m.SpecAt.Commit > spec || m.SpecAt.Switch != v.SpecAt.Switch {
			continue
		}
		why := differs(m, v)
		if why == "" {
			return
		}
		if nearest == "" || m.SpecAt.Commit == spec {
			nearest = why
		}
	}
	if nearest == "" {
		return // a view that only the rendering has; the proof has it too
	}
	if c.said == nil {
		c.said = map[ksID]bool{}
	}
	c.said[v.Kustomization] = true
	c.unwritten("Kustomization "+v.Kustomization.String(), fmt.Sprintf("with the edits of the plan %s", nearest), "")
}

// differs says how a rendered view is not the one that is meant; "" where it is.
func differs(meant, rendered ownership.View) string {
	if a, b := ofSpec(meant.Spec), ofSpec(rendered.Spec); a != b {
		return fmt.Sprintf("its spec is meant to be (%s), and is rendered as (%s)", a, b)
	}
	a, b := ofRender(meant.Render), ofRender(rendered.Render)
	for _, line := range slices.Sorted(maps.Keys(b)) {
		if !a[line] {
			return "it is not meant to render " + line
		}
	}
	for _, line := range slices.Sorted(maps.Keys(a)) {
		if !b[line] {
			return "it is meant to render " + line + ", and does not"
		}
	}
	return ""
}

// ofSpec is what of a spec decides over objects.
func ofSpec(s ownership.Spec) string {
	var on []string
	for _, d := range s.DependsOn {
		on = append(on, d.On.String())
	}
	return fmt.Sprintf("path ./%s, prune %t, deletionPolicy %q, suspend %t, dependsOn %s", s.Path, s.Prune, s.DeletionPolicy, s.Suspend, strings.Join(on, " "))
}

// ofRender is what a render decides over objects.
func ofRender(r ownership.Render) map[string]bool {
	lines := map[string]bool{}
	switch {
	case r.Missing:
		lines["nothing, as its path does not exist"] = true
	case r.Failed != "":
		lines["nothing, as it fails to build"] = true
	case r.Unknown != "":
		lines["what is not known"] = true
	}
	for _, o := range r.Objects {
		lines[fmt.Sprintf("%s (guarded: %t)", o.ID.Display(), o.Traits.Guarded())] = true
	}
	return lines
}
