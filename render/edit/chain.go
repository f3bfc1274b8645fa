package edit

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/konfig"

	"github.com/fluxmigrate/fluxmigrate/render/yamledit"
)

// chainOf gives the kustomization files on the way from what an owner builds
// to a file, the topmost first; the last one lists the file. None where the
// owner has its kustomization file generated and nothing lies between.
func chainOf(f Files, owner Owner, file string) []string {
	w := walk{files: f, target: path.Clean(file), visited: map[string]bool{}}
	if chain, ok := w.directory(owner.Dir); ok {
		return chain
	}
	for _, c := range owner.Components {
		if chain, ok := w.directory(path.Join(owner.Dir, c)); ok {
			return chain
		}
	}
	return nil
}

type walk struct {
	files   Files
	target  string
	visited map[string]bool
}

// directory looks for the target in what kustomize makes of a directory.
func (w walk) directory(dir string) (chain []string, found bool) {
	dir = path.Clean(dir)
	if w.visited[dir] {
		return nil, false
	}
	w.visited[dir] = true
	name := w.kustomizationFile(dir)
	if name == "" {
		return w.scanned(dir)
	}
	for _, p := range w.listed(name) {
		if p == w.target {
			return []string{name}, true
		}
		if below, ok := w.directory(p); ok && w.files.tree.IsDir(p) {
			return append([]string{name}, below...), true
		}
	}
	return nil, false
}

// scanned looks where Flux generates the kustomization file (R4.4).
func (w walk) scanned(dir string) (chain []string, found bool) {
	entries, err := w.files.tree.ReadDir(dir)
	if err != nil {
		return nil, false
	}
	for _, e := range entries {
		p := path.Join(dir, e.Name)
		if p == w.target {
			return nil, true
		}
		if !e.Dir {
			continue
		}
		if chain, ok := w.directory(p); ok {
			return chain, true
		}
	}
	return nil, false
}

func (w walk) kustomizationFile(dir string) string {
	for _, name := range konfig.RecognizedKustomizationFileNames() {
		if p := path.Join(dir, name); w.files.has(p) {
			return p
		}
	}
	return ""
}

// listed gives what a kustomization file takes in, as paths of the tree.
func (w walk) listed(name string) []string {
	raw, err := w.files.read(name)
	if err != nil {
		return nil
	}
	docs, err := yamledit.Documents(raw)
	if err != nil || len(docs) == 0 {
		return nil
	}
	var all []string
	for _, list := range []string{"resources", "bases", "components"} {
		if n := field(docs[0], list); n != nil && n.Kind == yaml.SequenceNode {
			for _, item := range n.Content {
				all = append(all, path.Join(path.Dir(name), item.Value))
			}
		}
	}
	return slices.Compact(all)
}
