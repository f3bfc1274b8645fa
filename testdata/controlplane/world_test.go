package controlplane_test

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing/fstest"

	"sigs.k8s.io/yaml"
)

// world is a tiny repository and its roots, over a line of commits and
// switches, in the language of planner/hazard/world_test.go: there it is
// looked at, here it is run. Namespaces get the world's own name in front, so
// that many run at a time.
type world struct {
	name    string
	commits []map[string][]string // path → its objects, as written
	roots   []map[string]string   // by switch: name → words
	steps   []position
	foreign string // a word that cannot be run here
}

type position struct{ commit, turn int }

func parseWorld(name, text string) *world {
	w := &world{name: name, roots: []map[string]string{{}}}
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		last := w.roots[len(w.roots)-1]
		switch {
		case words[0] == "commit":
			next := map[string][]string{}
			if n := len(w.commits); n > 0 {
				next = maps.Clone(w.commits[n-1])
			}
			w.commits = append(w.commits, next)
			w.steps = append(w.steps, position{len(w.commits) - 1, len(w.roots) - 1})
		case words[0] == "switch":
			w.roots = append(w.roots, maps.Clone(last))
			w.steps = append(w.steps, position{len(w.commits) - 1, len(w.roots) - 1})
		case words[0] == "root":
			last[words[1]] = strings.Join(words[2:], ",")
		case words[0] == "-root":
			delete(last, words[1])
		default:
			w.path(strings.TrimSuffix(words[0], ":"), words[1:])
		}
	}
	return w
}

func (w *world) path(name string, words []string) {
	at := w.commits[len(w.commits)-1]
	delete(at, name)
	if !slices.Equal(words, []string{"-"}) {
		at[name] = words
	}
}

// namespace is where the world's namespace of that name lies.
func (w *world) namespace(name string) string { return w.name + "-" + name }

// desired names the objects that the world has at a step, as the rules do:
// "Gateway demo/edge".
func (w *world) desired(at position) []string {
	var names, queue []string
	for name, words := range w.roots[at.turn] {
		queue = append(queue, "K/"+name+"("+words+")")
	}
	for i := 0; i < len(queue); i++ {
		if strings.HasPrefix(queue[i], "!") {
			continue
		}
		if slices.Contains(queue[:i], queue[i]) {
			continue // it renders itself, or two render it
		}
		o := w.object(queue[i], true)
		metadata := o["metadata"].(map[string]any)
		namespace, _ := metadata["namespace"].(string)
		names = append(names, fmt.Sprintf("%s %s/%s", o["kind"], strings.TrimPrefix(namespace, w.name+"-"), metadata["name"]))
		if spec, _ := o["spec"].(map[string]any); o["kind"] == "Kustomization" {
			queue = append(queue, w.commits[at.commit][strings.TrimPrefix(spec["path"].(string), "./")]...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// tree is what the repository holds at a commit. awake leaves out every
// suspend, for the first steady state.
func (w *world) tree(commit int, awake bool) fs.FS {
	tree := fstest.MapFS{}
	for path, words := range w.commits[commit] {
		// Nothing to render, and there nevertheless (R4.4).
		tree[path+"/README.md"] = &fstest.MapFile{Data: []byte("nothing\n")}
		var documents []string
		for _, word := range words {
			switch {
			case strings.HasPrefix(word, "!"):
				file, content, _ := strings.Cut(special[word], ": ")
				tree[path+"/"+file] = &fstest.MapFile{Data: []byte(content + "\n")}
				continue
			case strings.HasPrefix(word, "?"):
				w.foreign = word
				continue
			}
			content, err := yaml.Marshal(w.object(word, awake))
			if err != nil {
				panic(err)
			}
			documents = append(documents, string(content))
		}
		if len(documents) > 0 {
			tree[path+"/objects.yaml"] = &fstest.MapFile{Data: []byte(strings.Join(documents, "---\n"))}
		}
	}
	return tree
}

// special are words for a file that is no object: name and content.
var special = map[string]string{
	"!fail":     "kustomization.yaml: resources: [missing.yaml]",
	"!empty":    "kustomization.yaml: resources: []",
	"!comments": "comments.yaml: # nothing",
	"!local": `local.yaml: {apiVersion: v1, kind: ConfigMap, metadata: {name: local, ` +
		`annotations: {config.kubernetes.io/local-config: "true"}}}`,
	"!nested": "nested/kustomization.yaml: # nothing",
}

// runnable says which word of the world cannot be run here; "" for none. An
// object whose manifest tells Flux to leave it alone is never made by Flux, and
// a kubeConfig needs a second API server.
func (w *world) runnable() string {
	for commit, paths := range w.commits {
		for _, words := range paths {
			if i := slices.IndexFunc(words, func(word string) bool { return strings.Contains(word, "+disabled") }); commit == 0 && i >= 0 {
				return words[i]
			}
		}
		w.tree(commit, true)
	}
	return w.foreign
}

// object reads KIND/NAME[@NAMESPACE][(WORD,…)][=CONTENT][+TRAIT…].
func (w *world) object(word string, awake bool) map[string]any {
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
	o := w.manifest(kind, name, namespace, content, attributes, awake)
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

func (w *world) manifest(kind, name, namespace, content, attributes string, awake bool) map[string]any {
	metadata := map[string]any{"name": name, "namespace": w.namespace(namespace)}
	o := map[string]any{"apiVersion": "v1", "kind": kind, "metadata": metadata}
	switch kind {
	case "K":
		return w.kustomization(name, attributes, awake)
	case "Namespace":
		o["metadata"] = map[string]any{"name": w.namespace(name)}
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
		return w.definition(name)
	default: // a kind that a CRD of the world defines
		o["apiVersion"] = w.name + ".example.org/v1"
	}
	return o
}

func (w *world) definition(kind string) map[string]any {
	plural := strings.ToLower(kind) + "s"
	return map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": plural + "." + w.name + ".example.org"},
		"spec": map[string]any{"group": w.name + ".example.org", "scope": "Namespaced",
			"names": map[string]any{"kind": kind, "plural": plural},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}}}}}}
}

func (w *world) kustomization(name, words string, awake bool) map[string]any {
	namespace := "flux"
	flux := w.namespace(namespace)
	spec := map[string]any{"interval": "1h", "retryInterval": "3s", "prune": true,
		"sourceRef": map[string]any{"kind": "GitRepository", "name": w.name, "namespace": flux}}
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
			spec["dependsOn"] = []any{map[string]any{"name": value, "namespace": flux}}
		case "ns":
			namespace = value
		case "wait":
			spec["wait"], spec["timeout"] = true, "30s"
		case "target":
			spec["targetNamespace"] = w.namespace(value)
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
	return map[string]any{"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization",
		"metadata": map[string]any{"name": name, "namespace": w.namespace(namespace)}, "spec": spec}
}
