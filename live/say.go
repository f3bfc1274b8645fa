package live

import (
	"fmt"
	"strings"

	apimeta "k8s.io/apimachinery/pkg/api/meta"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// place names kind, namespace and cluster of objects that share them.
func place(ids []ownership.ObjectID) string {
	return ownership.Place{Cluster: ids[0].Cluster, Kind: ids[0].Kind, Namespace: ids[0].Namespace}.Subject()
}

// named is how many objects a message names.
const named = 5

func names(ids []ownership.ObjectID) string {
	var all []string
	for _, id := range ids {
		all = append(all, id.Display())
	}
	return firstOf(all)
}

func firstOf(all []string) string {
	if more := len(all) - named; more > 0 {
		all = append(all[:named:named], fmt.Sprintf("%d more", more))
	}
	return strings.Join(all, ", ")
}

func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// rule is the RBAC rule that is missing, and where.
func (s *session) rule(m *apimeta.RESTMapping) string {
	if s.cluster != "" {
		return "the RBAC rule " + rule(m) + " for the login in Secret " + s.cluster
	}
	return "the RBAC rule " + rule(m)
}

// rule is the RBAC rule that allows to read a resource.
func rule(m *apimeta.RESTMapping) string {
	return fmt.Sprintf("{apiGroups: [%q], resources: [%s], verbs: [get, list]}", m.Resource.Group, m.Resource.Resource)
}
