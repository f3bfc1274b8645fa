package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// writer makes the lines of ../../worlds/README.md of what was recorded of one
// world.
type writer struct {
	play    *play
	lines   []string
	numbers map[string]int    // UID → number
	uids    map[string]int    // object → how many UIDs it has had
	said    map[string]fields // UID → what its status said last
	specs   map[string]string // UID → its spec as it was written last
	tokens  map[string]string // UID → its last request
	owner   map[string]string // UID → its owner label as it was applied last
	atWork  map[string]bool   // Kustomization → a run of it has begun and not said that it ended
	ending  map[string]bool   // Kustomization → it is being deleted
	fetched int               // the commit that the source holds
	at      controlplane.Position
	lost    []string
	moved   int // owner labels that changed on a living object
}

// traceOf writes the events of a world up to its end, and its marks between
// them.
func traceOf(p *play, events []controlplane.Event) *writer {
	w := &writer{play: p, numbers: map[string]int{}, uids: map[string]int{},
		said: map[string]fields{}, specs: map[string]string{}, tokens: map[string]string{}, owner: map[string]string{}, atWork: map[string]bool{}, ending: map[string]bool{}, fetched: -1, at: controlplane.Position{Commit: -1}}
	marks := p.marks
	for _, e := range events {
		for len(marks) > 0 && marks[0].time.Before(e.Time) && w.due(marks[0]) {
			w.mark(marks[0])
			marks = marks[1:]
		}
		if e.Time.After(p.end) {
			break
		}
		w.event(e)
	}
	for _, m := range marks {
		w.mark(m)
	}
	return w
}

// due says whether a mark may stand here: a commit is pushed when the source
// holds the one before, whose event may have the later time.
func (w *writer) due(m mark) bool {
	var commit int
	if _, err := fmt.Sscanf(m.words, "git commit %d", &commit); err != nil {
		return true
	}
	return w.fetched == commit-1
}

func (w *writer) mark(m mark) {
	fmt.Sscanf(m.words, "git commit %d", &w.at.Commit)
	fmt.Sscanf(m.words, "hand switch %d", &w.at.Turn)
	w.lines = append(w.lines, m.words)
}

func (w *writer) line(who, verb, what string, facts ...string) {
	facts = slices.DeleteFunc(facts, func(fact string) bool { return fact == "" })
	w.lines = append(w.lines, strings.Join(append([]string{who, verb, what}, facts...), " "))
}

// event writes one event, or nothing where the model has no use for it.
func (w *writer) event(e controlplane.Event) {
	name, kind := short(e.Object)
	o := e.Answered()
	switch {
	case kind == "GitRepository":
		w.source(e, o)
	case kind == "Kustomization" && e.Verb == "status":
		w.status(name, e, o)
	case kind == "Kustomization" && e.Verb == "patch" && e.As() == "" && e.Actor == "kustomize-controller":
		w.finalizer(name, e, o)
	case kind == "Kustomization" || resources[kind].Resource != "":
		w.request(name, e, o)
	}
}

// short is the name of an object, and its kind.
func short(object string) (name, kind string) {
	parts := strings.Split(object, "_")
	return parts[1], parts[len(parts)-1]
}

// source writes that the source has another artifact.
func (w *writer) source(e controlplane.Event, o *unstructured.Unstructured) {
	if e.Verb != "status" || e.Refused != 0 {
		return
	}
	revision, _, _ := unstructured.NestedString(o.Object, "status", "artifact", "revision")
	if commit := w.commit(revision); commit != "" && w.said["source"]["artifact"] != commit {
		w.said["source"] = fields{"artifact": commit}
		w.fetched = slices.Index(w.play.revisions, revision)
		w.line("source", "fetch", commit)
	}
}

// commit is the number of a revision, "" for none.
func (w *writer) commit(revision string) string {
	if i := slices.Index(w.play.revisions, revision); i >= 0 {
		return fmt.Sprint(i)
	}
	return revision
}

// finalizer writes that a Kustomization has put on or taken off its finalizer.
func (w *writer) finalizer(name string, e controlplane.Event, o *unstructured.Unstructured) {
	state := "off"
	sent, _, _ := unstructured.NestedSlice(e.Sent().Object, "metadata", "finalizers")
	if len(sent) > 0 {
		state = "on"
	}
	w.line(name, "finalizer", name, state, w.refused(e))
}

func (w *writer) refused(e controlplane.Event) string {
	if e.Refused == 0 || e.Refused == 404 && e.Verb == "get" {
		return ""
	}
	return fmt.Sprintf("refused=%d", e.Refused)
}

// request writes a get, dry, apply, delete, gone, or what a person does.
func (w *writer) request(name string, e controlplane.Event, o *unstructured.Unstructured) {
	verb := e.Verb
	switch verb {
	case "dry-run":
		verb = "dry"
	case "gone":
		w.gone(name, e)
		return
	}
	facts := []string{w.refused(e)}
	if e.Refused == 0 && verb != "dry" && o != nil && o.GetKind() != "Status" {
		facts = append(facts, w.number(name, string(o.GetUID())))
		facts = append(facts, w.facts(verb, o)...)
	}
	switch {
	case verb == "get" && e.Refused == 404:
		facts = append(facts, "none")
	case e.Unchanged && e.Refused == 0 && (verb == "apply" || verb == "patch"):
		facts = append(facts, "same")
	}
	w.line(w.who(name, e), verb, name, facts...)
}

// gone writes the end of an object, and whether the newest state that was
// published wants it.
func (w *writer) gone(name string, e controlplane.Event) {
	lost := ""
	w.ending[name] = false
	if slices.Contains(w.wanted(), name) {
		lost = "lost"
		w.lost = append(w.lost, name)
	}
	w.line("etcd", "gone", name, w.number(name, e.UID), lost)
}

// wanted names the objects of the newest state that was published.
func (w *writer) wanted() []string {
	if w.at.Commit < 0 {
		return nil
	}
	var names []string
	for _, name := range w.play.Desired(w.at) {
		names = append(names, name[strings.LastIndex(name, "/")+1:])
	}
	return names
}

// number tells the UIDs of an object apart: #1, #2, …
func (w *writer) number(name, uid string) string {
	if w.numbers[uid] == 0 {
		w.uids[name]++
		w.numbers[uid] = w.uids[name]
	}
	return fmt.Sprintf("#%d", w.numbers[uid])
}
