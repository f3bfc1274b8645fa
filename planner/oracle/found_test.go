package oracle_test

import (
	"os"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/verify"
)

// found gives the scenes of testdata/found.txt by what was wrong.
func found(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/found.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for part := range strings.SplitSeq(string(text), "\n\n") {
		title, scene, _ := strings.Cut(strings.TrimSpace(part), "\n")
		if scene != "" {
			all[strings.TrimPrefix(title, "# ")] = scene
		}
	}
	return all
}

func TestWhatWasFoundOnceIsAnsweredAlike(t *testing.T) {
	for title, text := range found(t) {
		t.Run(title, func(t *testing.T) {
			s := parse(t, text)
			if what, bad := differ(t, s); bad {
				t.Errorf("%s\nplain %+v\nreduced %+v", what, visit(t, s, true), visit(t, s, false))
			}
			if what, bad := checked(t, s); bad {
				t.Errorf("%s\nmodel %+v\nchecker %+v", what, visit(t, s, false), verify.Scene(s, limit))
			}
		})
	}
}
