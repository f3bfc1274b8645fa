package edit

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/yamledit"
)

// saying gives the patches that say the field of the object already: the one
// that is applied last comes first.
func (e Edit) saying(f Files, owner Owner, chain []string, m manifest) []Level {
	var levels []Level
	if owner.File != "" {
		for _, l := range e.sayingIn(f, owner.File, owner.patches(f), "spec.patches of "+owner.ID.String(), m) {
			l.PatchesOf = []ownership.KustomizationID{owner.ID}
			levels = append(levels, l)
		}
	}
	for _, file := range chain {
		for _, list := range []string{"patches", "patchesJson6902", "patchesStrategicMerge"} {
			levels = append(levels, e.sayingIn(f, file, place{at: yamledit.Path{list}}, list+" of "+file, m)...)
		}
	}
	return levels
}

// place is a list of patches in a file.
type place struct {
	doc int
	at  yamledit.Path
}

// patches gives where spec.patches of an owner lies in its file.
func (o Owner) patches(f Files) place {
	raw, err := f.read(o.File)
	if err != nil {
		return place{doc: -1}
	}
	m, err := f.find(raw, o.ID.Object())
	if err != nil {
		return place{doc: -1}
	}
	return place{m.doc, append(m.at[:len(m.at):len(m.at)], "spec", "patches")}
}

func (e Edit) sayingIn(f Files, file string, p place, how string, m manifest) []Level {
	raw, err := f.read(file)
	if err != nil || p.doc < 0 {
		return nil
	}
	docs, err := yamledit.Documents(raw)
	if err != nil || p.doc >= len(docs) {
		return nil
	}
	list := at(docs[p.doc], p.at)
	if list == nil || list.Kind != yaml.SequenceNode {
		return nil
	}
	var levels []Level
	for i := len(list.Content) - 1; i >= 0; i-- {
		entry := list.Content[i]
		if !mayTarget(field(entry, "target"), m) {
			continue
		}
		if l, ok := e.sayingEntry(f, file, p, i, entry, m); ok {
			l.How, l.wide = "the patch in "+how, field(entry, "target") != nil && scalar(field(entry, "target"), "name") != pattern(m.name)
			levels = append(levels, l)
		}
	}
	return levels
}

// sayingEntry looks at one patch: its text is in the entry, or in a file.
func (e Edit) sayingEntry(f Files, file string, p place, i int, entry *yaml.Node, m manifest) (Level, bool) {
	inline, named := entry.Value, ""
	key := append(p.at[:len(p.at):len(p.at)], i)
	switch {
	case entry.Kind == yaml.MappingNode:
		inline, named = scalar(entry, "patch"), scalar(entry, "path")
		key = append(key, "patch")
	case !strings.Contains(inline, "\n"):
		named = inline
	}
	if named != "" {
		other := path.Join(path.Dir(file), named)
		raw, err := f.read(other)
		ok := err == nil && e.says(raw, m, field(entry, "target") != nil)
		return Level{File: other, apply: func(f Files) error { return e.inPatchFile(f, other, m) }}, ok
	}
	return Level{File: file, apply: func(f Files) error { return e.inPatchText(f, file, p.doc, key, m) }},
		e.says([]byte(inline), m, field(entry, "target") != nil)
}

// at follows fields.
func at(n *yaml.Node, p yamledit.Path) *yaml.Node {
	for _, key := range p {
		switch key := key.(type) {
		case string:
			n = field(n, key)
		case int:
			if n == nil || n.Kind != yaml.SequenceNode || key >= len(n.Content) {
				return nil
			}
			n = n.Content[key]
		}
	}
	return n
}

// mayTarget says whether a selector can mean the object; labels and annotations
// are left to the renderer.
func mayTarget(target *yaml.Node, m manifest) bool {
	for name, value := range map[string]string{"kind": m.kind, "name": m.name} {
		if pattern := scalar(target, name); pattern != "" && value != "" {
			if ok, err := regexp.MatchString("^(?:"+pattern+")$", value); err != nil || !ok {
				return false
			}
		}
	}
	return true
}

// says says whether a patch sets the field; without a target it names the
// object itself.
func (e Edit) says(raw []byte, m manifest, targeted bool) bool {
	_, _, err := e.spot(raw, m, targeted)
	return err == nil
}

// spot finds the field in a patch: of a strategic merge the document and the
// fields above, of a JSON patch the value of the operation.
func (e Edit) spot(raw []byte, m manifest, targeted bool) (doc int, value yamledit.Path, err error) {
	docs, err := yamledit.Documents(raw)
	if err != nil {
		return 0, nil, err
	}
	for i, top := range docs {
		if top.Kind == yaml.SequenceNode {
			for j, op := range top.Content {
				if scalar(op, "path") == e.pointer() && scalar(op, "op") != "remove" && field(op, "value") != nil {
					return i, yamledit.Path{j, "value"}, nil
				}
			}
			continue
		}
		own := manifestOf(top, i, nil)
		if (targeted || own.kind == m.kind && own.name == m.name) && at(top, Path(e.Field)) != nil {
			return i, Path(e.Field), nil
		}
	}
	return 0, nil, errors.New("the patch does not say the field")
}

// pointer is the field as a JSON pointer.
func (e Edit) pointer() string {
	var b strings.Builder
	for _, key := range Path(e.Field) {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(fmt.Sprint(key)))
	}
	return b.String()
}

// patched gives the text of a patch with the edit in it.
func (e Edit) patched(raw []byte, m manifest) ([]byte, error) {
	if e.Value == "" {
		return nil, fmt.Errorf("%s is not taken out of a patch", e.Field)
	}
	doc, value, err := e.spot(raw, m, true)
	if err != nil {
		return nil, err
	}
	if e.Field == dependsOn { // the patch says the whole list
		return yamledit.Append(raw, doc, value, e.dependency())
	}
	return yamledit.Set(raw, doc, value, Value(e.Field, e.Value))
}

func (e Edit) inPatchFile(f Files, file string, m manifest) error {
	raw, err := f.read(file)
	if err != nil {
		return err
	}
	out, err := e.patched(raw, m)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	f.write(file, out)
	return nil
}

func (e Edit) inPatchText(f Files, file string, doc int, key yamledit.Path, m manifest) error {
	raw, err := f.read(file)
	if err != nil {
		return err
	}
	docs, err := yamledit.Documents(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	text := at(docs[doc], key)
	if text == nil {
		return fmt.Errorf("%s: there is no %s", file, key)
	}
	inner, err := e.patched([]byte(text.Value), m)
	if err == nil {
		raw, err = yamledit.Set(raw, doc, key, yamledit.Block(inner))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	f.write(file, raw)
	return nil
}
