package main_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A column of docs/flux-semantics.md names tests of another module, which
// run for minutes (make facts). That they exist is held here.

var (
	namedTest   = regexp.MustCompile("`(Test[A-Za-z0-9_]+)`")
	definedTest = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9_]+)\(t \*testing\.T\)`)
	testOfARule = regexp.MustCompile(`^Test[RHPV]\d`)
)

func TestEveryMeasurementOfARuleIsDocumentedAndExists(t *testing.T) {
	defined := make(map[string]bool)
	files, err := filepath.Glob(filepath.Join(moduleRoot, "testdata/controlplane/*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests in testdata/controlplane: %v", err)
	}
	for _, file := range files {
		for _, match := range definedTest.FindAllStringSubmatch(read(t, file), -1) {
			defined[match[1]] = true
		}
	}
	named := make(map[string]bool)
	for line := range strings.Lines(read(t, filepath.Join(moduleRoot, "docs/flux-semantics.md"))) {
		for _, match := range namedTest.FindAllStringSubmatch(line, -1) {
			named[match[1]] = true
			if !defined[match[1]] {
				t.Errorf("docs/flux-semantics.md names %s, which testdata/controlplane does not have", match[1])
			}
		}
	}
	for name := range defined {
		if testOfARule.MatchString(name) && !named[name] {
			t.Errorf("testdata/controlplane has %s, which docs/flux-semantics.md does not name", name)
		}
	}
}
