package layout

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestParse holds what a layout says, and what is said of a wrong one: see
// testdata/parse.
func TestParse(t *testing.T) {
	datadriven.Walk(t, "testdata/parse", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			l, err := Parse([]byte(d.Input), "fluxmigrate.yaml")
			if err != nil {
				return "error: " + err.Error() + "\n"
			}
			var cluster, mode string
			d.MaybeScanArgs(t, "cluster", &cluster)
			d.MaybeScanArgs(t, "mode", &mode)
			return describe(l, cluster, mode)
		})
	})
}

func describe(l *Layout, cluster, mode string) string {
	var b strings.Builder
	l, err := l.Select(cluster)
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	r, err := l.Resolve(mode)
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	fmt.Fprintf(&b, "mode %q parameters %v variables %v\n", r.Mode, r.Parameters, r.Variables)
	for _, s := range l.Sources {
		fmt.Fprintf(&b, "source %s path=%s dir=%s rev=%s\n", s.Ref, s.Path, s.Dir, s.Rev)
	}
	for _, root := range r.Roots {
		fmt.Fprintf(&b, "root %s path=%s source=%s madeBy=%q cluster=%q spec=%v\n",
			root.ID, root.Path, root.Source, root.MadeBy, root.Cluster, root.Manifest()["spec"])
	}
	if len(l.Protect) > 0 || l.Flux.Version != "" || l.Between > 0 || len(l.Clusters) > 0 {
		fmt.Fprintf(&b, "protect %v flux %v between %d clusters %v\n", l.Protect, l.Flux, l.Between, l.Clusters)
	}
	return b.String()
}

// FuzzParse: whatever is in the file, there is a layout or an error, and what
// was parsed can be resolved in each of its modes.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/parse/*")
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, doc := range strings.Split(string(content), "----") {
			f.Add([]byte(doc))
		}
	}
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte("roots: [&r {<<: *r}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := Parse(data, "f")
		if err != nil {
			return
		}
		for _, mode := range append(l.ModeNames(), "") {
			r, err := l.Resolve(mode)
			if err != nil {
				t.Fatal(err)
			}
			for _, root := range r.Roots {
				root.Manifest()
			}
		}
	})
}
