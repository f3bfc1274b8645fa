package live

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// eachManifest calls take with every object of a stream of YAML or JSON
// documents, Lists opened. Errors say where.
func eachManifest(r io.Reader, take func(map[string]any) error) error {
	decoder := yaml.NewYAMLOrJSONDecoder(r, 4096)
	for n := 1; ; n++ {
		var raw runtime.RawExtension
		err := decoder.Decode(&raw)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && len(raw.Raw) > 0 {
			err = document(raw.Raw, take)
		}
		if err != nil {
			return fmt.Errorf("document %d: %w", n, err)
		}
	}
}

func document(raw []byte, take func(map[string]any) error) error {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return err
	}
	switch v := value.(type) {
	case nil:
		return nil // an empty document
	case map[string]any:
		return open(v, take)
	}
	return errors.New("is not a Kubernetes object")
}

// open calls take for a manifest or for each item of a List. A List has no
// name; so a custom resource whose kind happens to end in List is none.
func open(manifest map[string]any, take func(map[string]any) error) error {
	kind, _ := manifest["kind"].(string)
	metadata, _ := manifest["metadata"].(map[string]any)
	if !strings.HasSuffix(kind, "List") || metadata["name"] != nil {
		return take(manifest)
	}
	items, ok := manifest["items"].([]any)
	if !ok && manifest["items"] != nil {
		return fmt.Errorf("%s: items is not a list", kind)
	}
	for i, item := range items {
		m, ok := item.(map[string]any)
		if !ok {
			return fmt.Errorf("%s: item %d is not a Kubernetes object", kind, i+1)
		}
		if err := open(typed(m, kind, manifest["apiVersion"]), take); err != nil {
			return fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	return nil
}

// typed gives an item of a typed list, as the API server itself returns it, the
// kind that the list implies.
func typed(item map[string]any, listKind string, apiVersion any) map[string]any {
	if item["kind"] == nil {
		item["kind"] = strings.TrimSuffix(listKind, "List")
		item["apiVersion"] = apiVersion
	}
	return item
}

// decode fills a typed object from a manifest, by the rules of the API server:
// field names are exact, unknown fields are left out. Unlike apimachinery's
// converter its errors name the field.
func decode(manifest map[string]any, into any) error {
	b, err := json.Marshal(manifest)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, into)
}
