package ownership

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"strings"
)

// SpecFromManifest reads the spec of a Flux Kustomization from its manifest,
// decoded from YAML or JSON. References without a namespace get the given one,
// that of the Kustomization. Fields ownership does not depend on are only in
// the digest. A field of the wrong type, and a
// sourceRef without kind or name, are errors that name the field.
func SpecFromManifest(namespace string, manifest map[string]any) (Spec, error) {
	f := fields{at: "spec"}
	m := f.object(manifest, "spec")
	if f.err == nil && m == nil {
		return Spec{}, fmt.Errorf("the manifest has no spec")
	}
	s := Spec{
		Source:         f.source(m, namespace),
		Path:           CleanPath(f.text(m, "path")),
		Prune:          f.boolean(m, "prune"),
		DeletionPolicy: f.text(m, "deletionPolicy"),
		Suspend:        f.boolean(m, "suspend"),
		SuspendSet:     m["suspend"] != nil,
		Force:          f.boolean(m, "force"),
		Wait:           f.boolean(m, "wait"),
		HealthChecks:   f.healthChecks(m),
		HealthExprs:    f.judgesKustomizations(m),
		Cluster:        f.cluster(m, namespace),
		Ignores:        len(f.objects(m, "ignore")) > 0,
		DependsOn:      f.dependsOn(m, namespace),
		Inputs:         f.inputs(m, namespace),
	}
	if f.err != nil {
		return Spec{}, f.err
	}
	var err error
	if s.Digest, err = digestOf(m); err == nil {
		s.Content, err = contentOf(m)
	}
	return s, err
}

// contentOf hashes what is left of a spec without the fields that say when it is
// applied, what is looked at then, and what is deleted. A field that is not known
// here counts.
func contentOf(spec map[string]any) (string, error) {
	rest := maps.Clone(spec)
	for _, field := range []string{"interval", "retryInterval", "timeout", "dependsOn", "wait", "healthChecks", "healthCheckExprs", "prune", "deletionPolicy"} {
		delete(rest, field)
	}
	return digestOf(rest)
}

// CleanPath gives a spec.path the one form Spec.Path has: relative to the root
// of the source, without "./" and doubled or trailing slashes, "" for the root.
// Like the controller, which joins securely (R4.1), it does not leave the root:
// "../a" is "a".
func CleanPath(p string) string { return strings.TrimPrefix(path.Clean("/"+p), "/") }

// digestOf hashes the canonical JSON (sorted keys) of a value.
func digestOf(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("spec cannot be written as JSON: %w", err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

func (f *fields) source(spec map[string]any, namespace string) SourceRef {
	m := f.object(spec, "sourceRef")
	ref := SourceRef{
		Kind:      f.text(m, "kind"),
		Namespace: f.textOr(m, "namespace", namespace),
		Name:      f.text(m, "name"),
	}
	if ref.Kind == "" || ref.Name == "" {
		f.fail("spec.sourceRef needs a kind and a name")
	}
	return ref
}

func (f *fields) dependsOn(spec map[string]any, namespace string) []Dependency {
	var deps []Dependency
	for _, m := range f.objects(spec, "dependsOn") {
		d := Dependency{
			On:        KustomizationID{Namespace: f.textOr(m, "namespace", namespace), Name: f.text(m, "name")},
			ReadyExpr: f.text(m, "readyExpr"),
		}
		if d.On.Name == "" {
			f.fail("an entry of spec.dependsOn has no name")
		}
		deps = append(deps, d)
	}
	return deps
}

// cluster gives the reference behind spec.kubeConfig. The API server allows
// one of the two only.
func (f *fields) cluster(spec map[string]any, namespace string) string {
	_, name := f.kubeConfig(spec)
	if name == "" {
		return ""
	}
	return namespace + "/" + name
}

func (f *fields) kubeConfig(spec map[string]any) (kind, name string) {
	m := f.object(spec, "kubeConfig")
	if name := f.text(f.object(m, "secretRef"), "name"); name != "" {
		return "Secret", name
	}
	return "ConfigMap", f.text(f.object(m, "configMapRef"), "name")
}

// inputs lists what the Kustomization reads: first the substitutions in their
// order, which matters (R4.10), then the rest.
func (f *fields) inputs(spec map[string]any, namespace string) []Input {
	var inputs []Input
	add := func(kind, name, purpose string, optional bool) {
		if name != "" {
			id := ObjectID{Kind: kind, Namespace: namespace, Name: name}
			inputs = append(inputs, Input{Object: id, Purpose: purpose, Optional: optional})
		}
	}
	for _, m := range f.objects(f.object(spec, "postBuild"), "substituteFrom") {
		kind := f.text(m, "kind")
		if kind != "ConfigMap" && kind != "Secret" {
			f.fail(fmt.Sprintf("an entry of spec.postBuild.substituteFrom has kind %q, not ConfigMap or Secret", kind))
		}
		add(kind, f.text(m, "name"), ForSubstitution, f.boolean(m, "optional"))
	}
	decryption := f.object(spec, "decryption")
	add("Secret", f.text(f.object(decryption, "secretRef"), "name"), ForDecryption, false)
	add("ServiceAccount", f.text(decryption, "serviceAccountName"), ForDecryption, false)
	add("ServiceAccount", f.text(spec, "serviceAccountName"), ForImpersonation, false)
	kind, name := f.kubeConfig(spec)
	add(kind, name, ForKubeConfig, false)
	return inputs
}
