package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// rendered turns a build of a source that is at hand into what ownership needs.
func (s scopes) rendered(spec ownership.Spec, result build.Result) ownership.Render {
	r := ownership.Render{Missing: result.Missing, Failed: result.Failed, Unknown: result.Unknown, Gathered: result.Gathered, Basis: result.Basis}
	var undecided []string
	for _, o := range result.Objects {
		object, why := s.object(spec, o)
		if why != "" {
			r.UnknownIDs = append(r.UnknownIDs, why)
			undecided = append(undecided, digest(o.Data))
			continue
		}
		r.Objects = append(r.Objects, object)
	}
	slices.SortFunc(r.Objects, func(a, b ownership.Object) int { return a.ID.Compare(b.ID) })
	r.Objects = slices.CompactFunc(r.Objects, func(a, b ownership.Object) bool { return a.ID == b.ID })
	slices.Sort(r.UnknownIDs)
	// A variable that is not known stands in the content as a token: equal
	// content under the same spec has the same name, whatever that is.
	if slices.Sort(undecided); len(undecided) > 0 {
		r.Basis = strings.Join(undecided, " ")
	}
	if why := unnamed(r.Objects); why != "" && r.Builds() {
		return ownership.Render{Failed: why}
	}
	return r
}

// unnamed says which object no API server takes: a variable is left in its
// name, as where an old spec meets manifests whose variables only the new one
// has. The apply fails and nothing is pruned (R5.4, R2.5). Names of RBAC
// objects may hold anything.
func unnamed(objects []ownership.Object) string {
	for _, o := range objects {
		if strings.Contains(o.ID.Namespace, "${") || strings.Contains(o.ID.Name, "${") && o.ID.Group != "rbac.authorization.k8s.io" {
			return fmt.Sprintf("%s in %s: no variable is substituted in its name", o.ID.Display(), o.File)
		}
	}
	return ""
}

func (s scopes) object(spec ownership.Spec, o build.Object) (ownership.Object, string) {
	id, why := s.identity(spec, o)
	if why != "" {
		return ownership.Object{}, why
	}
	apiVersion, _ := o.Data["apiVersion"].(string)
	_, version := ownership.SplitAPIVersion(apiVersion)
	object := ownership.Object{
		ScopeUnknown: id.Namespace != "" && !s.scopeKnown(apiVersion, ownership.GroupKind{Group: id.Group, Kind: id.Kind}),
		ID:           id, Version: version, File: o.File, Digest: digest(o.Data),
		Traits: ownership.TraitsOf(ownership.LabelsOf(o.Data), ownership.AnnotationsOf(o.Data)),
	}
	object.HelmKeep = ownership.AnnotationsOf(o.Data)[helmPolicy] == "keep"
	addKindFacts(&object, o.Data)
	addLabels(&object, o.Data)
	return object, ""
}

// identity gives the id that an inventory has of an object, or why it is not
// known.
func (s scopes) identity(spec ownership.Spec, o build.Object) (ownership.ObjectID, string) {
	if o.IDUnknown != "" {
		return ownership.ObjectID{}, fmt.Sprintf("an object of %s: %s", o.File, o.IDUnknown)
	}
	id, err := ownership.ObjectIDOf(o.Data)
	if err != nil {
		return ownership.ObjectID{}, fmt.Sprintf("an object of %s: %v", o.File, err)
	}
	if strings.Contains(id.String(), build.UnknownValue) {
		return ownership.ObjectID{}, fmt.Sprintf("an object of %s: its name holds a value that is not known (%s)", o.File, id.Display())
	}
	apiVersion, _ := o.Data["apiVersion"].(string)
	if id.Namespace != "" && s.clusterScoped(apiVersion, ownership.GroupKind{Group: id.Group, Kind: id.Kind}) {
		id.Namespace = ""
	}
	id.Cluster = spec.Cluster
	return id, ""
}

func digest(data map[string]any) string {
	text, err := json.Marshal(data)
	if err != nil {
		text = []byte(fmt.Sprintf("%v", data))
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// addKindFacts reads what only some kinds have.
func addKindFacts(o *ownership.Object, data map[string]any) {
	spec, _ := data["spec"].(map[string]any)
	o.Address = addressFields(o.ID, data)
	switch {
	case o.ID.Kind == "Service" && o.ID.Group == "":
		o.LoadBalancer = spec["type"] == "LoadBalancer"
	case o.ID.Group == ownership.KustomizationGroup && o.ID.Kind == ownership.KustomizationKind:
		if spec, err := ownership.SpecFromManifest(o.ID.Namespace, data); err == nil {
			o.SpecDigest = spec.Digest
		}
		o.Shard = ownership.LabelsOf(data)[ownership.ShardLabel]
	case o.ID.Kind == "CustomResourceDefinition":
		o.Defines = definedKind(data)
	case o.ID.Group == "fluxcd.controlplane.io" && o.ID.Kind == "ResourceSet":
		o.MakesKustomizations = makesKustomizations(spec)
		o.Makes = madeBy(o.ID.Cluster, spec)
	case o.ID.Kind == "HelmRelease":
		addRelease(o, spec)
	case o.ID.Group == sourceGroup:
		o.Fetch = fetchOf(o.ID.Kind, spec)
	case o.ID.Group == rbacGroup:
		o.Grants = grantsOf(o.ID.Kind, data)
	}
	o.Fixed = fixedOf(o.ID, data)
}

// ResourceSet, or in their template.
func makesKustomizations(spec map[string]any) bool {
	resources, _ := spec["resources"].([]any)
	template, _ := spec["resourcesTemplate"].(string)
	return strings.Contains(template, ownership.KustomizationGroup+"/v1") || slices.ContainsFunc(resources, func(item any) bool {
		resource, _ := item.(map[string]any)
		apiVersion, _ := resource["apiVersion"].(string)
		group, _ := ownership.SplitAPIVersion(apiVersion)
		return group == ownership.KustomizationGroup && resource["kind"] == ownership.KustomizationKind
	})
}

const sourceGroup = "source.toolkit.fluxcd.io"

// appendUse adds a reference of the form {kind, name, namespace}; the
// namespace defaults to that of the object that refers.
func appendUse(uses []ownership.Use, of ownership.ObjectID, group string, ref map[string]any, why string) []ownership.Use {
	kind, _ := ref["kind"].(string)
	name, _ := ref["name"].(string)
	if kind == "" || name == "" {
		return uses
	}
	id := ownership.ObjectID{Cluster: of.Cluster, Group: group, Kind: kind, Namespace: textOr(ref, "namespace", of.Namespace), Name: name}
	return append(uses, ownership.Use{Object: id, Why: why})
}

// objectsIn gives copies of the objects in a list.
func objectsIn(list any) []map[string]any {
	items, _ := list.([]any)
	var found []map[string]any
	for _, item := range items {
		if m, ok := item.(map[string]any); ok {
			found = append(found, maps.Clone(m))
		}
	}
	return found
}

func textOr(m map[string]any, field, otherwise string) string {
	if text, _ := m[field].(string); text != "" {
		return text
	}
	return otherwise
}
