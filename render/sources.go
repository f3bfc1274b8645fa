package render

import (
	"fmt"
	"maps"
	"reflect"
	"sync"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// sources gives the artifact of every source of one state.
type sources struct {
	content map[ownership.SourceRef]*tree.Tree // what is at hand
	given   map[ownership.SourceRef]*string    // spec.ignore by the layout

	mu        sync.Mutex
	ignore    map[ownership.SourceRef]*string // spec.ignore in force: of the layout, or of the object that the tree renders
	artifacts map[ownership.SourceRef]made
}

// made is an artifact, or why there is none.
type made struct {
	artifact *tree.Tree
	err      error
}

// newSources takes what is at hand, and spec.ignore of the sources that the
// layout gives one.
func newSources(content map[ownership.SourceRef]*tree.Tree, given map[ownership.SourceRef]*string) *sources {
	return &sources{content: content, given: given, ignore: maps.Clone(given), artifacts: map[ownership.SourceRef]made{}}
}

// artifact gives what source-controller would archive, or nil with why and
// what to supply.
func (s *sources) artifact(ref ownership.SourceRef) (artifact *tree.Tree, why, supply string) {
	content, ok := s.content[ref]
	if !ok {
		return nil, fmt.Sprintf("its source %s is not at hand", ref),
			fmt.Sprintf("name a folder with its content: --source-path %s=DIR", ref)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.artifacts[ref]
	if !ok {
		m.artifact, m.err = content.Artifact(s.ignore[ref])
		s.artifacts[ref] = m
	}
	if m.err != nil {
		return nil, fmt.Sprintf("its source %s cannot be read: %v", ref, m.err), ""
	}
	return m.artifact, "", ""
}

// settle learns spec.ignore of the sources that the state renders, and says
// whether the artifacts were made with just those.
func (s *sources) settle(nodes []*node) bool {
	found := maps.Clone(s.given)
	for _, n := range nodes {
		for _, o := range n.result.Objects {
			id, err := ownership.ObjectIDOf(o.Data)
			if err != nil || id.Group != sourceGroup || n.spec.Cluster != "" {
				continue
			}
			ref := ownership.SourceRef{Kind: id.Kind, Namespace: id.Namespace, Name: id.Name}
			if _, mine := s.content[ref]; mine {
				found[ref] = ignoreOf(o.Data)
			}
		}
	}
	settled := true
	for ref := range s.content {
		if !reflect.DeepEqual(s.ignore[ref], found[ref]) {
			settled = false
			delete(s.artifacts, ref)
		}
	}
	s.ignore = found
	return settled
}

// ignoreOf gives spec.ignore, nil where it is not set: an empty one replaces
// the default exclusions too (R4.2).
func ignoreOf(source map[string]any) *string {
	spec, _ := source["spec"].(map[string]any)
	if ignore, ok := spec["ignore"].(string); ok {
		return &ignore
	}
	return nil
}
