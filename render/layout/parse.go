package layout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Parse reads a layout. It is strict: the error names file and line of
// everything that is unknown or does not fit together, in the order of the
// file, with the nearest known name. file is only used in errors.
func Parse(data []byte, file string) (*Layout, error) {
	p := &parser{file: file, layout: &Layout{File: file}}
	doc, err := p.document(data)
	if err != nil {
		return nil, err
	}
	p.top(doc)
	if len(p.problems) == 0 {
		p.validate()
	}
	if err := p.err(); err != nil {
		return nil, err
	}
	return p.layout, nil
}

// parser collects problems instead of stopping at the first.
type parser struct {
	file      string
	layout    *Layout
	roots     []pending
	modeLines []modeLine
	problems  []problem
}

type problem struct {
	line int
	text string
}

func (p *parser) report(n *yaml.Node, format string, args ...any) {
	p.reportAt(n.Line, format, args...)
}

func (p *parser) reportAt(line int, format string, args ...any) {
	p.problems = append(p.problems, problem{line, fmt.Sprintf(format, args...)})
}

func (p *parser) err() error {
	errs := make([]error, 0, len(p.problems))
	sortProblems(p.problems)
	for _, q := range p.problems {
		errs = append(errs, fmt.Errorf("%s:%d: %s", p.file, q.line, q.text))
	}
	return errors.Join(errs...)
}

// document reads exactly one YAML document, whose top is a mapping.
func (p *parser) document(data []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s is empty; it begins with apiVersion: %s and kind: %s", p.file, APIVersion, Kind)
	} else if err != nil {
		return nil, p.yamlError(err)
	}
	// Decoding finds what the nodes do not show: duplicate keys, anchors that
	// contain themselves.
	var whole any
	if err := doc.Decode(&whole); err != nil {
		return nil, p.yamlError(err)
	}
	if _, ok := whole.(map[string]any); !ok || len(doc.Content) != 1 {
		return nil, fmt.Errorf("%s: want a mapping with apiVersion: %s and kind: %s", p.file, APIVersion, Kind)
	}
	var second yaml.Node
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s holds more than one YAML document", p.file)
	}
	return resolved(doc.Content[0]), nil
}

func (p *parser) yamlError(err error) error {
	return fmt.Errorf("%s is no valid YAML: %s", p.file, strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n  ", " "), "yaml: "))
}

// top reads the fields of the document.
func (p *parser) top(doc *yaml.Node) {
	l := p.layout
	seen := p.fields(doc, "the layout", map[string]func(*yaml.Node){
		"apiVersion": func(n *yaml.Node) { p.constant(n, "apiVersion", APIVersion) },
		"kind":       func(n *yaml.Node) { p.constant(n, "kind", Kind) },
		"sources":    func(n *yaml.Node) { p.each(n, "sources", p.source) },
		"roots":      func(n *yaml.Node) { p.each(n, "roots", p.root) },
		"parameters": func(n *yaml.Node) { l.Parameters = p.values(n, "parameters") },
		"variables":  func(n *yaml.Node) { l.Variables = p.values(n, "variables") },
		"flux":       p.flux,
		"clusters":   func(n *yaml.Node) { l.Clusters = p.values(n, "clusters") },
		"modes":      p.modes,
		"protect":    func(n *yaml.Node) { p.each(n, "protect", p.protect) },
		"moved":      func(n *yaml.Node) { p.each(n, "moved", p.moved) },
		"invariants": func(n *yaml.Node) { p.each(n, "invariants", p.invariant) },
		"between":    func(n *yaml.Node) { l.Between = p.count(n, "between") },
	})
	for _, required := range []string{"apiVersion", "kind", "roots"} {
		if !seen[required] {
			p.report(doc, "%s is missing", required)
		}
	}
}
