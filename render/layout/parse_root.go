package layout

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"go.yaml.in/yaml/v3"
	sigsjson "sigs.k8s.io/json"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// pending is a root whose source and cluster are not yet looked up.
type pending struct {
	root   Root
	source string
}

// deletionPolicies are those that the API server lets pass.
var deletionPolicies = []string{ownership.MirrorPrune, ownership.PolicyDelete, ownership.WaitForTermination, ownership.PolicyOrphan}

// root reads one root: fields of ours, and beside them the fields of a
// Kustomization's spec as Flux has them.
func (p *parser) root(n *yaml.Node) {
	q := pending{root: Root{File: p.file, Line: n.Line, Spec: map[string]any{}}}
	readers := map[string]func(*yaml.Node){
		"namespace": p.into(&q.root.ID.Namespace, "namespace of a root"),
		"name":      p.into(&q.root.ID.Name, "name of a root"),
		"path":      p.into(&q.root.Path, "path of a root"),
		"source":    p.into(&q.source, "source of a root"),
		"madeBy":    p.into(&q.root.MadeBy, "madeBy of a root"),
		"cluster":   p.into(&q.root.Cluster, "cluster of a root"),
	}
	for _, field := range specFields() {
		readers[field] = func(n *yaml.Node) { p.specField(q.root.Spec, field, n) }
	}
	seen := p.fields(n, "a root", readers)
	p.require(n, "a root", seen, "namespace", "name", "path")
	p.roots = append(p.roots, q)
}

// specFields lists the fields of a Kustomization's spec that a root may set
// beside path; its sourceRef is the field source.
var specFields = sync.OnceValue(func() []string {
	var fields []string
	spec := reflect.TypeFor[kustomizev1.KustomizationSpec]()
	for i := range spec.NumField() {
		name, _, _ := strings.Cut(spec.Field(i).Tag.Get("json"), ",")
		if name != "path" && name != "sourceRef" {
			fields = append(fields, name)
		}
	}
	slices.Sort(fields)
	return fields
})

// specField takes a field over as it is written, after Flux's own type has
// read it without complaint.
func (p *parser) specField(spec map[string]any, field string, n *yaml.Node) {
	var value any
	if err := n.Decode(&value); err != nil {
		p.report(n, "%s of a root: %v", field, err)
		return
	}
	text, err := json.Marshal(map[string]any{field: value})
	if err != nil {
		p.report(n, "%s of a root: it has keys that are no strings", field)
		return
	}
	var typed kustomizev1.KustomizationSpec
	strict, err := sigsjson.UnmarshalStrict(text, &typed)
	if err != nil {
		p.report(n, "%s of a root is not what a Kustomization's spec takes: %v", field, err)
		return
	}
	if policy := typed.DeletionPolicy; field == "deletionPolicy" && !known(policy, deletionPolicies) {
		p.report(n, "deletionPolicy of a root cannot be %q%s", policy, hint(policy, deletionPolicies))
	}
	for _, problem := range strict {
		p.report(n, "%s of a root is not what a Kustomization's spec takes: %v", field, problem)
	}
	var plain map[string]any
	if err := sigsjson.UnmarshalCaseSensitivePreserveInts(text, &plain); err != nil {
		p.report(n, "%s of a root: %v", field, err)
		return
	}
	spec[field] = plain[field]
}

// lookUp finds the source a root means: its name, namespace/name or
// kind/namespace/name; the only one, if it names none.
func (l *Layout) lookUp(source string) (found []ownership.SourceRef) {
	for _, s := range l.Sources {
		switch source {
		case s.Ref.Name, s.Ref.Namespace + "/" + s.Ref.Name, s.Ref.String():
			found = append(found, s.Ref)
		case "":
			found = append(found, s.Ref)
		}
	}
	return found
}
