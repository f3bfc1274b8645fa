package runbook

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// fact is conditions of one kind that differ only in what they are about.
type fact struct {
	step.Condition // without Kustomization and Object
	conditions     []step.Condition
	kustomizations []ownership.KustomizationID
	objects        []ownership.ObjectID
}

// facts groups the conditions of some steps. Those that tie an object to a
// Kustomization are grouped by the Kustomization.
func facts(conditions []step.Condition) []fact {
	var groups []fact
	for _, c := range conditions {
		key := step.Condition{Kind: c.Kind, Field: c.Field, Value: c.Value, Precautionary: c.Precautionary}
		tied := c.Object != (ownership.ObjectID{})
		if tied {
			key.Kustomization = c.Kustomization
		}
		i := slices.IndexFunc(groups, func(f fact) bool { return f.Condition == key && (len(f.objects) > 0) == tied })
		if i < 0 {
			i = len(groups)
			groups = append(groups, fact{Condition: key})
		}
		f := &groups[i]
		f.conditions = append(f.conditions, c)
		if c.Kustomization != (ownership.KustomizationID{}) && !slices.Contains(f.kustomizations, c.Kustomization) {
			f.kustomizations = append(f.kustomizations, c.Kustomization)
		}
		if tied && !slices.Contains(f.objects, c.Object) {
			f.objects = append(f.objects, c.Object)
		}
	}
	return groups
}

// Condition says a condition in words.
func Condition(c step.Condition) page.Phrase { return facts([]step.Condition{c})[0].words(1) }

// words says the fact; most is how many names are spelled out.
func (f fact) words(most int) page.Phrase {
	if f.Precautionary {
		return page.Join(f.plainly(most), page.Toned(page.Faint, " (a precaution)"))
	}
	return f.plainly(most)
}

func (f fact) plainly(most int) page.Phrase {
	ks := names(displays(f.kustomizations), most)
	objects := names(objectNames(f.objects), most)
	switch f.Kind {
	case step.Stored:
		if f.Value == "" {
			return page.Join(page.Say("the cluster no longer has %s on ", f.Field), ks)
		}
		return page.Join(page.Say("the cluster has %s: %s on ", f.Field, f.Value), ks)
	case step.Acted:
		return page.Join(ks, page.Words(" applied "), revision(f.Value), page.Words(plural(f.kustomizations, " with the spec it has now, and is ready", ", each with the spec it has now, and they are ready")))
	case step.Barrier:
		return page.Join(page.Words("a run of "), ks, page.Words(" that was asked for after this point has ended"))
	case step.Forgotten:
		return page.Join(ks, page.Words(" has acted and no longer lists "), objects, page.Words(" in its inventory"))
	case step.Taken:
		return page.Join(objects, page.Words(plural(f.objects, " belongs to ", " belong to ")), ks,
			page.Words(sayf(", which has acted and lists %[1]s, with the same UID as before, and nothing is deleting %[1]s", plural(f.objects, "it", "them"))))
	case step.Guarded:
		return page.Join(objects, page.Words(plural(f.objects, " carries ", " carry ")), page.Name(guardKey+": disabled"), page.Words(" in the cluster"))
	case step.Unguarded:
		return page.Join(objects, page.Words(plural(f.objects, " no longer carries ", " no longer carry ")), page.Name(guardKey), page.Words(" in the cluster"))
	case step.Present:
		return page.Join(objects, page.Words(plural(f.objects, " exists", " exist")))
	case step.Gone:
		return page.Join(objects, page.Words(plural(f.objects, " does", " do")+" not exist any more"))
	case step.Published:
		return page.Join(page.Words("the source's artifact holds the content of "), revision(f.Value))
	case step.Consented:
		if len(f.objects) > 3 {
			return page.Words(sayf("a person agreed by name to the %d deletions under “Deleted on purpose”", len(f.objects)))
		}
		return page.Join(page.Words("a person agreed by name to delete "), objects)
	}
	return page.Join(page.Words(string(f.Kind)+" "), ks, objects)
}

func revision(value string) page.Phrase {
	if value == "" {
		return page.Words("what was published last")
	}
	if content, ok := strings.CutSuffix(value, "+protection"); ok {
		return page.Say("%s with this plan's protection", short(content))
	}
	return page.Name(short(value))
}

func plural[T any](all []T, one, many string) string {
	if len(all) > 1 {
		return many
	}
	return one
}
