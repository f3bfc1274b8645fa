package edit

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/yamledit"
)

// adding gives where a patch for the object can be added: in the kustomization
// file that lists its file, in those above, in the owner's spec.patches.
func (e Edit) adding(owner Owner, chain []string, m manifest) []Level {
	var levels []Level
	for _, file := range slices.Backward(chain) {
		levels = append(levels, Level{File: file, How: "a patch of its own in " + path.Base(file), apply: func(f Files) error {
			return e.addPatch(f, file, place{at: yamledit.Path{"patches"}}, m)
		}})
	}
	if owner.File != "" {
		how := "a patch of its own in spec.patches of " + owner.ID.String()
		levels = append(levels, Level{File: owner.File, How: how, PatchesOf: []ownership.KustomizationID{owner.ID}, apply: func(f Files) error {
			return e.addPatch(f, owner.File, owner.patches(f), m)
		}})
	}
	return levels
}

// addPatch adds a patch for the object, or the field to the one that was added
// before.
func (e Edit) addPatch(f Files, file string, p place, m manifest) error {
	switch {
	case e.Value == "" || e.Field == dependsOn:
		return fmt.Errorf("%s is not edited in a new patch", e.Field)
	case p.doc < 0:
		return fmt.Errorf("%s: the Kustomization is not found in it", file)
	case m.name == "":
		return errors.New("the object has no name by which a patch could mean it")
	}
	raw, err := f.read(file)
	if err != nil {
		return err
	}
	out, err := e.extended(f, raw, p, m)
	if err != nil {
		out, err = yamledit.Append(raw, p.doc, p.at, e.patch(m), "resources")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	f.write(file, out)
	return nil
}

// patch is a new entry of a list of patches.
func (e Edit) patch(m manifest) yamledit.Map {
	group, _ := ownership.SplitAPIVersion(m.apiVersion)
	var target yamledit.Map
	for _, part := range []yamledit.Field{{Name: "group", Value: group}, {Name: "kind", Value: m.kind}, {Name: "namespace", Value: m.namespace}, {Name: "name", Value: m.name}} {
		if text := part.Value.(string); text != "" {
			target = append(target, yamledit.Field{Name: part.Name, Value: pattern(text)})
		}
	}
	return yamledit.Map{{Name: "target", Value: target}, {Name: "patch", Value: yamledit.Block(e.merge(m))}}
}

// pattern is a name as selectors take it, which are regular expressions. A dot
// that stands for any letter does no harm.
func pattern(name string) string {
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-") == "" {
		return name
	}
	return regexp.QuoteMeta(name)
}

// merge is a strategic merge patch of nothing but the field.
func (e Edit) merge(m manifest) string {
	metadata := yamledit.Map{{Name: "name", Value: m.name}}
	raw := yamledit.Text(yamledit.Map{{Name: "apiVersion", Value: m.apiVersion}, {Name: "kind", Value: m.kind}, {Name: "metadata", Value: metadata}})
	out, err := yamledit.Set(raw, 0, Path(e.Field), Value(e.Field, e.Value))
	if err != nil {
		return string(raw) // what was just written can be edited
	}
	return string(out)
}

// extended gives the text with the field added to the patch that this package
// added for the object before.
func (e Edit) extended(f Files, raw []byte, p place, m manifest) ([]byte, error) {
	docs, err := yamledit.Documents(raw)
	if err != nil {
		return nil, err
	}
	list := at(docs[p.doc], p.at)
	if list == nil || len(list.Content) == 0 {
		return nil, errors.New("there is no patch")
	}
	last := list.Content[len(list.Content)-1]
	inner := []byte(scalar(last, "patch"))
	own, err := f.find(inner, e.Object)
	if err != nil || own.name != m.name || scalar(field(last, "target"), "name") != pattern(m.name) || scalar(field(last, "target"), "kind") != m.kind {
		return nil, errors.New("the last patch is another one")
	}
	inner, err = yamledit.Set(inner, own.doc, Path(e.Field), Value(e.Field, e.Value))
	if err != nil {
		return nil, err
	}
	key := append(p.at[:len(p.at):len(p.at)], len(list.Content)-1, "patch")
	return yamledit.Set(raw, p.doc, key, yamledit.Block(inner))
}
