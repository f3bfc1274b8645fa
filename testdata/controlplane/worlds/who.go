package main

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// who names the Kustomization whose run has sent a request, "?" where that
// cannot be told. In a world with accounts the account tells. Without, an apply
// and a dry-run carry the owner label, and the rest has one candidate or none is
// sure.
func (w *writer) who(name string, e controlplane.Event) string {
	switch {
	case !strings.HasPrefix(e.Actor, "kustomize-controller"):
		return "hand"
	case e.As() != "":
		return e.As()
	}
	if sent := e.Sent(); sent != nil && sent.GetLabels()[flux+"name"] != "" {
		return sent.GetLabels()[flux+"name"]
	}
	candidates := w.candidates(name, e.Verb)
	if len(candidates) == 1 {
		return candidates[0]
	}
	return "?"
}

// candidates are those that may send a get or a delete without saying who they
// are: whoever renders the object at some time and is at work, unless it has an
// account for that, and whoever depends on it.
func (w *writer) candidates(name, verb string) []string {
	found := map[string]bool{}
	for k, spec := range w.play.everySpec() {
		for _, commit := range w.play.Commits {
			for _, word := range commit[spec.path] {
				object, _, _ := strings.Cut(word, "(")
				if !w.play.Accounts && nameOf(object) == name && (w.atWork[k] || w.ending[k]) {
					found[k] = true
				}
			}
		}
		for _, dep := range spec.deps {
			if dep == name && verb == "get" {
				found[k] = true
			}
		}
	}
	var names []string
	for k := range found {
		names = append(names, k)
	}
	return names
}

// nameOf is the name in KIND/NAME=CONTENT+TRAIT.
func nameOf(word string) string {
	_, name, _ := strings.Cut(word, "/")
	name, _, _ = strings.Cut(name, "=")
	name, _, _ = strings.Cut(name, "+")
	return name
}
