package controlplane

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	audit "k8s.io/apiserver/pkg/apis/audit/v1"
)

// Event is one line of a trace: who did what to which object. A trace is lines
// of JSON (NDJSON), in the order in which things happened: writes as etcd has
// ordered them, reads between the writes whose object they have seen and have
// not, and all else by the time of the answer. The fields of a line:
//
//	time       when the API server had answered
//	actor      the program: kustomize-controller, source-controller, test, …;
//	           "… as system:serviceaccount:ns:name" where it impersonates;
//	           "etcd" for gone
//	verb       get, create, update, patch, delete; apply: server-side;
//	           dry-run: an apply that only asks; status: a write of the status
//	           alone; gone: the object is no more
//	object     namespace_name_group_Kind, as in an inventory (R8.1)
//	rv         resourceVersion after it; of all objects the higher is the later
//	uid        of the object
//	owner      namespace/name of the owner labels after it
//	terminating, true where the object has a deletionTimestamp
//	unchanged  true where a write changed nothing; such a line stands by its time
//	refused    status of HTTP where the API server did not do it
//	flux       of Kustomizations only, see Flux
//
// A dry-run tells what the object would be, and a get what it is.
type Event struct {
	Time            time.Time `json:"time"`
	Actor           string    `json:"actor"`
	Verb            string    `json:"verb"`
	Object          string    `json:"object"`
	ResourceVersion uint64    `json:"rv,omitempty"`
	UID             string    `json:"uid,omitempty"`
	Owner           string    `json:"owner,omitempty"`
	Terminating     bool      `json:"terminating,omitempty"`
	Unchanged       bool      `json:"unchanged,omitempty"`
	Refused         int       `json:"refused,omitempty"`
	Flux            *Flux     `json:"flux,omitempty"`

	end   bool         // with this write the object is no more
	entry *audit.Event // of the audit log; nil for gone
}

// Flux is what a Kustomization says of itself after an Event.
type Flux struct {
	Generation int64    `json:"generation"`
	Observed   int64    `json:"observed"`
	Suspend    bool     `json:"suspend,omitempty"`
	Prune      bool     `json:"prune,omitempty"`
	Path       string   `json:"path"`
	Ready      string   `json:"ready,omitempty"`
	Reason     string   `json:"reason,omitempty"` // of Ready
	Applied    string   `json:"applied,omitempty"`
	Handled    string   `json:"handled,omitempty"`
	Inventory  []string `json:"inventory,omitempty"`
}

// writes says whether the event has changed the cluster.
func (e Event) writes() bool {
	return e.Verb != "get" && e.Verb != "dry-run" && !e.Unchanged && e.Refused == 0 && e.ResourceVersion > 0
}

func (e Event) String() string {
	return fmt.Sprintf("%s %s %s %s", e.Actor, e.Verb, e.Object, e.Owner)
}

// describe fills in what the object says.
func (e *Event) describe(o *unstructured.Unstructured) {
	if o.GetKind() == "Status" { // the answer to a deletion names the object only
		e.UID, _, _ = unstructured.NestedString(o.Object, "details", "uid")
		e.end = e.Verb == "delete"
		return
	}
	e.UID, e.ResourceVersion = string(o.GetUID()), version(o)
	e.Terminating = o.GetDeletionTimestamp() != nil
	e.end = e.Terminating && len(o.GetFinalizers()) == 0 && e.Verb != "get"
	if labels := o.GetLabels(); labels[ownerLabel] != "" {
		e.Owner = labels[ownerNamespaceLabel] + "/" + labels[ownerLabel]
	}
	if o.GetKind() == "Kustomization" {
		e.Flux = said(o)
	}
}

const ownerNamespaceLabel = "kustomize.toolkit.fluxcd.io/namespace"

func said(k *unstructured.Unstructured) *Flux {
	text := func(path ...string) string { s, _, _ := unstructured.NestedString(k.Object, path...); return s }
	flux := &Flux{Generation: k.GetGeneration(), Path: text("spec", "path"), Ready: condition(k, "Ready"),
		Applied: text("status", "lastAppliedRevision"), Handled: text("status", "lastHandledReconcileAt")}
	flux.Observed, _, _ = unstructured.NestedInt64(k.Object, "status", "observedGeneration")
	flux.Suspend, _, _ = unstructured.NestedBool(k.Object, "spec", "suspend")
	flux.Prune, _, _ = unstructured.NestedBool(k.Object, "spec", "prune")
	conditions, _, _ := unstructured.NestedSlice(k.Object, "status", "conditions")
	for _, c := range conditions {
		if c, ok := c.(map[string]any); ok && c["type"] == "Ready" {
			flux.Reason, _ = c["reason"].(string)
		}
	}
	for _, entry := range inventory(k) {
		flux.Inventory = append(flux.Inventory, entry.String())
	}
	return flux
}

// sortTrace orders events by time, and the writes among them by
// resourceVersion: each write keeps a place that a write has. What reads comes
// after the write that it has seen, and before the next one.
func sortTrace(events []Event) {
	slices.SortStableFunc(events, func(a, b Event) int { return a.Time.Compare(b.Time) })
	markUnchanged(events)
	var places []int
	var writes []Event
	for i, e := range events {
		if e.writes() {
			places, writes = append(places, i), append(writes, e)
		}
	}
	slices.SortStableFunc(writes, func(a, b Event) int {
		if order := cmp.Compare(a.ResourceVersion, b.ResourceVersion); order != 0 {
			return order
		}
		return strings.Compare(end(a), end(b))
	})
	for i, place := range places {
		events[place] = writes[i]
	}
	placeReads(events)
}

// markUnchanged finds the writes after which the object had the version that it
// had before.
func markUnchanged(events []Event) {
	type state struct {
		uid     string
		version uint64
	}
	seen := make(map[state]bool)
	for i, e := range events {
		if e.writes() && e.Verb != "gone" && !e.end {
			now := state{e.UID, e.ResourceVersion}
			events[i].Unchanged = seen[now]
			seen[now] = true
		}
	}
}

// end is "gone" for what comes last at one resourceVersion.
func end(e Event) string {
	if e.Verb == "gone" {
		return e.Verb
	}
	return ""
}

// WriteTrace writes events as lines of JSON.
func WriteTrace(w io.Writer, events []Event) error {
	encoder := json.NewEncoder(w)
	for _, e := range events {
		if err := encoder.Encode(e); err != nil {
			return err
		}
	}
	return nil
}
