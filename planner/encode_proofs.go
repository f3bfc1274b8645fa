package planner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	asked "github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// proofsDocument is how proofs are written: hundreds of scenes differ in names
// only, so each is there once without names, and a component says which it is
// of, and its names.
type proofsDocument struct {
	Scenes []json.RawMessage `json:"scenes"`
	Naive  []proofDocument   `json:"naive"`
	Plan   []proofDocument   `json:"plan"`
}

type proofDocument struct {
	proof.Proof
	Components []componentDocument `json:"components"`
}

type componentDocument struct {
	proof.Component
	Scene *int         `json:"scene,omitempty"` // index of scenes
	Names *asked.Names `json:"names,omitempty"`
}

// MarshalJSON writes like scenes once.
func (p Proofs) MarshalJSON() ([]byte, error) {
	w := sceneWriter{places: make(map[string]int), document: proofsDocument{Scenes: []json.RawMessage{}}}
	w.document.Naive, w.document.Plan = w.proofs(p.Naive), w.proofs(p.Plan)
	if w.err != nil {
		return nil, w.err
	}
	return compact(w.document)
}

type sceneWriter struct {
	document proofsDocument
	places   map[string]int // of digests, in document.Scenes
	err      error
}

func (w *sceneWriter) proofs(all []proof.Proof) []proofDocument {
	written := make([]proofDocument, len(all))
	for i, p := range all {
		written[i] = proofDocument{Proof: p, Components: make([]componentDocument, len(p.Components))}
		for j, c := range p.Components {
			written[i].Components[j] = w.component(c)
		}
	}
	return written
}

func (w *sceneWriter) component(c proof.Component) componentDocument {
	written := componentDocument{Component: c}
	if c.Scene == nil {
		return written
	}
	digest := c.Scene.Digest()
	place, known := w.places[digest]
	if !known {
		place = len(w.document.Scenes)
		w.places[digest] = place
		text, err := compact(c.Scene.Anonymous())
		w.err = errors.Join(w.err, err)
		w.document.Scenes = append(w.document.Scenes, text)
	}
	names := c.Scene.Names()
	written.Scene, written.Names = &place, &names
	return written
}

// UnmarshalJSON reads what MarshalJSON writes, and nothing else: every scene
// has a component, and every component of a scene has names that fit.
func (p *Proofs) UnmarshalJSON(data []byte) error {
	var d proofsDocument
	if err := strictly(data, &d); err != nil {
		return err
	}
	r := sceneReader{scenes: d.Scenes, used: make([]bool, len(d.Scenes))}
	var err error
	if p.Naive, err = r.proofs(d.Naive); err != nil {
		return err
	}
	if p.Plan, err = r.proofs(d.Plan); err != nil {
		return err
	}
	for i, used := range r.used {
		if !used {
			return fmt.Errorf("scene %d of the proofs belongs to no component", i)
		}
	}
	return nil
}

type sceneReader struct {
	scenes []json.RawMessage
	used   []bool
}

func (r *sceneReader) proofs(all []proofDocument) ([]proof.Proof, error) {
	read := make([]proof.Proof, len(all))
	for i, d := range all {
		read[i] = d.Proof
		read[i].Components = make([]proof.Component, len(d.Components))
		for j, c := range d.Components {
			part, err := r.component(c)
			if err != nil {
				return nil, fmt.Errorf("component %d of a proof: %w", j, err)
			}
			read[i].Components[j] = part
		}
	}
	return read, nil
}

func (r *sceneReader) component(d componentDocument) (proof.Component, error) {
	c := d.Component
	if d.Scene == nil && d.Names == nil {
		return c, nil
	}
	if d.Scene == nil || d.Names == nil || *d.Scene < 0 || *d.Scene >= len(r.scenes) {
		return c, errors.New("a scene and its names go together, and the scene is one of those listed")
	}
	c.Scene = new(asked.Scene) // its own copy
	if err := strictly(r.scenes[*d.Scene], c.Scene); err != nil {
		return c, err
	}
	r.used[*d.Scene] = true
	return c, c.Scene.Name(*d.Names)
}

func strictly(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("there is more behind it")
	}
	return nil
}

// compact writes a value as JSON without a line end.
func compact(value any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, fmt.Errorf("writing a plan as JSON: %w", err)
	}
	return bytes.TrimSpace(out.Bytes()), nil
}
