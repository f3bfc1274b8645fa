package replay

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// Whole makes one scene of those of all objects of a world, with everything
// that they have between them. It says false where that is too large to be one.
func Whole(subjects []Subject) (Subject, bool) {
	w := Subject{Scene: &scene.Scene{}}
	for _, s := range subjects {
		if s.Scene == nil {
			return w, false
		}
		w.meet(s)
	}
	for _, s := range subjects {
		w.join(s)
	}
	return w, len(w.Scene.Kustomizations) > 0 && w.Scene.Check() == nil
}

// meet adds the objects and the Kustomizations of a scene that are new.
func (w *Subject) meet(s Subject) {
	w.Scene.Controller, w.Scene.Sources, w.Scene.Commits = s.Scene.Controller, s.Scene.Sources, s.Scene.Commits
	for i, k := range s.Scene.Kustomizations {
		if w.kustomization(k.ID) < 0 {
			k.Builds, k.Object, k.Specs = nil, -1, slices.Clone(k.Specs)
			for n := range k.Specs {
				k.Specs[n].DependsOn = nil
			}
			w.Scene.Kustomizations, w.specs = append(w.Scene.Kustomizations, k), append(w.specs, s.specs[i])
		}
	}
	for _, o := range s.Scene.Objects {
		if w.object(o.ID) < 0 {
			o.Kustomization = -1
			w.Scene.Objects = append(w.Scene.Objects, o)
		}
	}
}

// join adds what the Kustomizations of a scene have of each other.
func (w *Subject) join(s Subject) {
	for _, k := range s.Scene.Kustomizations {
		at := w.kustomization(k.ID)
		own := &w.Scene.Kustomizations[at]
		if k.Object >= 0 {
			own.Object = w.object(s.Scene.Objects[k.Object].ID)
			w.Scene.Objects[own.Object].Kustomization = at
		}
		for n, spec := range k.Specs {
			for _, d := range spec.DependsOn {
				d.On = w.kustomization(s.Scene.Kustomizations[d.On].ID)
				if !slices.Contains(own.Specs[n].DependsOn, d) {
					own.Specs[n].DependsOn = append(own.Specs[n].DependsOn, d)
				}
			}
		}
		for _, b := range k.Builds {
			w.build(own, b, s)
		}
	}
}

// build adds what a build renders of the objects of its scene.
func (w *Subject) build(own *scene.Kustomization, b scene.Build, s Subject) {
	at := slices.IndexFunc(own.Builds, func(known scene.Build) bool { return known.Spec == b.Spec && known.Commit == b.Commit })
	puts := b.Puts
	if at < 0 {
		b.Puts, at = nil, len(own.Builds)
		own.Builds = append(own.Builds, b)
	}
	for _, put := range puts {
		put.Object = w.object(s.Scene.Objects[put.Object].ID)
		if !slices.ContainsFunc(own.Builds[at].Puts, func(known scene.Put) bool { return known.Object == put.Object }) {
			own.Builds[at].Puts = append(own.Builds[at].Puts, put)
		}
	}
}

func (w *Subject) kustomization(id string) int {
	return slices.IndexFunc(w.Scene.Kustomizations, func(k scene.Kustomization) bool { return k.ID == id })
}

func (w *Subject) object(id string) int {
	return slices.IndexFunc(w.Scene.Objects, func(o scene.Object) bool { return o.ID == id })
}
