package hazard

import (
	"cmp"
	"maps"
	"slices"
)

// match is one fact that a rule found. Matches of one rule, severity and group
// become one hazard.
type match struct {
	code     string
	severity Severity // "" is that of the rule
	group    string   // what the matches of one hazard share, such as a handover
	key      string   // of state rules: what makes it the same match in another state
	objects  []objectID
	owners   []ksID
	because  string // of the group; the first one is printed
	example  *end   // Loses only: the loss its story tells
	story    []Line // Loses only: of what is no end that the analysis follows
}

// hazards groups matches and adds the words of their rules. Sorted by code,
// then group.
func (f *facts) hazards(matches []match) []Hazard {
	slices.SortStableFunc(matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.code, b.code), cmp.Compare(a.severity, b.severity), cmp.Compare(a.group, b.group))
	})
	var hazards []Hazard
	for i := 0; i < len(matches); {
		j := i + 1
		for j < len(matches) && matches[j].code == matches[i].code && matches[j].severity == matches[i].severity &&
			matches[j].group == matches[i].group {
			j++
		}
		hazards = append(hazards, f.hazard(matches[i:j]))
		i = j
	}
	return hazards
}

func (f *facts) hazard(group []match) Hazard {
	first := group[0]
	r := ruleOf(first.code)
	h := Hazard{Code: r.Code, Name: r.Name, Severity: cmp.Or(first.severity, r.Severity), Harm: r.Harm,
		Because: first.because, Remedies: slices.Clone(r.Remedies)}
	for _, m := range group {
		h.Objects = append(h.Objects, m.objects...)
		h.Owners = append(h.Owners, m.owners...)
	}
	h.Objects = unique(h.Objects)
	h.Owners = unique(h.Owners)
	h.Files = f.filesOf(h.Objects, h.Owners)
	if example := f.bestExample(group); h.Severity == Loses && example != nil {
		h.Story = f.story(example)
	} else if h.Severity == Loses {
		h.Story = first.story
	}
	return h
}

// bestExample prefers a protected payload object, then any payload object to a
// child, then plain views, then the shortest chain of causes.
func (f *facts) bestExample(group []match) *end {
	var best *end
	rank := func(e *end) (n int) {
		n = 50 * e.mixed()
		_, child := e.object.AsKustomization()
		if _, protected := Protected(e.object, f.objects[e.object], nil); child {
			n += 400
		} else if !protected {
			n += 200
		}
		for c := e.cause; c != nil; c = c.cause {
			n++
		}
		return n
	}
	for _, m := range group {
		if m.example != nil && (best == nil || rank(m.example) < rank(best)) {
			best = m.example
		}
	}
	return best
}

// filesOf gives the files of objects, and of the Kustomizations that are named
// where no object is.
func (f *facts) filesOf(objects []objectID, owners []ksID) []string {
	files := make(map[string]bool)
	for _, o := range objects {
		for _, k := range f.renderers[o] {
			for _, v := range f.views[k] {
				if x, ok := v.Render.Find(o); ok {
					files[x.File] = true
				}
			}
		}
	}
	for _, d := range f.states {
		for _, k := range owners {
			if x, ok := d.Kustomization(k); ok {
				files[x.File] = true
			}
		}
	}
	delete(files, "")
	return slices.Sorted(maps.Keys(files))
}

func unique[T interface {
	comparable
	Compare(T) int
}](ids []T) []T {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, T.Compare)
	return slices.Compact(ids)
}

func sortedKeys[T any](m map[ksID]T) []ksID { return slices.SortedFunc(maps.Keys(m), ksID.Compare) }

func namesOf(ids []ksID) []string {
	names := make([]string, len(ids))
	for i, k := range ids {
		names[i] = k.String()
	}
	return names
}

func displays(ids []objectID) []string {
	names := make([]string, len(ids))
	for i, o := range ids {
		names[i] = o.Display()
	}
	return names
}
