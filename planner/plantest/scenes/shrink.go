package scenes

import (
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// Shrink takes lines and words out of a scene for as long as it still fails,
// and gives what is left.
func Shrink(text string, fails func(*scene.Scene) bool) string {
	return plantest.Shrink(text, func(text string) bool {
		s := parseRest(text)
		return s != nil && fails(s)
	})
}

// parseRest reads what is left of a scene; nil if that is none. Parse takes a
// line to have all its words.
func parseRest(text string) (s *scene.Scene) {
	defer func() {
		if recover() != nil {
			s = nil
		}
	}()
	s, err := Parse(text)
	if err != nil {
		return nil
	}
	return s
}
