package render

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// What Kubernetes calls an account as a user, and the groups that it is in
// (k8s.io/apiserver, pkg/authentication/serviceaccount).
const (
	accountUser   = "system:serviceaccount:"
	accountsGroup = "system:serviceaccounts"
	everybody     = "system:authenticated"
)

// accountOf gives the ServiceAccount that a subject of a binding means, with
// no name where it means all of a namespace, and neither where it means all.
func accountOf(kind, namespace, name string) (ownership.ObjectID, bool) {
	account := ownership.ObjectID{Kind: "ServiceAccount"}
	switch {
	case kind == "ServiceAccount":
		account.Namespace, account.Name = namespace, name
	case kind == "User" && strings.HasPrefix(name, accountUser):
		account.Namespace, account.Name, _ = strings.Cut(strings.TrimPrefix(name, accountUser), ":")
	case kind == "Group" && strings.HasPrefix(name, accountsGroup+":"):
		account.Namespace = strings.TrimPrefix(name, accountsGroup+":")
	case kind == "Group" && (name == accountsGroup || name == everybody):
	default:
		return account, false
	}
	return account, true
}
