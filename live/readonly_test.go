package live

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

// TestNothingHereWrites holds that the package names no verb of a client that
// writes: every method of client-go's clients but those that read.
func TestNothingHereWrites(t *testing.T) {
	reads := []string{"Get", "List", "Namespace", "Resource"}
	var writes []string
	for _, client := range []reflect.Type{
		reflect.TypeFor[dynamic.ResourceInterface](), reflect.TypeFor[metadata.ResourceInterface](), reflect.TypeFor[rest.Interface](),
	} {
		for i := range client.NumMethod() {
			if name := client.Method(i).Name; !slices.Contains(reads, name) {
				writes = append(writes, name)
			}
		}
	}
	for _, verb := range []string{"Create", "Update", "UpdateStatus", "Patch", "Apply", "Delete", "DeleteCollection", "Post", "Put", "Verb"} {
		if !slices.Contains(writes, verb) {
			t.Errorf("client-go has no %s any more: look at what writes there", verb)
		}
	}
	fset := token.NewFileSet()
	//lint:ignore SA1019 one folder without build tags is all there is
	packages, err := parser.ParseDir(fset, ".", func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range packages["live"].Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.SelectorExpr); ok && slices.Contains(writes, call.Sel.Name) && isValue(call) {
				t.Errorf("%s: %s", fset.Position(call.Pos()), call.Sel.Name)
			}
			return true
		})
	}
}

// isValue tells a method of a value from a name of a package, which begins
// with the package's name.
func isValue(call *ast.SelectorExpr) bool {
	x, ok := call.X.(*ast.Ident)
	return !ok || x.Name != "ownership"
}

// TestAReaderCannotBeAskedToWrite holds the method sets themselves.
func TestAReaderCannotBeAskedToWrite(t *testing.T) {
	for _, of := range []reflect.Type{
		reflect.TypeFor[reader](), reflect.TypeFor[verbs[object, objectList]](), reflect.TypeFor[verbs[partialObject, partialList]](),
	} {
		if of.NumMethod() != 2 || of.Method(0).Name != "Get" || of.Method(1).Name != "List" {
			t.Errorf("%s has more than get and list", of)
		}
	}
}
