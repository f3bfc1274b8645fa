package step_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// declared gives the values of all constants of one type in step.go, so that
// the lists and sentences are held against the declarations, not each other.
func declared(t *testing.T, typeName string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "step.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == typeName && len(spec.Values) == 1 {
			values = append(values, strings.Trim(spec.Values[0].(*ast.BasicLit).Value, `"`))
		}
		return false
	})
	return values
}

func TestEveryStepKindIsListedAndHasOneSentence(t *testing.T) {
	var listed []string
	for _, k := range step.Kinds() {
		listed = append(listed, string(k))
		oneSentence(t, string(k), step.Describe(k))
	}
	sameList(t, listed, declared(t, "Kind"))
}

func TestEveryConditionKindIsListedAndHasOneSentence(t *testing.T) {
	var listed []string
	for _, k := range step.ConditionKinds() {
		listed = append(listed, string(k))
		oneSentence(t, string(k), step.DescribeCondition(k))
	}
	sameList(t, listed, declared(t, "ConditionKind"))
}

func TestAKindOutsideTheSetHasNoSentence(t *testing.T) {
	if s := step.Describe("Explode") + step.DescribeCondition("exploded"); s != "" {
		t.Errorf("a kind that does not exist is described as %q", s)
	}
}

func oneSentence(t *testing.T, kind, sentence string) {
	t.Helper()
	if !strings.HasSuffix(sentence, ".") || strings.Contains(sentence, ". ") || len(sentence) < 20 {
		t.Errorf("%s is not described by one sentence: %q", kind, sentence)
	}
}

func sameList(t *testing.T, got, want []string) {
	t.Helper()
	if g, w := strings.Join(got, " "), strings.Join(want, " "); g != w {
		t.Errorf("the list is %s\nbut declared are %s", g, w)
	}
}
