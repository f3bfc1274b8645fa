package hazard

// lossRules say how an object that should live is deleted because its owner
// changes. Each object at risk belongs to one of them.
var lossRules = []Rule{
	{
		Code: "FM-001", Name: "prune before adopt", Severity: Loses,
		Harm: "The old owner stays and prunes the object before the new owner has adopted it.",
		Why: "Both Kustomizations are woken by the same revision and run in any order. The old one no longer renders " +
			"the object, finds its own label on it and deletes it. Even after the new owner has adopted it, a run of the old " +
			"revision that is still under way can put the old label back. dependsOn on the new owner makes the good order usual, " +
			"not certain; wait and health checks come after prune.",
		Source:   "R0.2, R1.3, R6.3, H1, H2, H3, H6, H7; R13, R18",
		Remedies: []Remedy{GuardObjects, DisablePrune, SuspendOwner, StubOwner, ShareIdentity},
	},
	{
		Code: "FM-002", Name: "rename", Severity: Loses,
		Harm: "The parent deletes the old Kustomization, and its finalizer deletes everything the new one is about to own.",
		Why: "A Kustomization with another name or namespace is another one. The parent applies the new one and deletes the " +
			"old one in the same run; the finalizer of the old one acts at once, while a new Kustomization needs most of a second " +
			"before its first apply. wait on the parent and dependsOn in either direction change nothing about that. A spec that " +
			"changes in the commit that removes the manifest is never applied: the last live spec decides.",
		Source:   "R0.3, R1.8, R6.2, R7.2, R7.3, H8; R01, R03, R07",
		Remedies: []Remedy{OrphanOwner, SuspendOwner, GuardObjects, StubOwner, DisablePrune, ShareIdentity},
	},
	{
		Code: "FM-003", Name: "moved across roots", Severity: Loses,
		Harm: "The old owner goes under one root and the new one comes under another; nothing orders the two.",
		Why: "Roots run independently of each other. The root that drops a Kustomization deletes it, and its finalizer deletes " +
			"its inventory, while the other root has not applied its successor yet. If the child keeps its name, the child itself is " +
			"the object that one root prunes and the other adopts, and all it holds goes with it. The same happens when whoever " +
			"made a root removes it.",
		Source:   "R0.3, R10.2, H8, H15, 11.2 (b); R17, R19",
		Remedies: []Remedy{OrphanOwner, SuspendOwner, GuardObjects, StubOwner, ShareIdentity},
	},
	{
		Code: "FM-012", Name: "self-owner", Severity: Loses,
		Harm: "A Kustomization that renders its own manifest deletes itself and all it holds once the manifest leaves its path.",
		Why: "It is in its own inventory under its own label. A render without the manifest makes it prune itself, which runs " +
			"its finalizer over the whole inventory. On the root that flux bootstrap makes this is normal: its path holds its own " +
			"manifest (gotk-sync.yaml), and as long as that stays where it is, nothing happens.",
		Source:   "R8.4; R33, R39",
		Remedies: []Remedy{DeclareSelf, OrphanOwner, SuspendOwner},
	},
	{
		Code: "FM-017", Name: "namespace or CRD taken away", Severity: Loses,
		Harm: "The deletion of a Namespace or of a CustomResourceDefinition takes along objects that should live.",
		Why: "Kubernetes deletes everything in a deleted Namespace and every resource of a deleted CustomResourceDefinition, " +
			"whoever owns it. Owner labels and guards on those objects are not looked at. A Kustomization in a deleted Namespace runs " +
			"its finalizer, over objects elsewhere too.",
		Source:   "R10.1, R10.3; R21, R51",
		Remedies: []Remedy{GuardObjects, DisablePrune, SingleOwner, SplitRevision},
	},
}
