package render

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// protecting are the fields of spec that a plan may want to edit.
var protecting = []string{"prune", "deletionPolicy", "suspend", "path", "dependsOn", "commonMetadata"}

// patched gives the fields of a child's spec that its own file does not
// decide, because a patch sets or removes them: an edit of the file would be
// void there. It is nil where the file does not show the manifest.
func patched(files *tree.Tree, n *node) []string {
	declared := declaredSpec(files, n)
	if declared == nil {
		return nil
	}
	effective, _ := n.manifest["spec"].(map[string]any)
	var fields []string
	for _, field := range protecting {
		if !sameValue(declared[field], effective[field]) {
			fields = append(fields, field)
		}
	}
	return fields
}

// declaredSpec reads spec as the file of a child has it: of the one document
// with its name.
func declaredSpec(files *tree.Tree, n *node) map[string]any {
	data, err := files.ReadFile(strings.TrimPrefix(n.file, below(files)))
	if err != nil {
		return nil
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var doc map[string]any
		if err := decoder.Decode(&doc); errors.Is(err, io.EOF) || err != nil {
			return nil
		}
		metadata, _ := doc["metadata"].(map[string]any)
		if doc["kind"] == ownership.KustomizationKind && metadata["name"] == n.id.Name {
			spec, _ := doc["spec"].(map[string]any)
			return spec
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
