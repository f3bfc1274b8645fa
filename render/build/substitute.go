package build

import (
	"context"
	"errors"
	"maps"

	"github.com/fluxcd/pkg/kustomize"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/resource"
)

// substitute replaces the variables in one resource by Flux's own function,
// with the values resolved here instead of in a cluster. It gives the fields
// that depend on a value which is not certain.
func (v *variables) substitute(r *resource.Resource, strict bool) (taints, error) {
	if v.open == "" && len(v.doubts) == 0 {
		return nil, v.replace(r, v.values, strict)
	}
	found, err := expressionsIn(r)
	if err != nil {
		return nil, err
	}
	values, doubtful := v.valuesFor(found)
	var tainted taints
	if doubtful && !optedOut(r) {
		object, err := r.Map()
		if err != nil {
			return nil, err
		}
		tainted = v.taint(object)
	}
	return tainted, v.replace(r, values, strict)
}

// expressionsIn reads the variables of a resource off the text in which Flux
// replaces them.
func expressionsIn(r *resource.Resource) (expressions, error) {
	text, err := r.AsYAML()
	return expressionsOf(string(text)), err
}

// valuesFor completes the values for the variables of one text: one that may
// be set by a source which is not at hand gets a token, unless it has a
// default; then the default stands. It says whether any of them is in doubt.
func (v *variables) valuesFor(e expressions) (values map[string]string, doubtful bool) {
	values = maps.Clone(v.values)
	for name := range e.bare {
		doubtful = doubtful || v.doubt(name) != ""
		if _, ok := values[name]; !ok && v.open != "" {
			values[name] = token(name)
		}
	}
	for name := range e.withDefault {
		doubtful = doubtful || v.doubt(name) != ""
	}
	return values, doubtful
}

// replace gives no error that holds a value of a Secret.
func (v *variables) replace(r *resource.Resource, values map[string]string, strict bool) error {
	err := replaceVariables(r, values, strict)
	if err != nil {
		return v.withoutSecrets(r, values, strict, err)
	}
	return nil
}

func replaceVariables(r *resource.Resource, values map[string]string, strict bool) error {
	inline := make(map[string]any, len(values))
	for name, value := range values {
		inline[name] = value
	}
	ks := unstructured.Unstructured{Object: map[string]any{
		"spec": map[string]any{"postBuild": map[string]any{"substitute": inline}},
	}}
	_, err := kustomize.SubstituteVariables(context.Background(), nil, ks, r,
		kustomize.SubstituteWithDryRun(true), // takes the inline values only
		kustomize.SubstituteWithStrict(strict),
		kustomize.SubstituteWithAlways(true)) // it was decided by any
	return err
}

// withoutSecrets gives an error that cannot hold a value of a Secret: the one
// that occurs with other values too, or none of its words.
func (v *variables) withoutSecrets(r *resource.Resource, values map[string]string, strict bool, err error) error {
	masked := maps.Clone(values)
	secrets := false
	for name := range values {
		if v.secret[name] {
			masked[name], secrets = token(name), true
		}
	}
	if !secrets {
		return err
	}
	if err := replaceVariables(r, masked, strict); err != nil {
		return err
	}
	return errors.New("the values that come from Secrets make it invalid")
}

// optedOut says whether an object asks not to be substituted.
func optedOut(r *resource.Resource) bool {
	const key = "kustomize.toolkit.fluxcd.io/substitute"
	return r.GetLabels()[key] == kustomize.DisabledValue || r.GetAnnotations()[key] == kustomize.DisabledValue
}
