package build

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// variables is what a Kustomization substitutes after the build (R4.10).
type variables struct {
	enabled bool // the manifest has a postBuild
	always  bool // substituteStrategy: Always
	values  map[string]string
	secret  map[string]bool   // names whose value comes from a Secret
	doubts  map[string]string // names whose value is not certain, and why
	open    string            // why a name that is not in values may have one all the same
	badName bool              // a name is none that Flux accepts
	notes   []string          // assumptions
}

// resolve reads the variables of a postBuild in the order in which they win:
// the sources as listed, then what stands in the manifest (fluxcd/pkg
// kustomize v1.41.0, kustomize_varsub.go, LoadVariables). The error is the
// controller's for a source that is certainly not there.
func resolve(p *postBuild, namespace string, known Variables) (variables, error) {
	v := variables{values: map[string]string{}, secret: map[string]bool{}, doubts: map[string]string{}}
	if p == nil {
		return v, nil
	}
	v.enabled, v.always = true, p.SubstituteStrategy == "Always"
	for _, ref := range p.SubstituteFrom {
		if ref.Kind != "ConfigMap" && ref.Kind != "Secret" {
			continue
		}
		if err := v.add(ref, namespace, known); err != nil {
			return v, err
		}
	}
	for name, value := range p.Substitute {
		v.set(name, value, false)
	}
	slices.Sort(v.notes)
	return v, nil
}

func (v *variables) add(ref reference, namespace string, known Variables) error {
	var values Values
	if known != nil {
		values = known.Lookup(ref.Kind, namespace, ref.Name)
	}
	source := fmt.Sprintf("%s %s/%s", ref.Kind, namespace, ref.Name)
	switch {
	case values.State == Found:
		v.addFound(values, source, ref.Kind == "Secret")
	case ref.Optional && values.State == Absent:
	case ref.Optional && len(values.Data) == 0:
		v.notes = append(v.notes, source+", an optional source of variables, does not exist")
	case ref.Optional:
		v.addGiven(values)
	case values.State == Absent:
		return fmt.Errorf("%s, which postBuild.substituteFrom requires, does not exist", source)
	default:
		v.addOpen(source)
		v.addGiven(values)
	}
	return nil
}

func (v *variables) addFound(values Values, source string, secret bool) {
	for name, value := range values.Data {
		v.set(name, value, secret)
	}
	for _, name := range values.Opaque {
		v.set(name, token(name), false)
		v.doubts[name] = source + ", whose values are encrypted"
	}
}

// addOpen notes a source that must exist and whose keys nobody knows. It may
// change every variable that is set before it.
func (v *variables) addOpen(source string) {
	v.open = source + ", which is not at hand"
	for name := range v.values {
		v.doubts[name] = v.open
	}
	v.notes = append(v.notes, source+", a required source of variables that is not at hand, exists and keeps its values")
}

// addGiven takes values that somebody gives for a source that is not at hand.
func (v *variables) addGiven(values Values) {
	for name, value := range values.Data {
		v.set(name, value, false)
		delete(v.doubts, name)
	}
}

func (v *variables) set(name, value string, secret bool) {
	v.values[name] = strings.ReplaceAll(value, "\n", "")
	v.secret[name] = secret
	v.badName = v.badName || !goodName.MatchString(name)
	delete(v.doubts, name)
}

// goodName is fluxcd/pkg kustomize's varsubRegex.
var goodName = regexp.MustCompile(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`)

// doubt says why a variable's value is not certain; "" where it is.
func (v *variables) doubt(name string) string {
	if _, ok := v.values[name]; !ok {
		return v.open
	}
	return v.doubts[name]
}

// any says whether the controller substitutes at all: by default only if it
// has a variable. A source that is not at hand is taken to hold one.
func (v *variables) any() bool {
	return v.enabled && (v.always || len(v.values) > 0 || v.open != "")
}

// token stands for a value that is not known. It is plain text to YAML.
func token(name string) string { return UnknownValue + name }

// UnknownValue begins what stands in content for a value that is not known;
// the name of its variable follows.
const UnknownValue = "unknown-value-of-"
