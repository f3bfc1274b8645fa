package layout

import (
	"fmt"
	"maps"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// KustomizationVersion is the apiVersion of the manifests of roots.
const KustomizationVersion = "kustomize.toolkit.fluxcd.io/v1"

// bootstrap is the source of a root that names none and has no other to take.
var bootstrap = ownership.SourceRef{Kind: "GitRepository", Namespace: "flux-system", Name: "flux-system"}

// Manifest gives the root as a manifest of kustomize.toolkit.fluxcd.io/v1, so
// that a root is treated as its children are. The caller may change it.
func (r Root) Manifest() map[string]any {
	spec := runtime.DeepCopyJSON(r.Spec)
	if spec == nil {
		spec = map[string]any{}
	}
	spec["path"] = r.Path
	spec["sourceRef"] = map[string]any{"kind": r.Source.Kind, "namespace": r.Source.Namespace, "name": r.Source.Name}
	for field, value := range map[string]any{"prune": true, "interval": "10m"} {
		if _, ok := spec[field]; !ok {
			spec[field] = value
		}
	}
	return map[string]any{
		"apiVersion": KustomizationVersion,
		"kind":       "Kustomization",
		"metadata":   map[string]any{"namespace": r.ID.Namespace, "name": r.ID.Name},
		"spec":       spec,
	}
}

// ParseRoot reads the form of --root, NAMESPACE/NAME=PATH. The root's source
// is GitRepository flux-system/flux-system.
func ParseRoot(flag string) (Root, error) {
	id, path, ok := strings.Cut(flag, "=")
	namespace, name, ok2 := strings.Cut(id, "/")
	if !ok || !ok2 || namespace == "" || name == "" || path == "" || strings.Contains(name, "/") {
		return Root{}, fmt.Errorf("root %q: want NAMESPACE/NAME=PATH, as in flux-system/flux-system=./clusters/main", flag)
	}
	return Root{
		ID:     ownership.KustomizationID{Namespace: namespace, Name: name},
		Path:   path,
		Source: bootstrap,
		File:   "--root " + flag,
	}, nil
}

// FromRoots makes the layout of a repository without a file from values of
// --root. All of them have one source: [KIND/]NAMESPACE/NAME, or that of flux
// bootstrap where source is "".
func FromRoots(flags []string, source string) (*Layout, error) {
	ref := bootstrap
	if source != "" {
		var err error
		if ref, err = parseSource(source); err != nil {
			return nil, err
		}
	}
	l := &Layout{File: "--root", Sources: []Source{{Ref: ref, Path: "."}}}
	seen := map[ownership.KustomizationID]bool{}
	for _, f := range flags {
		r, err := ParseRoot(f)
		if err != nil {
			return nil, err
		}
		if seen[r.ID] {
			return nil, fmt.Errorf("--root names %s twice", r.ID)
		}
		seen[r.ID] = true
		r.Source = ref
		l.Roots = append(l.Roots, r)
	}
	return l, nil
}

func parseSource(s string) (ownership.SourceRef, error) {
	parts := strings.Split(s, "/")
	if len(parts) == 2 {
		parts = append([]string{"GitRepository"}, parts...)
	}
	if len(parts) != 3 || parts[0] == "" || parts[1] == "" || parts[2] == "" {
		return ownership.SourceRef{}, fmt.Errorf("source %q: want [KIND/]NAMESPACE/NAME, as in GitRepository/flux-system/flux-system", s)
	}
	return ownership.SourceRef{Kind: parts[0], Namespace: parts[1], Name: parts[2]}, nil
}

// with gives the root with its path expanded.
func (r Root) with(parameters map[string]string) Root {
	r.Path = placeholder.ReplaceAllStringFunc(r.Path, func(p string) string {
		if value, ok := parameters[p[1:len(p)-1]]; ok {
			return value
		}
		return p
	})
	r.Spec = maps.Clone(r.Spec)
	return r
}
