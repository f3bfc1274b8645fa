package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const flux = "kustomize.toolkit.fluxcd.io/"

// facts are what a line says of an object as it is.
func (w *writer) facts(verb string, o *unstructured.Unstructured) []string {
	var facts []string
	if owner := o.GetLabels()[flux+"name"]; owner != "" {
		facts = append(facts, "own="+owner)
		w.own(verb, owner, o)
	}
	if content := content(o); content != "" {
		facts = append(facts, "="+content)
	}
	for _, trait := range []struct{ key, value, word string }{{"prune", "disabled", "guard"}, {"reconcile", "disabled", "disabled"},
		{"ssa", "Ignore", "ignore"}, {"ssa", "IfNotPresent", "ifnotpresent"}, {"force", "enabled", "force"}} {
		if o.GetAnnotations()[flux+trait.key] == trait.value {
			facts = append(facts, "+"+trait.word)
		}
	}
	if o.GetDeletionTimestamp() != nil {
		facts = append(facts, "terminating")
	}
	if o.GetKind() == "Kustomization" {
		w.ending[o.GetName()] = o.GetDeletionTimestamp() != nil
		facts = append(facts, w.kustomization(verb, o)...)
	}
	return facts
}

// own counts the labels that change on a living object.
func (w *writer) own(verb, owner string, o *unstructured.Unstructured) {
	if verb != "apply" {
		return
	}
	uid := string(o.GetUID())
	if before := w.owner[uid]; before != "" && before != owner {
		w.moved++
	}
	w.owner[uid] = owner
}

// content is what the word of the object has behind "=".
func content(o *unstructured.Unstructured) string {
	content, _, _ := unstructured.NestedString(o.Object, "data", "content")
	if class, ok, _ := unstructured.NestedString(o.Object, "spec", "gatewayClassName"); ok {
		content = strings.TrimPrefix(class, "any")
	}
	return content
}

// kustomization says of one its generation, its spec where it is not the one
// that was written last, and the token of a request.
func (w *writer) kustomization(verb string, o *unstructured.Unstructured) []string {
	facts := []string{fmt.Sprintf("gen=%d", o.GetGeneration())}
	uid := string(o.GetUID())
	if spec := specWords(o); verb != "get" && w.specs[uid] != spec {
		w.specs[uid] = spec
		facts = append(facts, "("+spec+")")
	}
	if token := o.GetAnnotations()["reconcile.fluxcd.io/requestedAt"]; token != w.tokens[uid] && verb != "get" {
		w.tokens[uid] = token
		facts = append(facts, "token="+token)
	}
	return facts
}

// specWords gives the words of the language for a spec.
func specWords(k *unstructured.Unstructured) string {
	text := func(path ...string) string { s, _, _ := unstructured.NestedString(k.Object, path...); return s }
	flag := func(path ...string) bool { b, _, _ := unstructured.NestedBool(k.Object, path...); return b }
	o := owner{path: strings.TrimPrefix(text("spec", "path"), "./"), noprune: !flag("spec", "prune"), suspend: flag("spec", "suspend"),
		force: flag("spec", "force"), wait: flag("spec", "wait"), policy: text("spec", "deletionPolicy")}
	_, o.meta, _ = unstructured.NestedMap(k.Object, "spec", "commonMetadata")
	deps, _, _ := unstructured.NestedSlice(k.Object, "spec", "dependsOn")
	for _, dep := range deps {
		o.deps = append(o.deps, dep.(map[string]any)["name"].(string))
	}
	return o.words()
}

// fields are what a status says, by the words of a line.
type fields map[string]string

// status writes what has changed in the status of a Kustomization; nothing
// where it is the text of a message alone.
func (w *writer) status(name string, e controlplane.Event, o *unstructured.Unstructured) {
	if e.Refused != 0 {
		w.line(name, "status", name, w.refused(e))
		return
	}
	now, before := w.statusOf(o), w.said[string(o.GetUID())]
	var facts []string
	for _, field := range slices.Sorted(maps.Keys(now)) {
		if was, told := before[field]; !told || now[field] != was {
			facts = append(facts, field+"="+now[field])
		}
	}
	w.said[string(o.GetUID())] = now
	// Either may stay as it is: what is written is the difference to a view (R2.19).
	w.atWork[name] = strings.HasPrefix(now["ready"], "Unknown") || now["busy"] == "Progressing"
	if len(facts) > 0 {
		w.line(name, "status", name, facts...)
	}
}

func (w *writer) statusOf(k *unstructured.Unstructured) fields {
	text := func(path ...string) string { s, _, _ := unstructured.NestedString(k.Object, path...); return s }
	f := fields{"busy": "no"}
	told := fields{"applied": w.commit(text("status", "lastAppliedRevision")),
		"attempted": w.commit(text("status", "lastAttemptedRevision")), "handled": text("status", "lastHandledReconcileAt")}
	for field, value := range told {
		if value != "" {
			f[field] = value
		}
	}
	if observed, ok, _ := unstructured.NestedInt64(k.Object, "status", "observedGeneration"); ok {
		f["obs"] = fmt.Sprint(observed)
	}
	conditions, _, _ := unstructured.NestedSlice(k.Object, "status", "conditions")
	for _, c := range conditions {
		switch c := c.(map[string]any); c["type"] {
		case "Ready":
			f["ready"] = fmt.Sprintf("%s/%s", c["status"], c["reason"])
		case "Reconciling":
			f["busy"] = fmt.Sprint(c["reason"])
		}
	}
	if _, ok, _ := unstructured.NestedMap(k.Object, "status", "inventory"); ok {
		var names []string
		for _, id := range inventory(k) {
			name, _ := short(id)
			names = append(names, name)
		}
		slices.Sort(names)
		f["inv"] = strings.Join(names, ",")
	}
	return f
}
