package layout

import (
	"fmt"

	"github.com/xrash/smetrics"
)

// hint proposes the known name that is nearest to a mistyped one.
func hint(name string, known []string) string {
	best, distance := "", 1+len(name)/2
	for _, k := range known {
		if d := smetrics.WagnerFischer(name, k, 1, 1, 1); d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}
