package planner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Encode writes a plan as its JSON document, two spaces of indent, ending in
// a newline. Every list is written, an empty one as []. It does not change p.
func Encode(p *Plan) ([]byte, error) {
	filled := *p
	filled.copyLists()
	filled.fillLists()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(&filled); err != nil {
		return nil, fmt.Errorf("writing a plan as JSON: %w", err)
	}
	return out.Bytes(), nil
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
