package render

import (
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

const rbacGroup = "rbac.authorization.k8s.io"

// fetchOf says of the spec of a source how it follows what is pushed.
func fetchOf(kind string, spec map[string]any) ownership.Fetch {
	given, _ := spec["ref"].(map[string]any)
	ref := map[string]string{}
	for field, value := range given {
		if text, ok := value.(string); ok {
			ref[field] = text
		}
	}
	return ownership.Fetch{Suspended: spec["suspend"] == true, Pinned: ownership.PinnedBy(kind, ref)}
}

// grantsOf lists the accounts that a RoleBinding or a ClusterRoleBinding gives
// rights to, by name or by one of the groups that every account is in.
func grantsOf(kind string, data map[string]any) []ownership.ObjectID {
	if kind != "RoleBinding" && kind != "ClusterRoleBinding" {
		return nil
	}
	var accounts []ownership.ObjectID
	for _, m := range objectsIn(data["subjects"]) {
		if account, ok := accountOf(textOr(m, "kind", ""), textOr(m, "namespace", ""), textOr(m, "name", "")); ok {
			accounts = append(accounts, account)
		}
	}
	return accounts
}
