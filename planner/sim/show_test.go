package sim

import (
	"fmt"
	"strings"
)

// show writes down what a state holds: sources, people, objects, then each
// Kustomization with its version in the API, older ones that the cache may
// still show, and its run.
func (m *Model) show(c *cluster) string {
	var b strings.Builder
	for i, name := range m.s.Sources {
		fmt.Fprintf(&b, "%s at %s\n", name, m.s.Commits[c.sources[i]])
	}
	if len(m.stages) > 0 {
		fmt.Fprintf(&b, "you: %s\n", m.showPeople(c))
	}
	for i, o := range m.s.Objects {
		if o.Kustomization < 0 || c.objects[i].exists != (c.ks[o.Kustomization].n > 0) {
			fmt.Fprintf(&b, "%s: %s\n", o.ID, m.showObject(c.objects[i]))
		}
	}
	for k := range m.s.Kustomizations {
		m.showKustomization(&b, k, c)
	}
	return b.String()
}

func (m *Model) showPeople(c *cluster) string {
	if int(c.stage) == len(m.stages) {
		return "all is done"
	}
	var left []string
	for i, it := range m.stages[c.stage].items {
		switch {
		case c.done&(1<<i) != 0:
		case it.act != nil:
			left = append(left, "to "+m.wordsOfAct(it.act))
		default:
			left = append(left, "to see "+m.wordsOfCondition(it.cond))
		}
	}
	return fmt.Sprintf("stage %d, %s", c.stage+1, strings.Join(left, ", "))
}

func (m *Model) showObject(o object) string {
	if !o.exists {
		return "missing"
	}
	words := []string{"no label"}
	if o.owner >= 0 {
		words[0] = "label " + m.s.Kustomizations[o.owner].ID
	}
	return strings.Join(append(words, marked("guard", o.guard, "guard by hand", o.hand, "frozen", o.frozen)...), ", ")
}

func marked(pairs ...any) (words []string) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1].(bool) {
			words = append(words, pairs[i].(string))
		}
	}
	return words
}

func (m *Model) showKustomization(b *strings.Builder, k int, c *cluster) {
	ks := &c.ks[k]
	if ks.n == 0 {
		fmt.Fprintf(b, "%s: missing\n", m.s.Kustomizations[k].ID)
		return
	}
	words := []string{m.showVersion(k, *ks.api()), "applied " + m.showCommit(ks.applied)}
	if o := m.s.Kustomizations[k].Object; o >= 0 {
		words = append([]string{m.showObject(c.objects[o])}, words...)
	}
	words = append(words, marked("Ready", ks.ready, "observed", ks.observed, "request handled", ks.handled > 0 && ks.handled == ks.api().request)...)
	fmt.Fprintf(b, "%s: %s\n", m.s.Kustomizations[k].ID, strings.Join(words, ", "))
	for i := range ks.n - 1 {
		fmt.Fprintf(b, "  cache may show: %s\n", m.showVersion(k, ks.versions[i]))
	}
	if ks.run.phase != idle {
		fmt.Fprintf(b, "  run: %s\n", m.showRun(k, &ks.run))
	}
}

func (m *Model) showCommit(i int8) string {
	if i < 0 {
		return "nothing"
	}
	return m.s.Commits[i]
}

func (m *Model) showVersion(k int, v version) string {
	words := []string{m.s.Kustomizations[k].Specs[v.spec].Words}
	words = append(words, marked("suspended by hand", v.handSuspend, "Orphan by hand", v.handOrphan, "deleting", v.deleting, "no finalizer", !v.finalizer)...)
	if v.request > 0 {
		words = append(words, fmt.Sprintf("request %d", v.request))
	}
	return strings.Join(words, ", ") + ", has" + m.showSet(v.inventory)
}

func (m *Model) showSet(set uint16) string {
	names := ""
	for o := range m.s.Objects {
		if set&bit(o) != 0 {
			names += m.nameOf(int8(o))
		}
	}
	if names == "" {
		return " nothing"
	}
	return names
}

func (m *Model) showRun(k int, r *run) string {
	words := []string{[]string{"", "viewed", "sourced", "applying", "pruning", "ending", "finalizing"}[r.phase]}
	if r.phase >= sourced && r.phase <= ending {
		words[0] += " " + m.s.Commits[r.commit]
	}
	words[0] += " with view " + m.showVersion(k, r.view)
	if r.left != 0 {
		words = append(words, "left"+m.showSet(r.left))
	}
	if r.survivors != 0 {
		words = append(words, "survive"+m.showSet(r.survivors))
	}
	if r.pending >= 0 {
		words = append(words, "about to delete"+m.nameOf(r.pending))
	}
	return strings.Join(words, "; ")
}
