package render

import (
	"maps"
	"reflect"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// node is one Kustomization while its tree is walked.
type node struct {
	id       ownership.KustomizationID
	manifest map[string]any // effective: as its parent applies it
	file     string
	root     bool
	madeBy   string
	tainted  []string // fields of the manifest whose values are not certain
	parents  map[ownership.KustomizationID]bool
	others   []map[string]any // other manifests that other parents apply
	spec     ownership.Spec
	result   build.Result
}

// sortedParents lists who renders the node.
func (n *node) sortedParents() []ownership.KustomizationID {
	return slices.SortedFunc(maps.Keys(n.parents), ownership.KustomizationID.Compare)
}

// addParent records that a parent applies this node with a manifest. A
// manifest with another spec than the one known is kept beside it: which of
// the two is live changes with each run of either parent (R5.3).
func (n *node) addParent(parent ownership.KustomizationID, manifest map[string]any) {
	n.parents[parent] = true
	if sameSpec(n.manifest, manifest) {
		return
	}
	if !slices.ContainsFunc(n.others, func(m map[string]any) bool { return sameSpec(m, manifest) }) {
		n.others = append(n.others, manifest)
	}
}

func sameSpec(a, b map[string]any) bool { return reflect.DeepEqual(a["spec"], b["spec"]) }

// children gives the Kustomizations of a result that Flux would follow, in
// the order of the build. Those applied to another cluster are not followed.
func children(spec ownership.Spec, result build.Result) []build.Object {
	if spec.Cluster != "" {
		return nil
	}
	var found []build.Object
	for _, o := range result.Objects {
		id, err := ownership.ObjectIDOf(o.Data)
		if err != nil || o.IDUnknown != "" {
			continue
		}
		if _, ok := id.AsKustomization(); ok {
			found = append(found, o)
		}
	}
	return found
}
