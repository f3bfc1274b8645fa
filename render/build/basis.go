package build

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path"
	"strings"
)

// basis names all files that a build may read whose end is not known: those of
// its directory. It is "" where it may read others as well.
func (f *artifactFS) basis(dir string, found *survey) string {
	if found.loads(dir) {
		return ""
	}
	for q := range f.seen {
		if !within(dir, q.path) {
			return ""
		}
	}
	below, err := f.tree.Sub(dir)
	if err != nil {
		return ""
	}
	return below.Hash()
}

// loads says whether a kustomization file names a file outside of a directory
// that the survey does not look at, or a plugin, which may name any.
func (s *survey) loads(dir string) bool {
	for _, p := range s.loaded {
		if !within(dir, p) {
			return true
		}
	}
	return s.plugins
}

func within(dir, p string) bool {
	return dir == "" || p == dir || strings.HasPrefix(path.Clean(p), dir+"/")
}

// basedOn completes a basis of files with the spec and the variables.
func (r Result) basedOn(s spec, v variables) Result {
	if r.Basis == "" {
		return r
	}
	text, err := json.Marshal([]any{r.Basis, s, v.values, v.doubts, v.open})
	if err != nil {
		r.Basis = ""
		return r
	}
	sum := sha256.Sum256(text)
	r.Basis = hex.EncodeToString(sum[:])
	return r
}
