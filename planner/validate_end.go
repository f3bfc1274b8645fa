package planner

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// end checks that the target is made, and that nothing of the plan is left
// behind. That everything arrives there without people, and whether somebody
// looks, is not asked: nothing rests on it any more.
func (v *validator) end() {
	v.leftovers()
	if v.gitDiffers() && v.published != content(v.to) {
		v.missing("the plan ends with revision %q in the source, not with %s", v.published, content(v.to))
	}
	if !v.gitDiffers() && v.published != "" && v.published != content(v.from) {
		v.missing("the plan ends with revision %q in the source, not with the one it began with", v.published)
	}
	for _, k := range v.rootsToSwitch() {
		if !v.switched[k] {
			v.missing("the root %s is never switched to %s", k, v.targetPath(k))
		}
	}
	v.deletionsAreNamed()
	v.costIsRight()
}

func (v *validator) leftovers() {
	left := v.leftByOthers()
	for o, files := range v.guards {
		for file := range files {
			left = append(left, fmt.Sprintf("the guard on %s is never taken away %s", o.Display(), place(file)))
		}
	}
	for k, fields := range v.fields {
		_, stays := v.to.Kustomization(k)
		for name := range fields {
			if stays || (!v.gitDiffers() && fields[name].inGit) {
				left = append(left, fmt.Sprintf("%s of %s is never set back", name, k))
			}
		}
	}
	slices.Sort(left)
	for _, l := range left {
		v.missing("%s", l)
	}
}

// leftByOthers names the live guards of earlier plans on what changes hands.
func (v *validator) leftByOthers() []string {
	if v.in.Observed == nil {
		return nil
	}
	var left []string
	for _, x := range v.in.Observed.Objects {
		moves := len(v.before[x.ID]) > 0 && len(v.after[x.ID]) > 0 && !slices.Equal(v.before[x.ID], v.after[x.ID])
		managers := ownership.ManagersOf(x.Managers, ownership.AnnotationField(ownership.KustomizationGroup+"/prune"))
		ours := slices.ContainsFunc(managers, func(m ownership.Manager) bool { return m.Name == FieldManager })
		if moves && ours && x.Traits.PruneDisabled && !v.guardedInFrom(x.ID) && !v.brought[step.Condition{Kind: step.Unguarded, Object: x.ID}] {
			left = append(left, fmt.Sprintf("the guard of an earlier plan on %s is never taken away", x.ID.Display()))
		}
	}
	return left
}

func (v *validator) guardedInFrom(o ownership.ObjectID) bool {
	return slices.ContainsFunc(v.before[o], func(k ownership.KustomizationID) bool {
		ks, _ := v.from.Kustomization(k)
		object, _ := ks.Render.Find(o)
		return object.Traits.PruneDisabled
	})
}

// deletionsAreNamed: what goes is named, agreed to, and done where nobody but
// a person does it.
func (v *validator) deletionsAreNamed() {
	for _, c := range v.plan.Changes {
		if _, named := v.named[c.Object]; v.goes[c.Object] && !named && !v.spared[c.Object] {
			v.problem("%s goes, and the plan does not name it among its deletions", c.Object.Display())
		}
	}
	for _, d := range v.plan.Deletions {
		if !v.agreed[d.Object] {
			v.missing("the deletion of %s has no step that asks for consent", d.Object.Display())
		}
		if d.By == (ownership.KustomizationID{}) && !v.done[d.Object] {
			v.missing("nobody deletes %s, and no step does", d.Object.Display())
		}
	}
}

func (v *validator) costIsRight() {
	merges := 0
	for _, stage := range v.plan.Stages {
		for _, s := range stage.Steps {
			if s.Kind == step.Publish {
				merges++
			}
		}
	}
	if merges != v.plan.Cost.Merges {
		v.problem("the plan counts %d merges and publishes %d times", v.plan.Cost.Merges, merges)
	}
}
