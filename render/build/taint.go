package build

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// taints are the fields of an object whose value is not certain, and why.
type taints map[string]string

// taint finds the fields that a doubtful variable can reach. A variable in a
// key makes the whole map uncertain.
func (v *variables) taint(object map[string]any) taints {
	found := taints{}
	walk(object, "", func(p, text string) {
		if name, why := v.doubtIn(text); why != "" {
			found[p] = fmt.Sprintf("%s depends on ${%s} of %s", orAll(p), name, why)
		}
	})
	if len(found) == 0 { // it stands where only the whole text shows it
		found[""] = "it depends on a variable whose value is not certain"
	}
	return found
}

func orAll(p string) string {
	if p == "" {
		return "the object"
	}
	return p
}

func (v *variables) doubtIn(text string) (name, why string) {
	e := expressionsOf(text)
	names := slices.Sorted(maps.Keys(e.bare))
	for _, name := range append(names, slices.Sorted(maps.Keys(e.withDefault))...) {
		if why := v.doubt(name); why != "" {
			return name, why
		}
	}
	return "", ""
}

// walk gives every string of a decoded object with its path, and every key
// with the path of its map.
func walk(value any, p string, visit func(p, text string)) {
	switch value := value.(type) {
	case string:
		visit(p, value)
	case []any:
		for i, item := range value {
			walk(item, fmt.Sprintf("%s[%d]", p, i), visit)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			visit(p, key)
			walk(value[key], join(p, key), visit)
		}
	}
}

var plainKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func join(p, key string) string {
	switch {
	case !plainKey.MatchString(key):
		return p + "[" + key + "]"
	case p == "":
		return key
	}
	return p + "." + key
}

// identity says why apiVersion, kind, name or namespace is not certain.
func (t taints) identity() string {
	for _, p := range []string{"apiVersion", "kind", "metadata.name", "metadata.namespace", "metadata", ""} {
		if why := t[p]; why != "" {
			return why
		}
	}
	return ""
}

func (t taints) paths() []string { return slices.Sorted(maps.Keys(t)) }

// below gives the taints of one item of a list.
func (t taints) below(prefix string) taints {
	found := taints{}
	for p, why := range t {
		if rest, ok := strings.CutPrefix(p, prefix); ok {
			found[strings.TrimPrefix(rest, ".")] = why
		} else if strings.HasPrefix(prefix, p) {
			found[""] = why
		}
	}
	return found
}
