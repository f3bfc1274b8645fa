package plantest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// CloneCase makes a work tree of one of the shared cases, real trees with
// known answers, or skips the test where they are not at hand. up is the way
// from the test's folder to the module's root.
func CloneCase(t testing.TB, up, name string) string {
	t.Helper()
	bundle, err := filepath.Abs(filepath.Join(up, "..", "shared", "cases", name+".bundle"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(bundle); err != nil {
		t.Skipf("the shared case %s is not at hand", name)
	}
	dir := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("git", "clone", "--quiet", bundle, dir).CombinedOutput(); err != nil {
		t.Fatalf("git clone: %v\n%s", err, out)
	}
	return dir
}

// LayoutOfCase names the layout written for a shared case.
func LayoutOfCase(up, name string) string {
	return filepath.Join(up, "testdata", "layouts", name+".yaml")
}
