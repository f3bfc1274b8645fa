package scenes

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// Shrink takes lines and words out of a scene for as long as it still fails,
// and gives what is left.
func Shrink(text string, fails func(*scene.Scene) bool) string {
	still := func(text string) bool {
		s := parseRest(text)
		return s != nil && fails(s)
	}
	for {
		smaller := shrinkOnce(text, still)
		if smaller == text {
			return text
		}
		text = smaller
	}
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

func shrinkOnce(text string, still func(string) bool) string {
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if fewer := slices.Delete(slices.Clone(lines), i, i+1); still(strings.Join(fewer, "\n")) {
			lines = fewer
		}
	}
	for i := range lines {
		lines[i] = shrinkLine(lines, i, still)
	}
	return strings.Join(lines, "\n")
}

// shrinkLine takes out words, then marks of words.
func shrinkLine(lines []string, i int, still func(string) bool) string {
	try := func(line string) bool {
		all := slices.Clone(lines)
		all[i] = line
		return still(strings.Join(all, "\n"))
	}
	line := lines[i]
	for _, separator := range []string{" ", ",", "+"} {
		parts := strings.Split(line, separator)
		for j := len(parts) - 1; j > 0; j-- {
			if fewer := slices.Delete(slices.Clone(parts), j, j+1); try(strings.Join(fewer, separator)) {
				parts = fewer
			}
		}
		line = strings.Join(parts, separator)
	}
	return line
}
