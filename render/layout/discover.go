package layout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// syncFile is what flux bootstrap writes: the source and the root of a cluster.
const syncFile = "gotk-sync.yaml"

// ErrNoRoots is returned by Discover where a tree has no gotk-sync.yaml.
var ErrNoRoots = errors.New("no root Kustomization found")

// Discover makes the layout of a repository without fluxmigrate.yaml from the
// gotk-sync.yaml files in it. Where they declare one root for several clusters,
// each belongs to a cluster named like the last folder of its path. The error
// names a file that cannot be read; it is ErrNoRoots where there is none.
func Discover(t *tree.Tree) (*Layout, error) {
	l := &Layout{File: syncFile}
	for _, p := range t.Paths() {
		if path.Base(p) != syncFile {
			continue
		}
		if err := l.addSync(t, p); err != nil {
			return nil, err
		}
	}
	if len(l.Roots) == 0 {
		return nil, fmt.Errorf("%w in %s: it has neither %s nor a %s with a Kustomization; write the first, or name a root with "+
			"--root NAMESPACE/NAME=PATH", ErrNoRoots, t.Name(), FileName, syncFile)
	}
	l.tellClustersApart()
	return l, nil
}

func (l *Layout) addSync(t *tree.Tree, p string) error {
	content, err := t.ReadFile(p)
	if err != nil {
		return err
	}
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), 4096)
	for {
		var doc map[string]any
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("look for roots in %s: %w", p, err)
		}
		l.addDocument(doc, p)
	}
}

func (l *Layout) addDocument(doc map[string]any, file string) {
	group, _, _ := strings.Cut(text(doc, "apiVersion"), "/")
	switch kind := text(doc, "kind"); {
	case group == "kustomize.toolkit.fluxcd.io" && kind == "Kustomization":
		l.Roots = append(l.Roots, rootOf(doc, file))
	case group == "source.toolkit.fluxcd.io" && known(kind, sourceKinds):
		l.addSource(doc)
	}
}

// addSource takes the source over once: clusters share its name.
func (l *Layout) addSource(doc map[string]any) {
	s := Source{Path: ".", Ref: ownership.SourceRef{
		Kind: text(doc, "kind"), Namespace: text(doc, "metadata", "namespace"), Name: text(doc, "metadata", "name"),
	}}
	if spec, ok := doc["spec"].(map[string]any); ok {
		if ignore, ok := spec["ignore"].(string); ok {
			s.Ignore = &ignore
		}
	}
	for _, other := range l.Sources {
		if other.Ref == s.Ref {
			return
		}
	}
	l.Sources = append(l.Sources, s)
}

func rootOf(doc map[string]any, file string) Root {
	r := Root{
		ID:     ownership.KustomizationID{Namespace: text(doc, "metadata", "namespace"), Name: text(doc, "metadata", "name")},
		Path:   text(doc, "spec", "path"),
		MadeBy: "flux bootstrap",
		File:   file,
		Spec:   map[string]any{},
		Source: ownership.SourceRef{
			Kind:      text(doc, "spec", "sourceRef", "kind"),
			Namespace: text(doc, "spec", "sourceRef", "namespace"),
			Name:      text(doc, "spec", "sourceRef", "name"),
		},
	}
	if r.Source.Namespace == "" {
		r.Source.Namespace = r.ID.Namespace
	}
	spec, _ := doc["spec"].(map[string]any)
	for field, value := range spec {
		if field != "path" && field != "sourceRef" {
			r.Spec[field] = value
		}
	}
	return r
}

// rootKey is one root in one cluster.
type rootKey struct {
	id      ownership.KustomizationID
	cluster string
}

// tellClustersApart names a cluster for each of the roots that have one id:
// by the last folder of their paths, or by the paths where these end alike.
func (l *Layout) tellClustersApart() {
	count := map[ownership.KustomizationID]int{}
	ends := map[rootKey]int{}
	for _, r := range l.Roots {
		count[r.ID]++
		ends[rootKey{r.ID, path.Base(cleaned(r.Path))}]++
	}
	for i, r := range l.Roots {
		switch name := path.Base(cleaned(r.Path)); {
		case count[r.ID] == 1:
		case ends[rootKey{r.ID, name}] > 1:
			l.Roots[i].Cluster = cleaned(r.Path)[1:]
		default:
			l.Roots[i].Cluster = name
		}
	}
}

func cleaned(p string) string { return path.Clean("/" + p) }

// text gives the string at a place of a document, "" where there is none.
func text(doc map[string]any, place ...string) string {
	for _, key := range place[:len(place)-1] {
		doc, _ = doc[key].(map[string]any)
	}
	s, _ := doc[place[len(place)-1]].(string)
	return s
}
