package build

import (
	"encoding/json"
	"sync"

	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// cache remembers what kustomize made of a spec and of the files it read. It
// is safe for concurrent use; builds of one spec wait for each other, since
// the second most often finds what the first one made.
type cache struct {
	mu      sync.Mutex
	entries map[string]*entry
}

type entry struct {
	mu   sync.Mutex
	kept []kept
}

type kept struct {
	seen trace
	rendered
}

// get gives what was made of a tree that looks the same to the build, or makes
// it.
func (c *cache) get(s spec, t *tree.Tree, make func() (rendered, trace)) rendered {
	e := c.entry(s.key())
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, k := range e.kept {
		if k.seen.holds(t) {
			return k.rendered
		}
	}
	r, seen := make()
	e.kept = append(e.kept, kept{seen: seen, rendered: r})
	return r
}

func (c *cache) entry(key string) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = map[string]*entry{}
	}
	if c.entries[key] == nil {
		c.entries[key] = &entry{}
	}
	return c.entries[key]
}

// key is what of a spec kustomize's part of the build depends on: all but what
// is done to its objects afterwards.
func (s spec) key() string {
	s.PostBuild, s.CommonMetadata = nil, nil
	text, _ := json.Marshal(s) // of strings and booleans; it cannot fail
	return string(text)
}
