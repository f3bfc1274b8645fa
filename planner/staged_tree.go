package planner

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// spec gives a spec as the tree has it.
func (t tree) spec(k ksID, s ownership.Spec) ownership.Spec {
	for _, edit := range t.fields[k] {
		s = withField(s, edit.Field, edit.Value)
	}
	return s
}

// withField sets one field, and marks the digest, as it is another spec now.
func withField(s ownership.Spec, field, value string) ownership.Spec {
	before := s
	switch field {
	case pruneField:
		s.Prune = value == "true"
	case policyField:
		s.DeletionPolicy = value
	case pathField:
		s.Path = ownership.CleanPath(value)
	case dependsOnField:
		s = withDependency(s, value)
	}
	if s.Prune != before.Prune || s.DeletionPolicy != before.DeletionPolicy || s.Path != before.Path || len(s.DependsOn) != len(before.DependsOn) {
		s.Digest += "+" + strings.TrimPrefix(field, "spec.") + "=" + value
	}
	return s
}

const dependsOnField = "spec.dependsOn"

// withDependency adds an entry of dependsOn, in the form namespace/name.
func withDependency(s ownership.Spec, on string) ownership.Spec {
	if k, err := ownership.ParseKustomizationID(on); err == nil {
		s.DependsOn = append(slices.Clone(s.DependsOn), ownership.Dependency{On: k})
	}
	return s
}

// reached leaves out what nobody renders any more: the children of a stub.
func reached(all []ownership.Kustomization) []ownership.Kustomization {
	for {
		children := make(map[ksID]bool)
		for _, k := range all {
			for _, o := range k.Render.Objects {
				if child, ok := o.ID.AsKustomization(); ok && child != k.ID {
					children[child] = true
				}
			}
		}
		left := slices.DeleteFunc(slices.Clone(all), func(k ownership.Kustomization) bool { return !k.Root && !children[k.ID] })
		if len(left) == len(all) {
			return left
		}
		all = left
	}
}

// renders gives what a render of the transition asked for is at a tree, with
// the edits in it.
func (s *staged) renders(i int, spec ownership.Spec, r ownership.Render) ownership.Render {
	t := s.trees[i]
	if spec.Path == ownership.CleanPath(stubPath) {
		return ownership.Render{Missing: !t.hasStub()}
	}
	r.Objects = slices.Clone(r.Objects)
	for j := range r.Objects {
		o := &r.Objects[j]
		if t.guardsIn(r, *o) && !o.Traits.PruneDisabled {
			o.Traits.PruneDisabled = true
			o.Digest += "+guard"
		}
		if k, ok := o.ID.AsKustomization(); ok {
			o.SpecDigest = s.childDigest(i, k, o.SpecDigest)
		}
	}
	return r
}

// guardsIn says whether a manifest carries a guard of the tree: it is in a file
// for an object, under whatever name that file gives it here.
func (t tree) guardsIn(r ownership.Render, o ownership.Object) bool {
	if slices.Contains(t.guards[o.ID], o.File) {
		return true
	}
	for guarded, files := range t.guards {
		_, named := r.Find(guarded)
		if !named && guarded.Kind == o.ID.Kind && guarded.Group == o.ID.Group && slices.Contains(files, o.File) {
			return true
		}
	}
	return false
}

// hasStub says whether the folder of stubs is in the tree.
func (t tree) hasStub() bool {
	for _, edits := range t.fields {
		if slices.ContainsFunc(edits, func(e step.Step) bool { return e.Field == pathField }) {
			return true
		}
	}
	return false
}

// childDigest gives the digest of the spec that a manifest has at a tree.
func (s *staged) childDigest(i int, k ksID, digest string) string {
	if digest == "" || len(s.trees[i].fields[k]) == 0 {
		return digest
	}
	for _, v := range s.base[k] {
		if v.Spec.Digest == digest {
			return s.trees[i].spec(k, v.Spec).Digest
		}
	}
	return digest
}
