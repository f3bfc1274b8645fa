package controlplane

import "strings"

// Object reads KIND/NAME[@NAMESPACE][(WORD,…)][=CONTENT][+TRAIT…].
func (w *World) Object(word string, awake bool) map[string]any {
	var attributes string
	if head, tail, ok := strings.Cut(word, "("); ok {
		inside, rest, _ := strings.Cut(tail, ")")
		word, attributes = head+rest, inside
	}
	word, traits, _ := strings.Cut(word, "+")
	word, content, _ := strings.Cut(word, "=")
	word, namespace, other := strings.Cut(word, "@")
	kind, name, _ := strings.Cut(word, "/")
	if !other {
		namespace = "demo"
	}
	o := w.Manifest(kind, name, namespace, content, attributes, awake)
	if strings.Contains(traits, "immutable") {
		o["immutable"] = true
	}
	if annotations := annotations(traits); len(annotations) > 0 {
		o["metadata"].(map[string]any)["annotations"] = annotations
	}
	return o
}

func annotations(traits string) map[string]any {
	known := map[string][2]string{
		"guard": {"prune", "disabled"}, "disabled": {"reconcile", "disabled"}, "force": {"force", "enabled"},
		"ignore": {"ssa", "Ignore"}, "ifnotpresent": {"ssa", "IfNotPresent"},
	}
	set := map[string]any{}
	for trait := range strings.SplitSeq(traits, "+") {
		if pair, ok := known[trait]; ok {
			set["kustomize.toolkit.fluxcd.io/"+pair[0]] = pair[1]
		}
	}
	return set
}

// Manifest is an object of the world; awake leaves out every suspend.
func (w *World) Manifest(kind, name, namespace, content, attributes string, awake bool) map[string]any {
	metadata := map[string]any{"name": name, "namespace": w.Namespace(namespace)}
	o := map[string]any{"apiVersion": "v1", "kind": kind, "metadata": metadata}
	switch kind {
	case "K":
		return w.Kustomization(name, attributes, awake)
	case "Namespace":
		o["metadata"] = map[string]any{"name": w.Namespace(name)}
	case "ConfigMap", "Secret":
		o["data"] = map[string]any{"content": content}
		if kind == "Secret" {
			o["data"] = map[string]any{}
		}
	case "Gateway":
		o["apiVersion"] = "gateway.networking.k8s.io/v1"
		o["spec"] = map[string]any{"gatewayClassName": "any" + content,
			"listeners": []any{map[string]any{"name": "http", "port": 80, "protocol": "HTTP"}}}
	case "ServiceAccount":
	case "Role":
		o["apiVersion"] = "rbac.authorization.k8s.io/v1"
	case "CRD":
		return w.Definition(name)
	default: // a kind that a CRD of the world defines
		o["apiVersion"] = w.Name + ".example.org/v1"
	}
	return o
}

// Definition defines a kind of the world.
func (w *World) Definition(kind string) map[string]any {
	plural := strings.ToLower(kind) + "s"
	return map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": plural + "." + w.Name + ".example.org"},
		"spec": map[string]any{"group": w.Name + ".example.org", "scope": "Namespaced",
			"names": map[string]any{"kind": kind, "plural": plural},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}}}}}}
}

// Kustomization is one with the words of the language.
func (w *World) Kustomization(name, words string, awake bool) map[string]any {
	namespace := "flux"
	flux := w.Namespace(namespace)
	spec := map[string]any{"interval": w.Interval, "retryInterval": "3s", "prune": true,
		"sourceRef": map[string]any{"kind": "GitRepository", "name": w.Name, "namespace": flux}}
	for word := range strings.SplitSeq(words, ",") {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "path":
			spec["path"] = "./" + value
		case "noprune":
			spec["prune"] = false
		case "suspend":
			if !awake {
				spec["suspend"] = true
			}
		case "force":
			spec["force"] = true
		case "policy":
			spec["deletionPolicy"] = value
		case "dep":
			others, _ := spec["dependsOn"].([]any)
			spec["dependsOn"] = append(others, map[string]any{"name": value, "namespace": flux})
		case "ns":
			namespace = value
		case "wait":
			spec["wait"], spec["timeout"] = true, "30s"
		case "target":
			spec["targetNamespace"] = w.Namespace(value)
		case "account":
			spec["serviceAccountName"] = value
		case "strange":
			spec["strange"] = true // a field that the CRD does not know
		case "meta":
			spec["commonMetadata"] = map[string]any{"annotations": annotations("guard")}
		case "":
		default:
			w.foreign = word
		}
	}
	if w.Accounts {
		spec["serviceAccountName"] = name
	}
	return map[string]any{"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization",
		"metadata": map[string]any{"name": name, "namespace": w.Namespace(namespace)}, "spec": spec}
}
