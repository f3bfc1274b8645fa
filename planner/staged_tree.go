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
	}
	if s.Prune != before.Prune || s.DeletionPolicy != before.DeletionPolicy || s.Path != before.Path {
		s.Digest += "+" + strings.TrimPrefix(field, "spec.") + "=" + value
	}
	return s
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
		if slices.Contains(t.guards[o.ID], o.File) && !o.Traits.PruneDisabled {
			o.Traits.PruneDisabled = true
			o.Digest += "+guard"
		}
		if k, ok := o.ID.AsKustomization(); ok {
			o.SpecDigest = s.childDigest(i, k, o.SpecDigest)
		}
	}
	return r
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
