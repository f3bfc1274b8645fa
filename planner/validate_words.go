package planner

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

func place(file string) string {
	if file == "" {
		return "from the live object"
	}
	return "from " + file
}

// sentence says a condition in words.
func sentence(c step.Condition) string {
	k, o := c.Kustomization.String(), c.Object.Display()
	switch c.Kind {
	case step.Stored:
		return k + " has " + c.Field + ": " + c.Value
	case step.Acted:
		return k + " acted on the last revision"
	case step.Barrier:
		return "a run of " + k + " has ended"
	case step.Forgotten:
		return k + " has forgotten " + o
	case step.Taken:
		return k + " has taken " + o
	case step.Guarded:
		return o + " is guarded"
	case step.Unguarded:
		return o + " is not guarded"
	case step.Present:
		return o + " exists"
	case step.Gone:
		return o + " is gone"
	case step.Published:
		return strings.TrimSpace("the source has " + c.Value)
	}
	return string(c.Kind) + " " + o
}
