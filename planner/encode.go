package planner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/fluxmigrate/fluxmigrate/planner/proof"
)

// Encode writes a plan as its JSON document, two spaces of indent, ending in
// a newline. Every list is written, an empty one as []. It does not change p.
// The proofs, which no person reads there, have one line for each
// scene and for each component; see Proofs.MarshalJSON.
func Encode(p *Plan) ([]byte, error) {
	filled := *p
	filled.copyLists()
	filled.fillLists()
	proofs := filled.Proofs
	filled.Proofs = Proofs{Naive: []proof.Proof{}, Plan: []proof.Proof{}}
	text, err := indented(&filled)
	if err != nil {
		return nil, err
	}
	empty := []byte("\"proofs\": {\n    \"scenes\": [],\n    \"naive\": [],\n    \"plan\": []\n  }")
	if !bytes.Contains(text, empty) {
		return nil, errors.New("writing a plan as JSON: it has no place for its proofs")
	}
	lines, err := proofLines(proofs)
	if err != nil {
		return nil, err
	}
	return bytes.Replace(text, empty, lines, 1), nil
}

func indented(value any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return nil, fmt.Errorf("writing a plan as JSON: %w", err)
	}
	return out.Bytes(), nil
}

// proofLines writes proofs with a line for each scene and each component.
func proofLines(p Proofs) ([]byte, error) {
	lines, err := compact(p)
	if err != nil {
		return nil, err
	}
	for _, begins := range []string{`{"objects":["`, `{"controller":"`} {
		lines = bytes.ReplaceAll(lines, []byte(begins), []byte("\n    "+begins))
	}
	return append([]byte(`"proofs": `), lines...), nil
}

// Decode reads what Encode writes. It refuses another apiVersion or kind, a
// field it does not know, and anything after the document. It does not judge
// the plan: that is Validate's business.
func Decode(data []byte) (*Plan, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var p Plan
	if err := dec.Decode(&p); err != nil {
		return nil, fmt.Errorf("reading a plan: %w; write one with fluxmigrate plan -o json", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("reading a plan: there is more after the document; a plan file holds one plan")
	}
	if p.APIVersion != APIVersion || p.Kind != Kind {
		return nil, fmt.Errorf("reading a plan: it is %s %s, and this program reads %s %s; plan again", p.APIVersion, p.Kind, APIVersion, Kind)
	}
	p.fillLists()
	return &p, nil
}
