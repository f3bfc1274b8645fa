package controlplane_test

import "testing"

// TestR7_5AnAccountThatDeletesItsOwnRights (U5): RoleBindings go before
// ServiceAccounts (R6.5).
func TestR7_5AnAccountThatDeletesItsOwnRights(t *testing.T) {
	measure(t, "R7.5", "(U5) a Kustomization whose inventory has its own service account and RoleBindings deletes what comes before these, and hangs; suspended it goes, and leaves the account")
	d := start(t, "r7-5-own", single)
	x := d.gateway()
	account := d.named("ServiceAccount/robot")
	account.Namespace = d.namespace("flux")
	files := map[string]string{"a/account.yaml": d.file("ServiceAccount/robot@flux")}
	for _, namespace := range []string{"flux", "demo"} {
		files["a/"+namespace+".yaml"] = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: robot, namespace: ` + d.namespace(namespace) + `}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
subjects: [{kind: ServiceAccount, name: robot, namespace: ` + d.namespace("flux") + `}]
`
	}
	d.commit(files)
	d.acted("a")
	before := d.uid(account)
	d.spec("a", map[string]any{"serviceAccountName": "robot"})
	d.acted("a")
	d.remove(d.owner("a"))
	d.gone(x)
	d.stays("a is stuck, and the account there", func() bool { return d.get(d.owner("a")) != nil && d.uid(account) == before })
	d.spec("a", map[string]any{"suspend": true})
	d.gone(d.owner("a"))
	d.kept(account, before)
}
