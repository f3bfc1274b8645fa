package live

import (
	"bytes"
	"fmt"
	"io"

	"sigs.k8s.io/yaml"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

const header = `# What a cluster held, as fluxmigrate read it: one Kubernetes List for each kind.
# Kustomizations have spec, status and inventory; sources, HelmReleases and
# kustomize-controller what matters of them; ConfigMaps that substituteFrom names
# their data; everything else metadata only. No data of Secrets. Managed fields are reduced to those a plan looks at.
# Read it with --live FILE.
`

// WriteSnapshot writes a reading as plain Kubernetes Lists in YAML, one for
// each kind, sorted, and last what a list cannot say: the version of the
// server, what is missing, unknown and assumed. The same reading gives the
// same bytes, and ReadSnapshot makes the same observation of them. The context
// is not written: it may name people.
func WriteSnapshot(w io.Writer, r *Reading) error {
	var b bytes.Buffer
	b.WriteString(header)
	for start, end := 0, 0; start < len(r.manifests); start = end {
		var items []any
		for end < len(r.manifests) && sameKind(r.manifests[start].id, r.manifests[end].id) {
			items = append(items, r.manifests[end].fields)
			end++
		}
		if err := writeDocument(&b, map[string]any{"apiVersion": "v1", "kind": "List", "items": items}); err != nil {
			return err
		}
	}
	if r.kubernetes != "" {
		// As kubectl version -o yaml has it.
		if err := writeDocument(&b, map[string]any{"serverVersion": map[string]any{"gitVersion": r.kubernetes}}); err != nil {
			return err
		}
	}
	if doc := r.gaps(); len(doc.Missing)+len(doc.Unknowns)+len(doc.Assumptions) > 0 {
		if err := writeDocument(&b, doc); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func sameKind(a, b ownership.ObjectID) bool { return a.Group == b.Group && a.Kind == b.Kind }

func writeDocument(b *bytes.Buffer, document any) error {
	text, err := yaml.Marshal(document)
	if err != nil {
		return fmt.Errorf("writing the snapshot: %w", err)
	}
	b.WriteString("---\n")
	b.Write(text)
	return nil
}

func (r *Reading) gaps() observation {
	doc := observation{APIVersion: observationVersion, Kind: observationKind, Metadata: map[string]string{"name": "observation"},
		Missing: r.missing}
	for _, u := range r.unknowns {
		doc.Unknowns = append(doc.Unknowns, gap(u))
	}
	for _, a := range r.assumptions {
		doc.Assumptions = append(doc.Assumptions, gap{Subject: a.Subject, Why: a.Text})
	}
	return doc
}
