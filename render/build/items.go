package build

import (
	"bytes"

	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/resource"
)

// rendered is what kustomize makes of a directory: resources, or why there are
// none. It is kept for other builds, and nobody may change it.
type rendered struct {
	resources resmap.ResMap
	items     []item // one for each resource
	found     *survey
	gathered  []string
	failure   Result
}

// item is what all builds that share a resource need of it.
type item struct {
	name      string // for sentences
	json      []byte
	from      source
	complete  bool // it has apiVersion, kind and name
	encrypted bool
}

func (s *survey) items(m resmap.ResMap) ([]item, error) {
	var items []item
	for _, r := range m.Resources() {
		it, err := s.item(r)
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

func (s *survey) item(r *resource.Resource) (item, error) {
	data, err := r.MarshalJSON()
	name := r.GetName()
	if ns := r.GetNamespace(); ns != "" {
		name = ns + "/" + name
	}
	return item{
		name:      r.GetKind() + " " + name,
		json:      data,
		from:      s.source(headerOf(r)),
		complete:  r.GetName() != "" && r.GetKind() != "" && r.GetApiVersion() != "",
		encrypted: encrypted(r),
	}, err
}

// touch says whether the controller's substitution can change a resource or
// fail on it.
func (v *variables) touch(it item) bool {
	return v.any() && (v.badName || bytes.ContainsRune(it.json, '$'))
}
