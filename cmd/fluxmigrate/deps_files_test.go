package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// moduleRoot is where go.mod lies, seen from this package.
const moduleRoot = "../.."

// sourceFile is one Go file of the module, its path relative to the module's
// root.
type sourceFile struct {
	path   string
	fset   *token.FileSet
	syntax *ast.File
}

func (f sourceFile) dir() string { return path.Dir(f.path) }

// position gives "planner/plan.go:12".
func (f sourceFile) position(n ast.Node) string {
	return f.path + ":" + strconv.Itoa(f.fset.Position(n.Pos()).Line)
}

// importName gives the name under which the file knows a package; "" if it
// does not import it.
func (f sourceFile) importName(importPath string) string {
	for _, spec := range f.syntax.Imports {
		if spec.Path.Value != strconv.Quote(importPath) {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path.Base(importPath)
	}
	return ""
}

func parseSource(t *testing.T, name string, source []byte) sourceFile {
	t.Helper()
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("parse %s: %v", name, err)
	}
	return sourceFile{path: name, fset: fset, syntax: syntax}
}

// moduleFiles gives every Go file of the module that may end up in a binary,
// whatever its build tags. Folders that the go command leaves out are left
// out: testdata, those with a module of their own, names with a dot or an
// underscore.
func moduleFiles(t *testing.T) []sourceFile {
	t.Helper()
	var files []sourceFile
	err := filepath.WalkDir(moduleRoot, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != moduleRoot && skippedFolder(name) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(moduleRoot, name)
		if err != nil {
			return err
		}
		files = append(files, parseSource(t, filepath.ToSlash(rel), source))
		return nil
	})
	if err != nil {
		t.Fatalf("read the module's files: %v", err)
	}
	return files
}

func skippedFolder(name string) bool {
	base := filepath.Base(name)
	if base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(name, "go.mod"))
	return err == nil
}
