package plantest

import (
	"slices"
	"strings"
)

// Shrink takes lines, words and marks out of a text for as long as it still
// fails, and gives what is left.
func Shrink(text string, fails func(string) bool) string {
	for {
		smaller := shrinkOnce(text, fails)
		if smaller == text {
			return text
		}
		text = smaller
	}
}

func shrinkOnce(text string, fails func(string) bool) string {
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if fewer := slices.Delete(slices.Clone(lines), i, i+1); fails(strings.Join(fewer, "\n")) {
			lines = fewer
		}
	}
	for i := range lines {
		lines[i] = shrinkLine(lines, i, fails)
	}
	return strings.Join(lines, "\n")
}

// shrinkLine takes out words, then marks of words.
func shrinkLine(lines []string, i int, fails func(string) bool) string {
	try := func(line string) bool {
		all := slices.Clone(lines)
		all[i] = line
		return fails(strings.Join(all, "\n"))
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
