package live

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// place names kind and namespace of objects that share both.
func place(ids []ownership.ObjectID) string {
	if ids[0].Namespace == "" {
		return "kind " + ids[0].Kind
	}
	return "kind " + ids[0].Kind + " in namespace " + ids[0].Namespace
}

// named is how many objects a message names.
const named = 5

func names(ids []ownership.ObjectID) string {
	var all []string
	for i, id := range ids {
		if i == named {
			all = append(all, fmt.Sprintf("%d more", len(ids)-named))
			break
		}
		all = append(all, id.Display())
	}
	return strings.Join(all, ", ")
}

func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}
