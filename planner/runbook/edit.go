package runbook

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// edit is one field and the value it gets; an empty value removes the field.
type edit struct{ field, value string }

// edits says what a step changes in a manifest, whichever route it takes.
func edits(s step.Step) []edit {
	if s.Kind == step.OrphanStub {
		if s.Field != "" {
			return []edit{{s.Field, s.Value}}
		}
		return []edit{{"spec.path", s.Value}, {"spec.prune", "false"}}
	}
	if s.Field != "" {
		return []edit{{s.Field, s.Value}}
	}
	if e, ok := usualEdit[s.Kind]; ok {
		if s.Value != "" {
			e.value = s.Value
		}
		return []edit{e}
	}
	return nil
}

// usualEdit is what a kind of step edits where the step does not say.
var usualEdit = map[step.Kind]edit{
	step.Suspend:           {"spec.suspend", "true"},
	step.Resume:            {"spec.suspend", ""},
	step.DisablePrune:      {"spec.prune", "false"},
	step.EnablePrune:       {"spec.prune", "true"},
	step.SetDeletionPolicy: {"spec.deletionPolicy", "Orphan"},
	step.SwitchPath:        {"spec.path", ""},
	step.AddDependsOn:      {"spec.dependsOn", ""},
	step.RemoveDependsOn:   {"spec.dependsOn", ""},
	step.GuardObject:       {"metadata.annotations." + guardKey, "disabled"},
	step.UnguardObject:     {"metadata.annotations." + guardKey, ""},
}

// keys splits a field into its keys. What follows annotations or labels is one
// key, with or without brackets.
func keys(field string) []string {
	var out []string
	for rest := field; rest != ""; {
		if inner, ok := strings.CutPrefix(rest, "["); ok {
			key, after, _ := strings.Cut(inner, "]")
			out, rest = append(out, strings.Trim(key, `"'`)), strings.TrimPrefix(after, ".")
			continue
		}
		if n := len(out); n > 0 && (out[n-1] == "annotations" || out[n-1] == "labels") {
			return append(out, rest)
		}
		i := strings.IndexAny(rest, ".[")
		if i < 0 {
			return append(out, rest)
		}
		out, rest = append(out, rest[:i]), strings.TrimPrefix(rest[i:], ".")
	}
	return out
}

// yamlPatch shows what a manifest has to hold: of one target with its name, of
// several the fields alone.
func yamlPatch(targets []ownership.ObjectID, all []edit) []string {
	var lines []string
	under := "" // the mapping that is open
	if len(targets) == 1 {
		t := targets[0]
		lines = append(lines, "kind: "+scalar(t.Kind), "metadata:", "  name: "+scalar(t.Name))
		if t.Namespace != "" {
			lines = append(lines, "  namespace: "+scalar(t.Namespace))
		}
		under = "metadata"
	}
	for _, e := range all {
		path := keys(e.field)
		if len(path) == 0 {
			continue
		}
		if path[0] != under {
			lines = append(lines, scalar(path[0])+":")
		}
		under = path[0]
		lines = append(lines, yamlField("  ", path[1:], e.value)...)
	}
	return lines
}

func yamlField(indent string, path []string, v string) []string {
	var lines []string
	for i, key := range path {
		if i < len(path)-1 {
			lines = append(lines, indent+scalar(key)+":")
			indent += "  "
			continue
		}
		if key == "dependsOn" {
			lines = append(lines, indent+"dependsOn:", indent+"  # …", indent+"  - "+dependency(v))
			continue
		}
		lines = append(lines, indent+scalar(key)+": "+value(key, v))
	}
	return lines
}

func dependency(id string) string {
	namespace, name, ok := strings.Cut(id, "/")
	if !ok {
		return "name: " + scalar(id)
	}
	return "{namespace: " + scalar(namespace) + ", name: " + scalar(name) + "}"
}

// booleans are the fields of a Kustomization whose value is no string.
var booleans = map[string]bool{"prune": true, "suspend": true, "wait": true, "force": true}

func value(key, v string) string {
	if booleans[key] && (v == "true" || v == "false") {
		return v
	}
	return scalar(v)
}

var plainScalar = regexp.MustCompile(`^[A-Za-z./][A-Za-z0-9_./:@-]*[A-Za-z0-9_./@-]$|^[A-Za-z]$`)

// scalar writes a string as YAML; one that YAML could read as anything else is
// quoted, and JSON's quotes are YAML's.
func scalar(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return quoted(s)
	}
	if plainScalar.MatchString(s) {
		return s
	}
	return quoted(s)
}

func quoted(s string) string {
	out, err := json.Marshal(s)
	if err != nil { // no string fails to marshal
		return `""`
	}
	return string(out)
}

// mergePatch gives the JSON of a merge patch; no value removes the field.
func mergePatch(all []edit) string {
	var doc map[string]any
	for _, e := range all {
		doc = setField(doc, keys(e.field), e.value)
	}
	out, err := json.Marshal(doc)
	if err != nil { // maps of strings and booleans always marshal
		return "{}"
	}
	return string(out)
}

func setField(doc map[string]any, path []string, v string) map[string]any {
	if doc == nil {
		doc = make(map[string]any)
	}
	key := path[0]
	switch {
	case len(path) > 1:
		inner, _ := doc[key].(map[string]any)
		doc[key] = setField(inner, path[1:], v)
	case v == "":
		doc[key] = nil
	case booleans[key] && (v == "true" || v == "false"):
		doc[key] = v == "true"
	default:
		doc[key] = v
	}
	return doc
}

func jsonOf(v any) string {
	out, err := json.Marshal(v)
	if err != nil { // callers pass maps of strings
		return "null"
	}
	return string(out)
}
