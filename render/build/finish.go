package build

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/resource"
)

// finish is what the controller does to the resources that kustomize built.
type finish struct {
	spec
	base      string // of the artifact in the repository
	strict    bool
	variables variables
	found     *survey
}

// objects substitutes variables, reads the objects (R4.12) and adds the common
// metadata (R4.9).
func (f finish) objects(made rendered) Result {
	result := Result{Assumptions: f.variables.notes, Gathered: f.gathered(made)}
	var m resmap.ResMap // a copy, once a resource has to change
	for i, it := range made.items {
		o, err := f.draft(it)
		if err == nil && f.variables.touch(it) {
			if m == nil {
				m = made.resources.DeepCopy()
			}
			err = f.substitute(m, m.Resources()[i], &o)
		}
		if err == nil {
			err = f.read(&result, o)
		}
		if err != nil {
			return failed(it.name+inFile(o.File), err)
		}
	}
	f.noteSealed(&result)
	return result
}

// gathered gives the files of a made-up kustomization file as paths of the
// repository.
func (f finish) gathered(made rendered) []string {
	if made.gathered == nil {
		return nil
	}
	paths := []string{}
	for _, p := range made.gathered {
		in := path.Join(f.base, p)
		if strings.HasSuffix(p, "/") {
			in += "/"
		}
		paths = append(paths, in)
	}
	return paths
}

// draft is an object before it is decoded.
type draft struct {
	Object
	json   []byte
	taints taints
}

func (f finish) draft(it item) (draft, error) {
	o := draft{json: it.json, taints: taints{}}
	if it.from.file != "" {
		o.File = path.Join(f.base, it.from.file)
	}
	o.Encrypted = it.encrypted || it.from.sealed
	if it.from.sealed && it.from.hashed {
		o.taints["metadata.name"] = fmt.Sprintf("metadata.name ends in a hash of values that are encrypted in the files of %s", it.from.file)
	}
	if !it.complete {
		return o, errors.New("it has no apiVersion, kind or name")
	}
	return o, nil
}

// substitute replaces the variables of a resource, and the resource in its map
// as the controller does: two of the same id are an error from there on.
func (f finish) substitute(m resmap.ResMap, r *resource.Resource, o *draft) error {
	if bytes.Count(o.json, []byte("$")) > maxExpressions {
		return fmt.Errorf("it has more than %d variables", maxExpressions)
	}
	found, err := f.variables.substitute(r, f.strict)
	if err != nil {
		return err
	}
	for p, why := range found {
		o.taints[p] = why
	}
	if _, err = m.Replace(r); err != nil {
		return errors.New("with the variables replaced, another object has the same identity")
	}
	o.json, err = r.MarshalJSON()
	return err
}

// read decodes an object as the controller's ReadObjects does (fluxcd/pkg ssa
// v0.76.2, utils/object.go): what has a list of items is replaced by them;
// what is no Kubernetes object or kustomize's own is dropped.
func (f finish) read(result *Result, o draft) error {
	var u unstructured.Unstructured
	if err := u.UnmarshalJSON(o.json); err != nil {
		return err
	}
	if !u.IsList() {
		if isObject(&u) {
			return f.add(result, &u, o, o.taints)
		}
		return nil
	}
	i := 0
	return u.EachListItem(func(item runtime.Object) error {
		at := fmt.Sprintf("items[%d]", i)
		i++
		return f.add(result, item.(*unstructured.Unstructured), o, o.taints.below(at))
	})
}

func (f finish) add(result *Result, u *unstructured.Unstructured, o draft, t taints) error {
	if f.commonMetadata(u); f.leftEncrypted(u) {
		return fmt.Errorf("it is encrypted with SOPS, and the Kustomization has no spec.decryption")
	}
	if p := encryptedIdentity(u); p != "" {
		t[p] = p + " is encrypted"
	}
	object := o.Object
	object.Data, object.Tainted, object.IDUnknown = u.Object, t.paths(), t.identity()
	result.Objects = append(result.Objects, object)
	return nil
}

func (f finish) commonMetadata(u *unstructured.Unstructured) {
	if f.CommonMetadata == nil {
		return
	}
	if labels := merged(u.GetLabels(), f.CommonMetadata.Labels); len(labels) > 0 {
		u.SetLabels(labels)
	}
	if annotations := merged(u.GetAnnotations(), f.CommonMetadata.Annotations); len(annotations) > 0 {
		u.SetAnnotations(annotations)
	}
}

func merged(m, over map[string]string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	for k, v := range over {
		m[k] = v
	}
	return m
}

func inFile(file string) string {
	if file == "" {
		return ""
	}
	return " in " + file
}
