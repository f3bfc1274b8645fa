package execute

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// explain says of conditions that do not hold why, and what stands behind that.
func (r *run) explain(ctx context.Context, j *judge, open []step.Condition) []Missing {
	var all []Missing
	told := make(map[objectID]bool)
	for _, c := range open {
		m := Missing{Condition: inWords(c), Why: j.missing(c)}
		for _, id := range subjects(c) {
			if !told[id] {
				m.Behind = append(m.Behind, r.behind(ctx, id, j.seen[id])...)
			}
			told[id] = true
		}
		all = append(all, m)
	}
	return all
}

// inWords writes a condition as people read it.
func inWords(c step.Condition) string {
	k, o := c.Kustomization.String(), c.Object.Display()
	switch c.Kind {
	case step.Stored:
		return fmt.Sprintf("%s has %s %q", k, c.Field, c.Value)
	case step.Acted:
		return k + " has acted with its current spec on the content of its source"
	case step.Barrier:
		return k + " has ended a run that began after now"
	case step.Forgotten:
		return k + " has forgotten " + o
	case step.Taken:
		return k + " has taken " + o
	case step.Published:
		return "the source holds " + c.Value
	}
	return o + " is " + string(c.Kind)
}

// behind says how a Kustomization stands, and the last event of the object.
func (r *run) behind(ctx context.Context, id objectID, o object) []string {
	var lines []string
	if _, is := id.AsKustomization(); is && o != nil {
		value, reason, message := readiness(o, "Ready")
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s is Ready=%s (%s): %s", id.Display(), value, reason, message)))
	}
	if event := r.cluster.lastEvent(ctx, id); event != "" {
		lines = append(lines, "last event of "+id.Display()+": "+event)
	}
	return lines
}

// lastEvent gives the newest event about an object; "" where there is none, or
// events may not be read.
func (c *Cluster) lastEvent(ctx context.Context, id objectID) string {
	events, err := c.objects(objectID{Kind: "Event", Namespace: id.Namespace, Name: "any"})
	if err != nil {
		return ""
	}
	list, err := events.List(ctx, metav1.ListOptions{FieldSelector: "involvedObject.kind=" + id.Kind + ",involvedObject.name=" + id.Name})
	if err != nil {
		return ""
	}
	newest, text := "", ""
	for _, e := range list.Items {
		at, _, _ := unstructured.NestedString(e.Object, "lastTimestamp")
		if at == "" {
			at = e.GetCreationTimestamp().UTC().Format(time.RFC3339)
		}
		if at >= newest {
			reason, _, _ := unstructured.NestedString(e.Object, "reason")
			message, _, _ := unstructured.NestedString(e.Object, "message")
			newest, text = at, fmt.Sprintf("%s %s: %s", at, reason, message)
		}
	}
	return text
}

func ownerOf(o object) ksID {
	if o == nil {
		return ksID{}
	}
	return ownership.OwnerOf(o.GetLabels())
}

// whereItStands says, when a run ends early, what is in place and how to go on.
func (r *run) whereItStands() string {
	done, protected := r.progress()
	text := fmt.Sprintf("Done are the stages up to %d of %d. It is safe to stop here, and the same command goes on from here.", done, len(r.Plan.Stages))
	if len(protected) > 0 {
		text += " What protects stays in place until then: " + strings.Join(protected, ", ") + "."
	}
	return text
}

// abandon says how to get rid of a run that cannot go on.
func (r *run) abandon() string {
	_, protected := r.progress()
	text := "The run cannot go on while that is so. To plan anew from how it is now, delete " + r.store.id.Display() + ", the journal of this run"
	if len(protected) > 0 {
		text += ", and take back by hand what it has set: " + strings.Join(protected, ", ")
	}
	return text + "."
}

// progress gives how many stages are done, and which fields were set by hand.
func (r *run) progress() (done int, protected []string) {
	for i, stage := range r.Plan.Stages {
		all := true
		for n, s := range stage.Steps {
			all = all && r.store.journal.done(stepName(i, n))
			field := fmt.Sprintf("%s of %s", s.Field, s.Target.Display())
			switch {
			case s.File != "" || s.Field == "" || s.Kind == step.SwitchPath || !r.store.journal.hasBegun(stepName(i, n)):
			case s.Value != "":
				protected = append(protected, field)
			case r.store.journal.done(stepName(i, n)):
				protected = slices.DeleteFunc(protected, func(set string) bool { return set == field })
			}
		}
		if all {
			done = i + 1
		}
	}
	return done, protected
}

// recover says how to go on after something was lost.
func (r *run) recover(id objectID) string {
	text := "Nothing more is written. "
	for _, k := range r.store.journal.Kept {
		if k.Object == id {
			text += fmt.Sprintf("Before the plan it had the UID %s and the owner %s", k.UID, k.Owner)
			if len(k.Holds) > 0 {
				text += ", and held " + strings.Join(k.Holds, ", ")
			}
			text += ". "
		}
	}
	return text + "What is being deleted cannot be called back (R5.13): a Kustomization that renders it makes it again, with another UID; what it held has to come from a backup, or from whoever gave it. " +
		r.abandon()
}
