package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
	"github.com/fluxmigrate/fluxmigrate/render/yamledit"
)

// protecting are the fields of spec that a plan may want to edit.
var protecting = []string{"prune", "deletionPolicy", "suspend", "path", "dependsOn", "commonMetadata"}

// deciding are the fields of spec that say what a Kustomization owns, where it
// gets it from and when it acts, sorted.
var deciding = slices.Sorted(slices.Values(append([]string{"sourceRef", "targetNamespace", "force", "wait", "serviceAccountName",
	"kubeConfig", "decryption", "postBuild", "components"}, protecting...)))

// compare gives the fields of a child's spec that its own file does not
// decide, because a patch sets or removes them: an edit of the file would be
// void there. Beside them it gives the deciding fields as the file has them and
// as they arrive. Both are nil where the file does not show the manifest.
func compare(files *tree.Tree, n *node) (patched []string, all []ownership.SpecField) {
	declared := declaredSpec(files, n)
	if declared == nil {
		return nil, nil
	}
	effective, _ := n.manifest["spec"].(map[string]any)
	for _, field := range protecting {
		if !sameValue(declared[field], effective[field]) {
			patched = append(patched, field)
		}
	}
	all = []ownership.SpecField{}
	for _, name := range deciding {
		if declared[name] != nil || effective[name] != nil {
			all = append(all, ownership.SpecField{Name: name, Declared: asJSON(declared[name]), Effective: asJSON(effective[name])})
		}
	}
	return patched, all
}

// asJSON writes a value for comparison; "" is one that is not set.
func asJSON(value any) string {
	if value == nil {
		return ""
	}
	text, err := json.Marshal(value)
	if err != nil { // a key that is no text, as YAML allows and the API does not
		return fmt.Sprintf("%v", value)
	}
	return string(text)
}

// declaredSpec reads spec as the file of a child has it: of the one document
// with its name.
func declaredSpec(files *tree.Tree, n *node) map[string]any {
	data, err := files.ReadFile(strings.TrimPrefix(n.file, below(files)))
	if err != nil {
		return nil
	}
	for _, part := range yamledit.Split(data) {
		if !bytes.Contains(part, []byte(n.id.Name)) {
			continue // a file of many children is not read for each of them
		}
		if spec, found := declaredIn(part, n.id.Name); found {
			return spec
		}
	}
	return nil
}

func declaredIn(data []byte, name string) (spec map[string]any, found bool) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var doc map[string]any
		if err := decoder.Decode(&doc); errors.Is(err, io.EOF) || err != nil {
			return nil, false
		}
		metadata, _ := doc["metadata"].(map[string]any)
		if doc["kind"] == ownership.KustomizationKind && metadata["name"] == name {
			spec, _ = doc["spec"].(map[string]any)
			return spec, true
		}
	}
}

// below gives what the files of a tree have in front of their path in the
// repository.
func below(files *tree.Tree) string {
	if files.Base() == "" {
		return ""
	}
	return files.Base() + "/"
}

// sameValue compares a value of a file with the effective one. One with a
// variable in it is left to its file.
func sameValue(declared, effective any) bool {
	if text, ok := declared.(string); ok && strings.Contains(text, "${") {
		return true
	}
	if a, ok := declared.([]any); ok {
		b, _ := effective.([]any)
		return slices.EqualFunc(a, b, sameValue)
	}
	return reflect.DeepEqual(declared, effective)
}
