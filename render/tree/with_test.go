package tree_test

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

func TestATreeWithOtherContentIsTheTreeOfThatContent(t *testing.T) {
	before := tree.FromFiles("x", map[string]string{"a/one.yaml": "1", "a/two.yaml": "2", "b/c/three.yaml": "3", "empty/": ""})
	after := before.With(map[string][]byte{"a/one.yaml": []byte("new"), "b/c/three.yaml": nil, "d/four.yaml": []byte("4")})
	want := tree.FromFiles("y", map[string]string{"a/one.yaml": "new", "a/two.yaml": "2", "d/four.yaml": "4", "empty/": ""})
	if after.Hash() != want.Hash() || after.Hash() == before.Hash() {
		t.Errorf("hash %s, want %s", after.Hash(), want.Hash())
	}
	if got := strings.Join(after.Paths(), " "); got != "a/one.yaml a/two.yaml d/four.yaml" || after.IsDir("b") {
		t.Errorf("files %s, b is there: %t", got, after.IsDir("b"))
	}
	if content, _ := before.ReadFile("a/one.yaml"); string(content) != "1" {
		t.Error("the tree before has changed")
	}
}
