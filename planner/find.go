package planner

import (
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// find asks the packages below for all that they know of a transition.
func find(in Input) facts {
	samples := sampleObjects(in.Transition.From, in.Transition.To)
	return facts{
		changes:  ownership.Diff(in.Transition.From, in.Transition.To),
		findings: hazard.Find(&in.Transition, in.Observed),
		protected: func(o objectID) string {
			reason, _ := hazard.Protected(o, samples[o], in.Protect)
			return reason
		},
	}
}

// sampleObjects gives each object as one owner renders it; a Service of type
// LoadBalancer at either end counts as one.
func sampleObjects(states ...*ownership.Desired) map[objectID]ownership.Object {
	samples := make(map[objectID]ownership.Object)
	for _, d := range states {
		for _, k := range d.Kustomizations {
			for _, o := range k.Render.Objects {
				o.LoadBalancer = o.LoadBalancer || samples[o.ID].LoadBalancer
				samples[o.ID] = o
			}
		}
	}
	return samples
}
