package layout

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// Resolved is a layout in one mode.
type Resolved struct {
	Mode       string // "" where the layout names none that is like it
	Parameters map[string]string
	Variables  map[string]string
	Roots      []Root // their paths without {parameters}
}

// Resolve puts the layout into a mode; "" is the default parameters, and the
// default mode if there is one. The error for an unknown mode lists the known
// ones.
func (l *Layout) Resolve(mode string) (Resolved, error) {
	if mode == "" {
		mode = l.DefaultMode()
	}
	m, ok := l.Modes[mode]
	if !ok && mode != "" {
		return Resolved{}, l.unknownMode(mode)
	}
	r := Resolved{Mode: mode, Parameters: merged(l.Parameters, m.Parameters), Variables: merged(l.Variables, m.Variables)}
	for _, root := range l.Roots {
		if spec := m.specs[root.ID]; spec != nil {
			r.Roots = append(r.Roots, root.live(spec))
			continue
		}
		r.Roots = append(r.Roots, root.with(r.Parameters))
	}
	return r, nil
}

// DefaultMode names the mode whose parameters are the defaults, "" where none
// or more than one is.
func (l *Layout) DefaultMode() string {
	found := ""
	for _, name := range l.ModeNames() {
		if !maps.Equal(merged(l.Parameters, l.Modes[name].Parameters), merged(l.Parameters, nil)) {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	return found
}

// ModeNames lists the modes that were given a name, sorted.
func (l *Layout) ModeNames() []string {
	names := slices.Sorted(maps.Keys(l.Modes))
	return slices.DeleteFunc(names, func(name string) bool { return l.Modes[name].specs != nil })
}

func (l *Layout) unknownMode(mode string) error {
	names := l.ModeNames()
	if len(names) == 0 {
		return fmt.Errorf("mode %q: %s names no modes", mode, l.File)
	}
	return fmt.Errorf("mode %q is not in %s%s; it has %s", mode, l.File, hint(mode, names), strings.Join(names, ", "))
}

// Select gives the layout of one cluster: the roots that name it, and those
// that name none. With "", the layout may have roots of one cluster only; the
// error lists the clusters to choose from.
func (l *Layout) Select(cluster string) (*Layout, error) {
	names := l.clusterNames()
	switch {
	case cluster == "" && len(l.usedClusters()) > 1:
		return nil, fmt.Errorf("%s has roots of several clusters; choose one with --cluster: %s", l.File, strings.Join(names, ", "))
	case cluster != "" && !slices.Contains(names, cluster):
		if len(names) == 0 {
			return nil, fmt.Errorf("cluster %q: %s names no clusters", cluster, l.File)
		}
		return nil, fmt.Errorf("cluster %q is not in %s%s; it has %s", cluster, l.File, hint(cluster, names), strings.Join(names, ", "))
	}
	selected := *l
	selected.Roots = nil
	for _, r := range l.Roots {
		if cluster == "" || r.Cluster == "" || r.Cluster == cluster {
			selected.Roots = append(selected.Roots, r)
		}
	}
	return &selected, nil
}

func (l *Layout) usedClusters() []string {
	used := map[string]bool{}
	for _, r := range l.Roots {
		if r.Cluster != "" {
			used[r.Cluster] = true
		}
	}
	return slices.Sorted(maps.Keys(used))
}

// clusterNames lists what --cluster may be.
func (l *Layout) clusterNames() []string {
	names := append(slices.Collect(maps.Keys(l.Clusters)), l.usedClusters()...)
	slices.Sort(names)
	return slices.Compact(names)
}

func merged(base, over map[string]string) map[string]string {
	m := make(map[string]string, len(base)+len(over))
	maps.Copy(m, base)
	maps.Copy(m, over)
	return m
}
