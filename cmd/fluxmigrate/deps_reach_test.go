package main_test

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// listed is what `go list -deps` says of one package.
type listed struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

// A pure package must not reach by a detour what it may not import: a library
// that it uses may itself use a client.
func TestTheCoreReachesNoLimitedModuleThroughOthers(t *testing.T) {
	packages := listPackages(t, "./planner/...", "./graph/...")
	for name := range packages {
		pkg, own := strings.CutPrefix(name, modulePath+"/")
		if !own || !isPure(pkg) {
			continue
		}
		for module, only := range parsePolicy(thirdParty) {
			if slices.ContainsFunc(only, func(line string) bool { return isPure(line) }) {
				continue // gonum, of graph
			}
			if chain := chainTo(packages, name, module); chain != nil {
				t.Errorf("%s reaches %s, which is allowed only below %s:\n\t%s",
					pkg, module, strings.Join(only, ", "), strings.Join(chain, "\n\t→ "))
			}
		}
	}
}

// listPackages gives the packages that match the patterns, and all they need.
func listPackages(t *testing.T, patterns ...string) map[string]listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-deps", "-json=ImportPath,Imports,Standard"}, patterns...)...)
	cmd.Dir = moduleRoot
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", strings.Join(cmd.Args, " "), err)
	}
	packages := make(map[string]listed)
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatalf("%s: %v", strings.Join(cmd.Args, " "), err)
		}
		packages[p.ImportPath] = p
	}
	return packages
}

// chainTo gives a shortest chain of imports from a package to one of the
// module, both included; nil if there is none.
func chainTo(packages map[string]listed, from, module string) []string {
	chains := [][]string{{from}}
	seen := map[string]bool{from: true}
	for len(chains) > 0 {
		chain := chains[0]
		chains = chains[1:]
		last := packages[chain[len(chain)-1]]
		if below(last.ImportPath, module) {
			return chain
		}
		if last.Standard {
			continue
		}
		for _, next := range last.Imports {
			if !seen[next] {
				seen[next] = true
				chains = append(chains, append(slices.Clone(chain), next))
			}
		}
	}
	return nil
}

func TestAChainOfImportsIsFound(t *testing.T) {
	packages := map[string]listed{
		"a": {ImportPath: "a", Imports: []string{"b", "c"}},
		"b": {ImportPath: "b", Imports: []string{"c"}},
		"c": {ImportPath: "c", Imports: []string{"limited/client"}},

		"limited/client": {ImportPath: "limited/client"},
	}
	if got := chainTo(packages, "a", "limited"); !slices.Equal(got, []string{"a", "c", "limited/client"}) {
		t.Errorf("got %v", got)
	}
	if got := chainTo(packages, "a", "elsewhere"); got != nil {
		t.Errorf("got %v, want no chain", got)
	}
}
