package render

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// state is one walked state: what ownership needs of it, and what it takes to
// build its Kustomizations at the artifacts of another state.
type state struct {
	desired *ownership.Desired
	nodes   []*node
	walker  *walker
	scopes  scopes
}

// newState walks from the roots and says what came of it.
func newState(d *ownership.Desired, w *walker, roots []*node) *state {
	nodes, settled := w.walk(roots)
	s := &state{desired: d, nodes: nodes, walker: w, scopes: newScopes(nodes)}
	for _, n := range nodes {
		d.Kustomizations = append(d.Kustomizations, s.kustomization(n))
		s.note(n)
	}
	d.Assumptions = grouped(append(w.values.notes, d.Assumptions...))
	if !settled {
		d.Unknowns = append(d.Unknowns, ownership.Unknown{Subject: d.Name,
			Why: "its substitution values or source settings depend on each other and do not settle"})
	}
	return s
}

func (s *state) kustomization(n *node) ownership.Kustomization {
	k := ownership.Kustomization{
		ID: n.id, Root: n.root, Parents: n.sortedParents(), Spec: n.spec, File: n.file, MadeBy: n.madeBy,
		Render: s.rendered(n.spec, n.result),
	}
	if files := s.walker.sources.content[s.parentSource(n)]; files != nil && !n.root {
		k.Patched, k.Fields = compare(files, n)
	}
	return k
}

// rendered turns what a build gave into what ownership needs of it.
func (s *state) rendered(spec ownership.Spec, result build.Result) ownership.Render {
	r := s.scopes.rendered(spec, result)
	if _, atHand := s.walker.sources.content[spec.Source]; !atHand {
		r.Basis = s.sourceBasis(spec.Source)
	}
	return r
}

// parentSource gives the source that the manifest of a node comes from.
func (s *state) parentSource(n *node) ownership.SourceRef {
	for _, parent := range s.nodes {
		if n.parents[parent.id] {
			return parent.spec.Source
		}
	}
	return ownership.SourceRef{}
}

// sourceBasis gives what the content of a source that is not at hand depends
// on: the object that declares it, if the state renders it. A GitRepository
// that is not at hand may be the very repository that changes, and what fills
// an ExternalArtifact may cut it from that.
func (s *state) sourceBasis(source ownership.SourceRef) string {
	if source.Kind == "GitRepository" || source.Kind == "ExternalArtifact" {
		return ""
	}
	if declared, ok := s.sourceObject(source); ok {
		return digest(declared)
	}
	return ""
}

// sourceObject gives the object that declares a source, if the state renders
// it.
func (s *state) sourceObject(ref ownership.SourceRef) (map[string]any, bool) {
	id := ownership.ObjectID{Group: sourceGroup, Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}
	for _, n := range s.nodes {
		for _, o := range n.result.Objects {
			if found, err := ownership.ObjectIDOf(o.Data); err == nil && found == id {
				return o.Data, true
			}
		}
	}
	return nil, false
}

// note lists what of a node is unknown or taken for granted.
func (s *state) note(n *node) {
	subject := "Kustomization " + n.id.String()
	unknown := func(why, supply string) {
		s.desired.Unknowns = append(s.desired.Unknowns, ownership.Unknown{Subject: subject, Why: why, Supply: supply})
	}
	switch r := n.result; {
	case r.Unknown != "":
		unknown(r.Unknown, r.Supply)
	case r.Failed != "":
		s.assume(subject, "does not build, so Flux changes nothing of it: "+r.Failed)
	case r.Missing:
		s.assume(subject, fmt.Sprintf("its path ./%s does not exist, so Flux changes nothing of it", n.spec.Path))
	}
	for _, o := range n.result.Objects {
		if o.IDUnknown != "" {
			unknown(fmt.Sprintf("an object of %s: %s", o.File, o.IDUnknown), supplyValue)
		}
	}
	for _, text := range n.result.Assumptions {
		s.assume(subject, text)
	}
	if n.spec.Cluster != "" {
		s.assume(subject, "applies to another cluster ("+n.spec.Cluster+"); Kustomizations it applies there are not followed")
	}
}

func (s *state) assume(subject, text string) {
	s.desired.Assumptions = append(s.desired.Assumptions, ownership.Assumption{Subject: subject, Text: text})
}

// grouped says once what is assumed of many: of the first subject, with the
// number of the others.
func grouped(assumptions []ownership.Assumption) []ownership.Assumption {
	count := map[string]int{}
	var first []ownership.Assumption
	for _, a := range assumptions {
		if count[a.Text]++; count[a.Text] == 1 {
			first = append(first, a)
		}
	}
	for i, a := range first {
		if others := count[a.Text] - 1; others > 0 {
			first[i].Subject = fmt.Sprintf("%s and %d more", a.Subject, others)
		}
	}
	return first
}
