package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/graph"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Kinds of dependency, as the edges of Dependencies name them. Beside these
// there are the purposes of an ownership.Input, and, of what an object uses,
// its kind and why: "HelmRelease dependsOn".
const (
	AppliedBy   = "applied by"
	DependsOn   = "dependsOn"
	FromSource  = "source"
	InNamespace = "namespace"
	DefinedBy   = "CRD"
	HealthCheck = "healthChecks"
)

// Dependencies gives what needs what in a state: between its Kustomizations,
// or, with objects, between all objects. A node's key is the inventory id, its
// label the form people read; each edge's reason names the file that causes it.
//
// Between Kustomizations, a dependency of an object is one of the
// Kustomizations that render it. What a Kustomization renders itself it does
// not wait for; a source, an input or a namespace that nothing in the state
// renders comes from outside and has no node. A dependsOn of a Kustomization
// that is not there has one, labelled so, and so has a health check. That a
// parent waits for the health of its children is no edge: they need it first, to
// be there at all. FM-060 finds who waits in vain.
func Dependencies(d *ownership.Desired, objects bool) *graph.Graph {
	b := dependencyBuilder{state: d, owners: d.Owners(), graph: graph.New(), objects: objects}
	b.index()
	for _, k := range d.Kustomizations {
		b.ofKustomization(k)
		for _, o := range k.Render.Objects {
			b.ofObject(k, o)
		}
	}
	return b.graph
}

type dependencyBuilder struct {
	state   *ownership.Desired
	owners  map[ownership.ObjectID][]ownership.KustomizationID
	files   map[ownership.ObjectID]string
	crds    map[crdKey][]ownership.ObjectID
	graph   *graph.Graph
	objects bool
}

// crdKey is a kind in one cluster.
type crdKey struct {
	cluster string
	kind    ownership.GroupKind
}

func (b *dependencyBuilder) index() {
	b.files = map[ownership.ObjectID]string{}
	b.crds = map[crdKey][]ownership.ObjectID{}
	for _, k := range b.state.Kustomizations {
		b.graph.AddNode(k.ID.Object().String(), k.ID.Object().Display())
		for _, o := range k.Render.Objects {
			if b.files[o.ID] == "" {
				b.files[o.ID] = o.File
			}
			if o.Defines != (ownership.GroupKind{}) {
				at := crdKey{o.ID.Cluster, o.Defines}
				b.crds[at] = append(b.crds[at], o.ID)
			}
			if b.objects {
				b.graph.AddNode(o.ID.String(), o.ID.Display())
			}
		}
	}
}

func (b *dependencyBuilder) ofKustomization(k ownership.Kustomization) {
	id := k.ID.Object()
	for _, dep := range k.Spec.DependsOn {
		b.named(k, dep.On, DependsOn)
	}
	for _, on := range k.Spec.HealthChecks {
		if _, renders := k.Render.Find(on.Object()); !k.Spec.Wait && !renders && on != k.ID {
			b.named(k, on, HealthCheck)
		}
	}
	source := ownership.ObjectID{
		Group: "source.toolkit.fluxcd.io", Kind: k.Spec.Source.Kind,
		Namespace: k.Spec.Source.Namespace, Name: k.Spec.Source.Name,
	}
	b.add(k.ID, id, source, graph.Reason{Kind: FromSource, Text: source.Display(), File: k.File})
	for _, in := range k.Spec.Inputs {
		b.add(k.ID, id, in.Object, graph.Reason{Kind: in.Purpose, Text: in.Object.Display(), File: k.File})
	}
}

// named adds an edge to a Kustomization that the spec of another one names.
func (b *dependencyBuilder) named(k ownership.Kustomization, other ownership.KustomizationID, kind string) {
	on := other.Object()
	if _, ok := b.state.Kustomization(other); !ok {
		b.graph.AddNode(on.String(), on.Display()+" (not declared)")
	}
	b.graph.AddEdge(k.ID.Object().String(), on.String(), graph.Reason{Kind: kind, File: k.File})
}

func (b *dependencyBuilder) ofObject(owner ownership.Kustomization, o ownership.Object) {
	_, child := b.kustomization(o.ID)
	if o.ID != owner.ID.Object() && (b.objects || child) {
		b.graph.AddEdge(o.ID.String(), owner.ID.Object().String(), graph.Reason{Kind: AppliedBy, File: o.File})
	}
	for _, use := range o.Uses {
		to := use.Object
		to.Cluster = o.ID.Cluster
		b.add(owner.ID, o.ID, to, graph.Reason{
			Kind: o.ID.Kind + " " + use.Why, Text: o.ID.Display() + " → " + to.Display(), File: o.File,
		})
	}
	if o.ID.Namespace != "" {
		ns := ownership.ObjectID{Cluster: o.ID.Cluster, Kind: "Namespace", Name: o.ID.Namespace}
		b.add(owner.ID, o.ID, ns, graph.Reason{Kind: InNamespace, Text: ns.Display(), File: b.files[ns]})
	}
	for _, crd := range b.crds[crdKey{o.ID.Cluster, ownership.GroupKind{Group: o.ID.Group, Kind: o.ID.Kind}}] {
		b.add(owner.ID, o.ID, crd, graph.Reason{Kind: DefinedBy, Text: crd.Name, File: b.files[crd]})
	}
}

// add says that from, which owner renders, needs the object to. Where the graph
// has Kustomizations only, it is said of those that render the two.
func (b *dependencyBuilder) add(owner ownership.KustomizationID, from, to ownership.ObjectID, why graph.Reason) {
	makers, ok := b.owners[to]
	self, isKustomization := b.kustomization(from)
	if !ok || isKustomization && slices.Contains(makers, self) {
		return
	}
	if b.objects {
		b.graph.AddEdge(from.String(), to.String(), why)
		return
	}
	if !isKustomization {
		self = owner
	}
	if slices.Contains(makers, self) {
		return
	}
	for _, maker := range makers {
		b.graph.AddEdge(self.Object().String(), maker.Object().String(), why)
	}
}

// kustomization gives the Kustomization of the state that the object is.
func (b *dependencyBuilder) kustomization(id ownership.ObjectID) (ownership.KustomizationID, bool) {
	k, ok := id.AsKustomization()
	if ok {
		_, ok = b.state.Kustomization(k)
	}
	return k, ok
}
