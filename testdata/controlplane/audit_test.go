package controlplane

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestARecordingBeginsWithAWholeLine: the size of the log, where a recording
// begins, may lie within a line that is being written.
func TestARecordingBeginsWithAWholeLine(t *testing.T) {
	c := &Cluster{folder: t.TempDir()}
	lines := `{"verb":"get"}` + "\n" + `{"verb":"patch"}` + "\n" + `{"verb":"dele`
	if err := os.WriteFile(filepath.Join(c.folder, auditLog), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	for offset, want := range map[int]string{0: "get patch", 1: "patch", 14: "patch", 15: "patch", 16: "", 32: ""} {
		events, err := c.audited(int64(offset))
		if err != nil {
			t.Fatalf("from %d: %v", offset, err)
		}
		var verbs []string
		for _, e := range events {
			verbs = append(verbs, e.Verb)
		}
		if got := strings.Join(verbs, " "); got != want {
			t.Errorf("from %d: %q, want %q", offset, got, want)
		}
	}
}
