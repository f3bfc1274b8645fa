package controlplane

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// Layout is the part of fluxmigrate.yaml that says which roots a mode has.
type Layout struct {
	Sources []struct{ Namespace, Name, Path string }
	Roots   []struct {
		Namespace, Name, Path string
		Prune                 *bool
	}
	Parameters map[string]string
	Modes      map[string]map[string]string
}

// Root is one root Kustomization of a mode.
type Root struct {
	Namespace, Name, Path string
	Prune                 bool
}

// ID is the root's id in the cluster.
func (r Root) ID() ID { return Kustomization(r.Namespace, r.Name) }

// ReadLayout reads fluxmigrate.yaml of a tree.
func ReadLayout(tree fs.FS) (*Layout, error) {
	content, err := fs.ReadFile(tree, "fluxmigrate.yaml")
	if err != nil {
		return nil, err
	}
	l := new(Layout)
	if err := yaml.Unmarshal(content, l); err != nil {
		return nil, fmt.Errorf("read fluxmigrate.yaml: %w", err)
	}
	if len(l.Sources) != 1 || l.Sources[0].Path != "." || len(l.Roots) == 0 {
		return nil, fmt.Errorf("read fluxmigrate.yaml: want one source with path \".\", and a root")
	}
	return l, nil
}

// In gives the roots with the parameters of a mode filled in.
func (l *Layout) In(mode string) ([]Root, error) {
	own, ok := l.Modes[mode]
	if !ok {
		return nil, fmt.Errorf("no mode %q in fluxmigrate.yaml; there are %s", mode,
			strings.Join(slices.Sorted(maps.Keys(l.Modes)), ", "))
	}
	values := maps.Clone(l.Parameters)
	maps.Copy(values, own)
	var pairs []string
	for name, value := range values {
		pairs = append(pairs, "{"+name+"}", value)
	}
	fill := strings.NewReplacer(pairs...)
	var roots []Root
	for _, r := range l.Roots {
		roots = append(roots, Root{r.Namespace, r.Name, fill.Replace(r.Path), r.Prune == nil || *r.Prune})
	}
	return roots, nil
}

// Load commits the tree to a repository of its own, makes its source and the
// roots of a mode, as the infrastructure code would, and gives the revision
// and the roots. It does not wait for them.
func (c *Cluster) Load(ctx context.Context, tree fs.FS, mode string) (string, []Root, error) {
	layout, err := ReadLayout(tree)
	if err != nil {
		return "", nil, err
	}
	roots, err := layout.In(mode)
	if err != nil {
		return "", nil, err
	}
	if err := c.StandIns(ctx, tree); err != nil {
		return "", nil, err
	}
	served, err := c.Repository(layout.Sources[0].Name)
	if err != nil {
		return "", nil, err
	}
	revision, err := served.Commit(tree)
	if err != nil {
		return "", nil, err
	}
	if err := c.Source(ctx, layout.Sources[0].Namespace, served, revision); err != nil {
		return "", nil, err
	}
	return revision, roots, c.SetRoots(ctx, served.Name, roots...)
}

// SetRoots makes or changes roots as the infrastructure code would: a change of
// the path is the switch of a mode.
func (c *Cluster) SetRoots(ctx context.Context, source string, roots ...Root) error {
	for _, r := range roots {
		root := newObject(kustomizations.GroupVersion().String(), "Kustomization", r.Namespace, r.Name, map[string]any{
			"spec": map[string]any{"interval": "10m", "retryInterval": "1m", "path": r.Path, "prune": r.Prune,
				"sourceRef": map[string]any{"kind": "GitRepository", "name": source}},
		})
		if err := c.Apply(ctx, "infrastructure", root); err != nil {
			return err
		}
	}
	return nil
}
