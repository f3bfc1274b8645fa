package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// stateMatches gives what is hazardous about one state, whatever came before.
func stateMatches(d *ownership.Desired) []match {
	return slices.Concat(contested(d), dangling(d), selfOwners(d), cyclesOf(d), unbuildable(d), waiting(d), neverReady(d))
}

// contested matches FM-006 and, for children, FM-007.
func contested(d *ownership.Desired) []match {
	var matches []match
	owners := d.Owners()
	for _, o := range objectsOf(owners) {
		if len(owners[o]) < 2 {
			continue
		}
		m := match{code: "FM-006", severity: Warns, objects: []objectID{o}, owners: owners[o]}
		content := "the same content"
		digests := digestsOf(d, o)
		if slices.Contains(digests, "") || len(unique2(digests)) > 1 {
			m.severity, content = Blocks, "other content"
		}
		if _, ok := o.AsKustomization(); ok {
			m.code = "FM-007"
		}
		names := strings.Join(namesOf(owners[o]), ", ")
		m.because = fmt.Sprintf("rendered by %s with %s", names, content)
		m.group = names
		m.key = o.String() + " " + names + " " + strings.Join(digests, " ")
		matches = append(matches, m)
	}
	return matches
}

func objectsOf(owners map[objectID][]ksID) []objectID {
	ids := make([]objectID, 0, len(owners))
	for o := range owners {
		ids = append(ids, o)
	}
	return unique(ids)
}

// digestsOf gives the content of an object in each of its owners, in their order.
func digestsOf(d *ownership.Desired, o objectID) []string {
	var digests []string
	for _, k := range d.Kustomizations {
		if x, ok := k.Render.Find(o); ok {
			digests = append(digests, x.Digest)
		}
	}
	return digests
}

func unique2(s []string) []string {
	s = slices.Sorted(slices.Values(s))
	return slices.Compact(s)
}

// dangling matches FM-013. Where not every render is known the dependency may
// be there all the same, so it only warns.
func dangling(d *ownership.Desired) []match {
	severity := Blocks
	if slices.ContainsFunc(d.Kustomizations, func(k ownership.Kustomization) bool { return !k.Render.Known() }) {
		severity = Warns
	}
	var matches []match
	for _, k := range d.Kustomizations {
		for _, dep := range k.Spec.DependsOn {
			if _, ok := d.Kustomization(dep.On); ok {
				continue
			}
			matches = append(matches, match{
				code: "FM-013", severity: severity, group: k.ID.String(), owners: []ksID{k.ID},
				objects: []objectID{k.ID.Object()},
				key:     k.ID.String() + " " + dep.On.String() + " " + idsOf(k.Render),
				because: fmt.Sprintf("%s dependsOn %s, which %s does not have", k.ID, dep.On, d.Name),
			})
		}
	}
	return matches
}

func idsOf(r ownership.Render) string {
	var b strings.Builder
	for _, o := range r.Objects {
		b.WriteString(o.ID.String())
		b.WriteByte(' ')
	}
	return b.String()
}

// selfOwners matches FM-012 as a warning: as long as the manifest stays in its
// path nothing happens (R8.4).
func selfOwners(d *ownership.Desired) []match {
	var matches []match
	for _, k := range d.Kustomizations {
		if _, ok := k.Render.Find(k.ID.Object()); ok {
			matches = append(matches, match{code: "FM-012", severity: Warns, group: k.ID.String(), key: k.ID.String(),
				objects: []objectID{k.ID.Object()}, owners: []ksID{k.ID},
				because: k.ID.String() + " renders its own manifest"})
		}
	}
	return matches
}
