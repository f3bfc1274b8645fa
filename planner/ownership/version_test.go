package ownership_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

func TestAVersionTellsWhatTheControllerKnows(t *testing.T) {
	for _, c := range []struct {
		version      string
		minor, patch int
		is, known    bool
	}{
		{"v1.8.5", 8, 5, true, true},
		{"1.8.4", 8, 5, false, true},
		{"v1.9.0", 8, 5, true, true},
		{"v1.7.3", 8, 5, false, true},
		{"v0.35.0", 5, 0, false, true},
		{"v3.0.0", 5, 0, true, true},
		{"v2.5.1", 5, 0, true, true},   // of Flux
		{"v2.8.6", 8, 5, false, false}, // of Flux: which patch of the controller it brings is not said
		{"v2.9.0", 8, 5, true, true},
		{"1.8", 8, 5, false, false},
		{"1.5", 5, 0, true, true},
		{"v1.9.0-rc.1", 9, 0, true, true},
		{"", 5, 0, false, false},
		{"latest", 5, 0, false, false},
	} {
		if is, known := ownership.VersionAtLeast(c.version, c.minor, c.patch); is != c.is || known != c.known {
			t.Errorf("%q is at least v1.%d.%d: %t, known %t, want %t, %t", c.version, c.minor, c.patch, is, known, c.is, c.known)
		}
	}
}
