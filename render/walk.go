package render

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// maxPasses bounds how often a tree is walked again because a later
// Kustomization rendered a value or a source that an earlier one needs.
const maxPasses = 5

// supplyValue says how to give a value that is made outside Git.
const supplyValue = "give the value with --var NAME=VALUE or under variables in fluxmigrate.yaml"

// walker follows one state from its roots.
type walker struct {
	builder *build.Builder
	sources *sources
	values  *values
	// variables stands in for values where a run meets others.
	variables build.Variables
}

// walk builds the roots and everything below them. Values and source
// settings that turn up on the way may concern what was built before; then
// the tree is walked again, until nothing changes. It says whether it came to
// that.
func (w *walker) walk(roots []*node) (nodes []*node, settled bool) {
	for range maxPasses {
		nodes = w.pass(roots)
		values, sources := w.values.settle(nodes), w.sources.settle(nodes)
		if values && sources {
			return nodes, true
		}
	}
	return nodes, false
}

// pass walks the tree once, level by level, and gives the nodes sorted.
func (w *walker) pass(roots []*node) []*node {
	known := make(map[ownership.KustomizationID]*node)
	var level []*node
	for _, r := range roots {
		n := *r
		n.parents, n.others = map[ownership.KustomizationID]bool{}, nil
		known[n.id] = &n
		level = append(level, &n)
	}
	for len(level) > 0 {
		w.buildLevel(level)
		level = nextLevel(level, known)
	}
	nodes := make([]*node, 0, len(known))
	for _, n := range known {
		nodes = append(nodes, n)
	}
	slices.SortFunc(nodes, func(a, b *node) int { return a.id.Compare(b.id) })
	return nodes
}

// nextLevel takes in the children of a level; new ones are the next.
func nextLevel(level []*node, known map[ownership.KustomizationID]*node) []*node {
	slices.SortFunc(level, func(a, b *node) int { return a.id.Compare(b.id) })
	var next []*node
	for _, parent := range level {
		for _, o := range children(parent.spec, parent.result) {
			id := childID(o)
			if n := known[id]; n != nil {
				n.addParent(parent.id, o.Data)
				continue
			}
			n := &node{id: id, manifest: o.Data, file: o.File, tainted: o.Tainted,
				parents: map[ownership.KustomizationID]bool{parent.id: true}}
			known[id] = n
			next = append(next, n)
		}
	}
	return next
}

func childID(o build.Object) ownership.KustomizationID {
	id, _ := ownership.ObjectIDOf(o.Data)
	k, _ := id.AsKustomization()
	return k
}

// buildLevel builds nodes side by side, then makes their values known to the
// levels below.
func (w *walker) buildLevel(level []*node) {
	var wait sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, n := range level {
		free <- struct{}{}
		wait.Go(func() {
			defer func() { <-free }()
			w.buildNode(n)
		})
	}
	wait.Wait()
	for _, n := range level {
		w.values.learn(n)
	}
}

// buildNode builds a node. One that renders itself is built again with the
// manifest it renders, since that is the one it will run with.
func (w *walker) buildNode(n *node) {
	for range maxPasses {
		n.spec, n.result = w.build(n.id, n.manifest, n.tainted)
		self, ok := ownManifest(n)
		if !ok || sameSpec(self.Data, n.manifest) {
			return
		}
		n.manifest, n.tainted = self.Data, self.Tainted
	}
	n.result = build.Result{Unknown: "it renders itself, each time with another spec"}
}

func ownManifest(n *node) (build.Object, bool) {
	for _, o := range children(n.spec, n.result) {
		if childID(o) == n.id {
			return o, true
		}
	}
	return build.Object{}, false
}

// build builds one manifest at the artifacts of this state.
func (w *walker) build(id ownership.KustomizationID, manifest map[string]any, tainted []string) (ownership.Spec, build.Result) {
	spec, err := ownership.SpecFromManifest(id.Namespace, manifest)
	if err != nil {
		return spec, build.Result{Failed: fmt.Sprintf("the API server refuses the Kustomization: %v", err)}
	}
	if field := steering(tainted); field != "" {
		return spec, build.Result{
			Unknown: fmt.Sprintf("its %s holds a variable whose value is not known", field),
			Supply:  supplyValue,
		}
	}
	if strings.Contains(spec.Path+spec.Source.String()+spec.DeletionPolicy, build.UnknownValue) {
		return spec, build.Result{Unknown: "its path or source holds a value that is not known", Supply: supplyValue}
	}
	artifact, why, supply := w.sources.artifact(spec.Source)
	if artifact == nil {
		return spec, build.Result{Unknown: why, Supply: supply}
	}
	variables := w.variables
	if variables == nil {
		variables = w.values
	}
	result := w.builder.Build(build.Request{Artifact: artifact, Manifest: manifest, Variables: variables})
	if why := refused(spec, result); why != "" {
		return spec, build.Result{Failed: why}
	}
	return spec, result
}

// refused says which child the API server refuses, because a field is not
// there that the CustomResourceDefinition requires (kustomize-controller
// api/v1, KustomizationSpec); the whole apply fails then (R5.4).
func refused(spec ownership.Spec, result build.Result) string {
	for _, o := range children(spec, result) {
		child, _ := o.Data["spec"].(map[string]any)
		for _, field := range []string{"interval", "prune", "sourceRef"} {
			if _, ok := child[field]; !ok {
				return fmt.Sprintf("the API server refuses Kustomization %s of %s: spec.%s is required", childID(o), o.File, field)
			}
		}
	}
	return ""
}

// steering gives the first field of a Kustomization that decides what it
// renders or deletes and whose value is not certain.
func steering(tainted []string) string {
	harmless := []string{"spec.interval", "spec.retryInterval", "spec.timeout", "spec.healthChecks", "spec.healthCheckExprs",
		"spec.dependsOn", "spec.wait", "spec.decryption", "spec.postBuild"}
	for _, field := range tainted {
		ok := strings.HasPrefix(field, "metadata.") ||
			slices.ContainsFunc(harmless, func(h string) bool {
				return field == h || strings.HasPrefix(field, h+".") || strings.HasPrefix(field, h+"[")
			})
		if !ok {
			return field
		}
	}
	return ""
}
