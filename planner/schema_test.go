package planner

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaFile = "../docs/schema/plan.schema.json"

// matchesSchema holds a document against the published schema.
func matchesSchema(t *testing.T, document []byte) {
	t.Helper()
	if err := againstSchema(t, document); err != nil {
		t.Errorf("the document does not match %s: %v", schemaFile, err)
	}
}

func againstSchema(t *testing.T, document []byte) error {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value)
}
