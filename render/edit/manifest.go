package edit

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/yamledit"
)

// manifest is an object of a file: the document, and where in it.
type manifest struct {
	doc                               int
	at                                yamledit.Path // items[i] of a List
	apiVersion, kind, namespace, name string
}

// inside is what a text holds: how many documents, and the objects of each.
type inside struct {
	docs      int
	manifests []manifest
}

// inside reads a text, each part of it once.
func (f Files) inside(raw []byte) (inside, error) {
	var all inside
	for _, part := range yamledit.Split(raw) {
		own, ok := f.known[string(part)]
		if !ok {
			var err error
			if own, err = read(part); err != nil {
				if _, whole := read(raw); whole != nil {
					err = whole // which counts lines from the top
				}
				return inside{}, err
			}
			f.known[string(part)] = own
		}
		for _, m := range own.manifests {
			m.doc += all.docs
			all.manifests = append(all.manifests, m)
		}
		all.docs += own.docs
	}
	return all, nil
}

func read(raw []byte) (inside, error) {
	docs, err := yamledit.Documents(raw)
	if err != nil {
		return inside{}, err
	}
	all := inside{docs: len(docs)}
	for i, top := range docs {
		items := field(top, "items")
		if strings.HasSuffix(scalar(top, "kind"), "List") && items != nil && items.Kind == yaml.SequenceNode {
			for j, item := range items.Content {
				all.manifests = append(all.manifests, manifestOf(item, i, yamledit.Path{"items", j}))
			}
			continue
		}
		all.manifests = append(all.manifests, manifestOf(top, i, nil))
	}
	return all, nil
}

func manifestOf(n *yaml.Node, doc int, at yamledit.Path) manifest {
	metadata := field(n, "metadata")
	return manifest{doc, at, scalar(n, "apiVersion"), scalar(n, "kind"), scalar(metadata, "namespace"), scalar(metadata, "name")}
}

// field gives what a mapping has under a name, nil if nothing.
func field(n *yaml.Node, name string) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	for i := 0; n != nil && n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			if v := n.Content[i+1]; v.Kind != yaml.AliasNode {
				return v
			}
			return n.Content[i+1].Alias
		}
	}
	return nil
}

func scalar(n *yaml.Node, name string) string {
	if v := field(n, name); v != nil && v.Kind == yaml.ScalarNode {
		return v.Value
	}
	return ""
}

// likeness says how well a manifest fits an object as it is rendered: names and
// namespaces may be completed on the way.
func (m manifest) likeness(o ownership.ObjectID) int {
	group, _ := ownership.SplitAPIVersion(m.apiVersion)
	switch {
	case m.kind != o.Kind || group != o.Group:
		return 0
	case m.name == o.Name && m.namespace == o.Namespace:
		return 4
	case m.name == o.Name:
		return 3
	case m.name != "" && strings.Contains(o.Name, m.name):
		return 2
	}
	return 1
}

// find gives the manifest of an object in a text: the one that is most like it.
func (f Files) find(raw []byte, o ownership.ObjectID) (manifest, error) {
	all, err := f.inside(raw)
	if err != nil {
		return manifest{}, err
	}
	var best []manifest
	most := 1
	for _, m := range all.manifests {
		switch like := m.likeness(o); {
		case like > most || like == most && len(best) == 0:
			best, most = []manifest{m}, like
		case like == most:
			best = append(best, m)
		}
	}
	switch len(best) {
	case 0:
		return manifest{}, fmt.Errorf("it holds no manifest of %s", o.Display())
	case 1:
		return best[0], nil
	}
	return manifest{}, fmt.Errorf("it holds %d manifests that may be %s", len(best), o.Display())
}
