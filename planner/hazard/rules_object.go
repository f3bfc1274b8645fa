package hazard

// The remedies of objectRules.
const (
	GuardBothIDs Remedy = "guard the object under both ids until no inventory has the old one"
)

// objectRules are about what an object is and what it depends on, whoever owns
// it.
var objectRules = []Rule{
	{
		Code: "FM-035", Name: "API group change", Severity: Loses,
		Harm: "The object gets another API group, and is deleted under the old one while it lives on under the new.",
		Why: "An inventory knows an object by group, kind, namespace and name. Another version is the same object, another group is " +
			"not. A few kinds moved from one group to another, and the API server serves both from one store (extensions/Ingress and " +
			"networking.k8s.io/Ingress): the run that applies the new id finds the old one gone from its render, with its own label on " +
			"it, and deletes the one object there is. Where the old group is served no more, the entry deletes nothing.",
		Source:   "R6.1, R6.6, R0.2; M1",
		Remedies: []Remedy{GuardBothIDs, DisablePrune},
	},
}
