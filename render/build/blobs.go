package build

import (
	"bytes"
	"fmt"
	"sync"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/provider"
	"sigs.k8s.io/kustomize/api/resource"
)

// blobs remembers what was found out of file contents, by their ids, for all
// builds. It is safe for concurrent use.
type blobs struct {
	bombs   sync.Map // id → sentence
	decoded sync.Map // id → decoding
}

// decoding is a file read as Kubernetes objects.
type decoding struct {
	objects []header
	err     error
}

// header is what names an object in a file.
type header struct{ group, kind, namespace, name string }

// decode reads a file as kustomize reads a resource. kustomize is known to
// panic on odd input.
func (b *blobs) decode(id string, content []byte) decoding {
	if d, ok := b.decoded.Load(id); ok && id != "" {
		return d.(decoding)
	}
	d := decode(content)
	if id != "" {
		b.decoded.Store(id, d)
	}
	return d
}

func decode(content []byte) (d decoding) {
	defer func() {
		if r := recover(); r != nil {
			d = decoding{err: fmt.Errorf("kustomize panics on it: %v", r)}
		}
	}()
	resources, err := provider.NewDefaultDepProvider().GetResourceFactory().SliceFromBytes(content)
	if err != nil {
		return decoding{err: err}
	}
	for _, r := range resources {
		d.objects = append(d.objects, headerOf(r))
	}
	return d
}

func headerOf(r *resource.Resource) header {
	return header{group: r.GetGvk().Group, kind: r.GetKind(), namespace: r.GetNamespace(), name: r.GetName()}
}

// maxNodes bounds what the aliases of one YAML file may expand to.
const maxNodes = 500_000

// bomb says what is wrong with the aliases of a YAML file: kustomize copies
// what an alias stands for, without a bound.
func (b *blobs) bomb(id string, content []byte) string {
	if !bytes.ContainsRune(content, '&') || !bytes.ContainsRune(content, '*') {
		return ""
	}
	if why, ok := b.bombs.Load(id); ok {
		return why.(string)
	}
	why := bomb(content)
	b.bombs.Store(id, why)
	return why
}

func bomb(content []byte) string {
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	for {
		var document yaml.Node
		if err := decoder.Decode(&document); err != nil {
			return "" // no YAML, or its end: kustomize says what is wrong
		}
		size, cyclic := expanded(&document, map[*yaml.Node]int{})
		if cyclic {
			return "has a YAML alias that contains itself"
		}
		if size > maxNodes {
			return fmt.Sprintf("expands by YAML aliases to more than %d values", maxNodes)
		}
	}
}

// expanded counts the nodes below one with every alias replaced; a count
// beyond maxNodes is not exact. sizes holds what is counted already, and zero
// for what is being counted.
func expanded(n *yaml.Node, sizes map[*yaml.Node]int) (size int, cyclic bool) {
	if known, ok := sizes[n]; ok {
		return known, known == 0
	}
	sizes[n] = 0
	size = 1
	children := n.Content
	if n.Kind == yaml.AliasNode {
		children = []*yaml.Node{n.Alias}
	}
	for _, c := range children {
		s, loop := expanded(c, sizes)
		if loop {
			return size, true
		}
		size = min(size+s, maxNodes+1)
	}
	sizes[n] = size
	return size, false
}
