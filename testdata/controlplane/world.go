package controlplane

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing/fstest"

	"sigs.k8s.io/yaml"
)

// World is a tiny repository and its roots, over a line of steps, in the
// language of planner/hazard/world_test.go: there it is looked at, here it is
// run. Namespaces get the world's own name in front, so that many run at a
// time. Beside commits and switches a step may be, on a line of its own:
//
//	quiet              wait until nothing happens any more
//	pause 300          wait, in milliseconds
//	suspend K, resume K, policy K WORD, delete K, request K
//	                   a person edits or deletes a Kustomization, or has it run
//	guard KIND/NAME, unguard KIND/NAME
//	                   a person guards an object live, under a manager of its own
//	gather             wait for the other worlds of the same batch
//	restart            kustomize-controller is stopped and started, for all
//
// What follows a step follows at once, but for the waits. Two more lines say how
// the Kustomizations are made:
//
//	accounts           each acts as a service account of its own name
//	interval 5s        and not 1h
type World struct {
	Name     string
	Commits  []map[string][]string // path → its objects, as written
	Roots    []map[string]string   // by switch: name → words
	Steps    []Step
	Accounts bool
	Interval string

	foreign string // a word that cannot be run here
}

// Step is one thing that is done in a world.
type Step struct {
	Verb string // commit, switch, or another word of World
	Args []string
	At   Position // after it
}

// Position counts commits and switches.
type Position struct{ Commit, Turn int }

// verbs are the steps other than commit and switch, with the number of words
// that follow.
var verbs = map[string]int{"quiet": 0, "pause": 1, "suspend": 1, "resume": 1, "policy": 2, "delete": 1, "request": 1,
	"guard": 1, "unguard": 1, "gather": 0, "restart": 0}

// ParseWorld reads a world. A line that it does not know is a path.
func ParseWorld(name, text string) *World {
	w := &World{Name: name, Roots: []map[string]string{{}}, Interval: "1h"}
	for line := range strings.SplitSeq(text, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			w.line(words)
		}
	}
	return w
}

func (w *World) line(words []string) {
	roots := w.Roots[len(w.Roots)-1]
	count, isVerb := verbs[words[0]]
	switch {
	case words[0] == "commit":
		next := map[string][]string{}
		if n := len(w.Commits); n > 0 {
			next = maps.Clone(w.Commits[n-1])
		}
		w.Commits = append(w.Commits, next)
		w.step("commit")
	case words[0] == "switch":
		w.Roots = append(w.Roots, maps.Clone(roots))
		w.step("switch")
	case words[0] == "root":
		roots[words[1]] = strings.Join(words[2:], ",")
	case words[0] == "-root":
		delete(roots, words[1])
	case words[0] == "accounts":
		w.Accounts = true
	case words[0] == "interval":
		w.Interval = words[1]
	case isVerb && len(words) == count+1:
		w.step(words[0], words[1:]...)
	default:
		w.path(strings.TrimSuffix(words[0], ":"), words[1:])
	}
}

func (w *World) step(verb string, args ...string) {
	w.Steps = append(w.Steps, Step{verb, args, Position{len(w.Commits) - 1, len(w.Roots) - 1}})
}

func (w *World) path(name string, words []string) {
	at := w.Commits[len(w.Commits)-1]
	delete(at, name)
	if !slices.Equal(words, []string{"-"}) {
		at[name] = words
	}
}

// Namespace is where the world's namespace of that name lies.
func (w *World) Namespace(name string) string { return w.Name + "-" + name }

// Desired names the objects that the world has at a step, as the rules do:
// "Gateway demo/edge".
func (w *World) Desired(at Position) []string {
	var names, queue []string
	for name, words := range w.Roots[at.Turn] {
		queue = append(queue, "K/"+name+"("+words+")")
	}
	for i := 0; i < len(queue); i++ {
		if strings.HasPrefix(queue[i], "!") {
			continue
		}
		if slices.Contains(queue[:i], queue[i]) {
			continue // it renders itself, or two render it
		}
		o := w.Object(queue[i], true)
		metadata := o["metadata"].(map[string]any)
		namespace, _ := metadata["namespace"].(string)
		names = append(names, fmt.Sprintf("%s %s/%s", o["kind"], strings.TrimPrefix(namespace, w.Name+"-"), metadata["name"]))
		if spec, _ := o["spec"].(map[string]any); o["kind"] == "Kustomization" {
			queue = append(queue, w.Commits[at.Commit][strings.TrimPrefix(spec["path"].(string), "./")]...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Tree is what the repository holds at a commit. awake leaves out every
// suspend, for the first steady state.
func (w *World) Tree(commit int, awake bool) fs.FS {
	tree := fstest.MapFS{}
	for path, words := range w.Commits[commit] {
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
			content, err := yaml.Marshal(w.Object(word, awake))
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

// Runnable says which word of the world cannot be run here; "" for none. An
// object whose manifest tells Flux to leave it alone is never made by Flux, and
// a kubeConfig needs a second API server.
func (w *World) Runnable() string {
	for commit, paths := range w.Commits {
		for _, words := range paths {
			if i := slices.IndexFunc(words, func(word string) bool { return strings.Contains(word, "+disabled") }); commit == 0 && i >= 0 {
				return words[i]
			}
		}
		w.Tree(commit, true)
	}
	return w.foreign
}
