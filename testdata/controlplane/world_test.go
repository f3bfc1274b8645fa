package controlplane_test

import (
	"io/fs"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// world is a world that a test runs.
type world struct {
	*controlplane.World
	name  string
	steps []controlplane.Position
}

func parseWorld(name, text string) *world {
	w := &world{World: controlplane.ParseWorld(name, text), name: name}
	for _, step := range w.Steps {
		w.steps = append(w.steps, step.At)
	}
	return w
}

func (w *world) kustomization(name, words string, awake bool) map[string]any {
	return w.Kustomization(name, words, awake)
}

func (w *world) manifest(kind, name, namespace, content, words string, awake bool) map[string]any {
	return w.Manifest(kind, name, namespace, content, words, awake)
}

func (w *world) definition(kind string) map[string]any { return w.Definition(kind) }

func (w *world) namespace(name string) string { return w.Namespace(name) }

func (w *world) tree(commit int, awake bool) fs.FS { return w.Tree(commit, awake) }

func (w *world) object(word string, awake bool) map[string]any { return w.Object(word, awake) }
