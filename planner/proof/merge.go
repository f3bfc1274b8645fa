package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// merge makes one of what is alike: first specs with equal fields and equal
// builds, as long as any are, then neighbouring commits.
func (m *maker) merge() {
	m.spec = make([]map[int]int, len(m.kustomizations))
	for i := range m.spec {
		m.spec[i] = make(map[int]int)
		for n := range m.s.Kustomizations[i].Specs {
			m.spec[i][n] = n
		}
	}
	for again := !m.q.Whole; again; {
		again = false
		for i := range m.s.Kustomizations {
			again = m.mergeSpecs(i) || again
		}
	}
	m.mergeCommits()
}

// table is what a spec builds at each commit, as texts that can be compared;
// "" for a commit at which no run has that spec.
type table []string

// joins says whether two specs build alike wherever a run can have both.
func (t table) joins(u table) bool {
	for i := range t {
		if t[i] != u[i] && t[i] != "" && u[i] != "" {
			return false
		}
	}
	return true
}

// group is specs that are one spec of the scene.
type group struct {
	fields string
	table  table
	source []int // of each commit, the spec whose builds count
}

// mergeSpecs joins the specs of one Kustomization and says whether any were.
func (m *maker) mergeSpecs(i int) bool {
	k := &m.s.Kustomizations[i]
	var groups []*group
	to := make([]int, len(k.Specs))
	for n := range k.Specs {
		fields, t := fieldsOf(k.Specs[n]), m.tableOf(i, n)
		at := slices.IndexFunc(groups, func(g *group) bool { return g.fields == fields && g.table.joins(t) })
		if at < 0 {
			at, groups = len(groups), append(groups, &group{fields: fields, table: make(table, len(t)), source: make([]int, len(t))})
			for c := range groups[at].source {
				groups[at].source[c] = n
			}
		}
		to[n] = at
		groups[at].take(t, n)
	}
	if len(groups) == len(k.Specs) {
		return false
	}
	m.renumber(i, groups, to)
	return true
}

func (g *group) take(t table, n int) {
	for c, text := range t {
		if g.table[c] == "" && text != "" {
			g.table[c], g.source[c] = text, n
		}
	}
}

func fieldsOf(s scene.Spec) string {
	s.Words = ""
	return fmt.Sprintf("%+v", s)
}

// tableOf gives the builds of a spec; "" where nobody can have it yet.
func (m *maker) tableOf(i, n int) table {
	t := make(table, len(m.facts.commits))
	for _, b := range m.s.Kustomizations[i].Builds {
		if b.Spec == n {
			t[b.Commit] += textOf(b) + ";"
		}
	}
	for c := range t {
		if m.before(i, n, c) {
			t[c] = ""
		}
	}
	return t
}

// textOf tells builds apart, whatever spec and commit they are of.
func textOf(b scene.Build) string {
	return fmt.Sprintf("%t %t %d %+v", b.Fails, b.Unknown != "", b.After, b.Puts)
}

// renumber replaces the specs of one Kustomization by groups of them.
func (m *maker) renumber(i int, groups []*group, to []int) {
	k := &m.s.Kustomizations[i]
	specs := make([]scene.Spec, len(groups))
	for n := len(k.Specs) - 1; n >= 0; n-- {
		specs[to[n]] = k.Specs[n]
	}
	var builds []scene.Build
	for at, g := range groups {
		for c := range g.source {
			for _, b := range k.Builds {
				if b.Spec == g.source[c] && b.Commit == c {
					b.Spec = at
					builds = append(builds, b)
				}
			}
		}
	}
	k.Specs, k.Builds, k.Start.Spec = specs, builds, to[k.Start.Spec]
	for n, old := range m.spec[i] {
		m.spec[i][n] = to[old]
	}
	m.renumberPuts(i, to)
}

// renumberPuts gives the new numbers to whoever writes the Kustomization.
func (m *maker) renumberPuts(i int, to []int) {
	object := m.s.Kustomizations[i].Object
	for p := range m.s.Kustomizations {
		for b, build := range m.s.Kustomizations[p].Builds {
			puts := slices.Clone(build.Puts)
			for x := range puts {
				if puts[x].Object == object {
					puts[x].Spec = to[puts[x].Spec]
				}
			}
			m.s.Kustomizations[p].Builds[b].Puts = puts
		}
	}
}

// before says whether no run of a Kustomization can have the spec at the
// commit: with one source for it and its parents, no spec comes before the
// artifact that it was written from (R2.3).
func (m *maker) before(i, n, c int) bool {
	k := m.kustomizations[i]
	a := m.actors[k]
	if a == nil || m.s.Kustomizations[i].Source < 0 {
		return false
	}
	first := -1
	for raw, at := range m.spec[i] {
		if at != n {
			continue
		}
		written := m.writtenFirst(i, raw)
		if first < 0 || written < first {
			first = written
		}
	}
	return first > 0 && c < first
}

// writtenFirst gives the first commit whose files give a Kustomization that
// spec; 0 where something else may write it, or does from the start.
func (m *maker) writtenFirst(i, raw int) int {
	k := m.kustomizations[i]
	a := m.actors[k]
	before, was := m.from.Kustomization(k)
	if raw >= len(a.specs) || raw == m.began[i] || was && before.Spec.Digest == a.specs[raw].spec.Digest || m.isRoot(k) {
		return 0
	}
	first := len(m.facts.commits)
	for _, at := range m.facts.renders[k.Object()] {
		if at.by.seen[at.view].Spec.Source != a.specs[raw].spec.Source {
			return 0
		}
		if m.gives(at.object) == raw {
			first = min(first, slices.Index(m.facts.commits, at.by.seen[at.view].ArtifactAt))
		}
	}
	if first == len(m.facts.commits) {
		return 0 // a root's, or nobody's
	}
	return first
}

// isRoot says whether a maker writes the Kustomization in any state.
func (f *facts) isRoot(k ksID) bool {
	return slices.ContainsFunc(f.in(k), func(in *ownership.Kustomization) bool { return in != nil && hasMaker(*in) })
}

// mergeCommits joins neighbours that mean the same to everybody.
func (m *maker) mergeCommits() {
	m.commits = make([]int, len(m.facts.commits))
	m.s.Commits = []string{m.nameOf(0)}
	for c := 1; c < len(m.commits); c++ {
		m.commits[c] = m.commits[c-1]
		if m.q.Whole || !m.alike(c-1, c) {
			m.commits[c]++
			m.s.Commits = append(m.s.Commits, "")
		}
		if m.commits[c] > 0 {
			m.s.Commits[m.commits[c]] = m.nameOf(c)
		}
	}
	for i := range m.s.Kustomizations {
		k := &m.s.Kustomizations[i]
		var builds []scene.Build
		for _, b := range k.Builds {
			if b.Commit == 0 || m.commits[b.Commit] != m.commits[b.Commit-1] {
				b.Commit, b.After = m.commits[b.Commit], m.commits[b.After]
				builds = append(builds, b)
			}
		}
		k.Builds = builds
	}
}

func (m *maker) alike(b, c int) bool {
	for _, k := range m.s.Kustomizations {
		if k.Source >= 0 && buildsText(k, b) != buildsText(k, c) {
			return false
		}
	}
	return true
}

func buildsText(k scene.Kustomization, c int) string {
	var text strings.Builder
	for _, b := range k.Builds {
		if b.Commit == c {
			fmt.Fprintf(&text, "%d %s;", b.Spec, textOf(b))
		}
	}
	return text.String()
}
