package replay

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Subject is one object of a recording with its scene, in which nobody has
// done anything yet.
type Subject struct {
	ID    ownership.ObjectID
	Scene *scene.Scene // nil where proof makes none
	Why   string       // then
	specs [][]ownership.Spec
}

// Scenes makes the scene of every object that the world ever renders, beginning
// before there is anything: as proof makes it, with nothing merged.
func Scenes(r *worlds.Recording) []Subject {
	t := r.Whole()
	p := proof.Prove(context.Background(), proof.Question{Transition: t, Controller: r.Version, Also: everything(t), Whole: true, Visit: asksNothing})
	views := t.Views()
	var all []Subject
	for _, c := range p.Components {
		for _, o := range c.Objects {
			s := Subject{ID: o, Why: c.Why}
			if c.Scene != nil {
				s.take(c.Scene, views)
			}
			all = append(all, s)
		}
	}
	return all
}

func asksNothing(context.Context, *scene.Scene, sim.Options) (sim.Answer, error) {
	return sim.Answer{Safety: verdict.Unknown, Completion: verdict.Unknown}, nil
}

func everything(t *ownership.Transition) []ownership.ObjectID {
	all := map[ownership.ObjectID]bool{}
	for id, views := range t.Views() {
		all[id.Object()] = true
		for _, v := range views {
			for _, o := range v.Render.Objects {
				all[o.ID] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(all), ownership.ObjectID.Compare)
}

// take makes a scene that of this subject: like objects have one scene but for
// a name.
func (s *Subject) take(like *scene.Scene, views map[ownership.KustomizationID][]ownership.View) {
	made := *like
	made.Objects = slices.Clone(made.Objects)
	made.Kustomizations = slices.Clone(made.Kustomizations)
	made.Objects[made.Subject].ID = s.ID.String()
	made.Stages, made.Goal = nil, nil
	s.Scene = &made
	for i, k := range made.Kustomizations {
		specs := specsOf(views, k.ID)
		s.specs = append(s.specs, specs)
		k.Specs = slices.Clone(k.Specs)
		for n, spec := range specs { // people edit by hand here
			k.Specs[n].SetsSuspend, k.Specs[n].SetsPolicy = spec.Suspend, spec.DeletionPolicy != ""
		}
		made.Kustomizations[i] = k
	}
}

// specsOf gives the specs of a Kustomization in the order in which an unmerged
// scene has them.
func specsOf(views map[ownership.KustomizationID][]ownership.View, name string) []ownership.Spec {
	var specs []ownership.Spec
	for id, all := range views {
		if id.String() != name {
			continue
		}
		for _, v := range all {
			if !slices.ContainsFunc(specs, func(s ownership.Spec) bool { return s.Digest == v.Spec.Digest }) {
				specs = append(specs, v.Spec)
			}
		}
	}
	return specs
}

// canon gives the words of a spec that people do not edit by hand, in order.
func canon(s ownership.Spec) string {
	words := slices.DeleteFunc(strings.Split(s.Digest, ","), func(word string) bool {
		return word == "" || word == "suspend" || strings.HasPrefix(word, "policy=")
	})
	slices.Sort(words)
	return strings.Join(words, ",")
}
