package main_test

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

const modulePath = "github.com/fluxmigrate/fluxmigrate"

// parsePolicy reads lines of the form "name: name name". A line is present in
// the result even if nothing stands behind its colon.
func parsePolicy(text string) map[string][]string {
	lines := make(map[string][]string)
	for line := range strings.Lines(strings.TrimSpace(text)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		lines[name] = strings.Fields(rest)
	}
	return lines
}

// below says whether a package or import path is prefix or lies below it.
func below(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

func belowAny(path, prefixes string) bool {
	return slices.ContainsFunc(strings.Fields(prefixes), func(p string) bool { return below(path, p) })
}

// coveringLine gives the longest line of importOrder that covers a package;
// "" if none does.
func coveringLine(pkg string) string {
	longest := ""
	for line := range parsePolicy(importOrder) {
		if below(pkg, line) && len(line) > len(longest) {
			longest = line
		}
	}
	return longest
}

// isPure says whether a package belongs to the pure core.
func isPure(pkg string) bool { return belowAny(pkg, pureCore) && !belowAny(pkg, impure) }

// violations lists what breaks the policy in one file, each with the file, the
// line and the rule.
func violations(f sourceFile) []string {
	pkg := f.dir()
	var found []string
	report := func(at ast.Node, format string, args ...any) {
		found = append(found, fmt.Sprintf("%s: %s", f.position(at), fmt.Sprintf(format, args...)))
	}
	line := coveringLine(pkg)
	if line == "" {
		report(f.syntax, "no line of importOrder covers package %s: put it in order, or move it", pkg)
	}
	for _, spec := range f.syntax.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			report(spec, "import path %s cannot be read", spec.Path.Value)
			continue
		}
		if own, ok := strings.CutPrefix(path, modulePath+"/"); ok {
			checkOrder(spec, line, own, report)
			continue
		}
		checkOutside(spec, pkg, path, report)
	}
	checkStatements(f, pkg, report)
	return found
}

type reporter func(at ast.Node, format string, args ...any)

// checkOrder holds importOrder for an import of this module.
func checkOrder(spec *ast.ImportSpec, line, imported string, report reporter) {
	allowed := parsePolicy(importOrder)[line]
	target := coveringLine(imported)
	switch {
	case line == "" || target == line || slices.Contains(allowed, target):
	case len(allowed) == 0:
		report(spec, "imports %s, but %s may import nothing of this module (importOrder)", imported, line)
	default:
		report(spec, "imports %s, but of this module %s may import only %s (importOrder)",
			imported, line, strings.Join(allowed, ", "))
	}
}

// checkOutside holds thirdParty and the imports of the pure core.
func checkOutside(spec *ast.ImportSpec, pkg, path string, report reporter) {
	for module, only := range parsePolicy(thirdParty) {
		// A major version stands behind the module: cli and cli/v2.
		if below(path, module) && !belowAny(pkg, strings.Join(only, " ")) {
			report(spec, "imports %s, which is allowed only below %s (thirdParty)", path, strings.Join(only, ", "))
		}
	}
	if !isPure(pkg) {
		return
	}
	if belowAny(path, pureForbidden) {
		report(spec, "imports %s, but %s belongs to the pure core", path, pkg)
	}
	if path == "time" && spec.Name != nil && spec.Name.Name == "." {
		report(spec, "dot import of time in the pure core hides what reads the clock")
	}
}

// checkStatements finds goroutines and looks at the clock.
func checkStatements(f sourceFile, pkg string, report reporter) {
	clock := f.importName("time")
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			if !belowAny(pkg, goroutines) {
				report(n, "starts a goroutine, which is allowed only below %s", strings.Join(strings.Fields(goroutines), ", "))
			}
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if ok && clock != "" && x.Name == clock && isPure(pkg) && slices.Contains(strings.Fields(clockReads), n.Sel.Name) {
				report(n, "reads the clock (time.%s), but %s belongs to the pure core", n.Sel.Name, pkg)
			}
		}
		return true
	})
}
