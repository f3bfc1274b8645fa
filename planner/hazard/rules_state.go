package hazard

// stateRules are about what a state is, or what the target needs; nothing is
// lost by them alone.
var stateRules = []Rule{
	{
		Code: "FM-004", Name: "namespace move with missing prerequisites", Severity: Blocks,
		Harm: "The moved Kustomization cannot build or apply in its new namespace, so it adopts nothing.",
		Why: "Secrets for decryption, sources of substitution and service accounts are looked up in the namespace of the " +
			"Kustomization, and their references have no namespace field. Until somebody makes them there, every run fails before it " +
			"applies, while the old owner may already be deleting.",
		Source:   "12.1, R4.10, R4.11, R7.5; M8, R03, R05, R06",
		Remedies: []Remedy{CopyInputs},
	},
	{
		Code: "FM-006", Name: "contested object", Severity: Blocks,
		Harm: "Several Kustomizations render the object; each run takes it over, and removing either side may delete it.",
		Why: "Flux reports no conflict between two Kustomizations: the owner label flips with every run, and with other content so " +
			"does the object, so its owners may never be Ready. Whichever side is removed while the label names it deletes the object.",
		Source:   "R5.1, R5.3, H7; R27, R28, R30",
		Remedies: []Remedy{SingleOwner, GuardObjects},
	},
	{
		Code: "FM-007", Name: "contested child", Severity: Blocks,
		Harm: "Several parents render the Kustomization; when one of them lets go, everything it holds may be deleted.",
		Why: "A child has one owner label like any object. The parent that drops it while the label names that parent deletes it, " +
			"and its finalizer deletes its inventory. With other content its spec changes at every run of a parent.",
		Source:   "R5.3, R10.2, H7, H15; R17",
		Remedies: []Remedy{SingleOwner, GuardObjects, OrphanOwner},
	},
	{
		Code: "FM-013", Name: "dependsOn names nothing", Severity: Blocks,
		Harm: "The Kustomization waits for ever for one that does not exist.",
		Why: "A missing dependency is never ready, so no new revision is applied; what is applied stays. A rename must change " +
			"every reference in the same revision. Names of HelmReleases are not names of Kustomizations.",
		Source:   "R3.1; R07, R10, R11, R12",
		Remedies: []Remedy{FixDependency},
	},
	{
		Code: "FM-014", Name: "dependsOn cycle", Severity: Blocks,
		Harm: "The members wait for each other for ever, and no Kustomization of the source hears of new revisions.",
		Why: "The controller sorts all Kustomizations of a source by dependsOn before it wakes them; with a cycle the sort fails " +
			"and none is woken. Specs change one by one, so a cycle may exist on the way that neither end has: an edge that is " +
			"turned round needs a revision without either.",
		Source:   "R1.6, R3.6, H18",
		Remedies: []Remedy{BreakCycle, SplitRevision},
	},
	{
		Code: "FM-015", Name: "over-coupling", Severity: Warns,
		Harm: "A new dependsOn for one shared object makes a Kustomization wait for workloads it does not need.",
		Why: "dependsOn waits until the whole dependency is Ready, all its workloads included if it waits for them. When one of " +
			"them fails, the dependant and everything behind it stop at the old revision.",
		Source:   "R3.3, R3.4; the third design of the story behind this tool",
		Remedies: []Remedy{SplitShared},
	},
	{
		Code: "FM-018", Name: "removal without order", Severity: Warns,
		Harm: "A Kustomization and one that depends on it are deleted at once; what the first one's operator serves may hang on its finalizers.",
		Why: "dependsOn orders no deletion. If the operator is gone before the resources it serves, nobody removes their finalizers: " +
			"namespaces stay Terminating, load balancers leak.",
		Source:   "R3.5; M9, M14, R49, R51",
		Remedies: []Remedy{SplitRevision, SuspendOwner},
	},
	{
		Code: "FM-019", Name: "does not build", Severity: Blocks,
		Harm: "The Kustomization cannot build the revision, so nothing of it is applied and everything that depends on it waits.",
		Why: "A path that does not exist, a file that is no manifest, a variable nobody sets (an error from v1.9.0 on): the build " +
			"fails, and a failed build applies nothing and prunes nothing. What it holds is safe for as long. What it was meant to take " +
			"over is not: the old owner builds, and prunes.",
		Source:   "R2.5, R4.1, R4.5, R4.10; R37, R41, M3, M13",
		Remedies: []Remedy{MendBuild, SplitRevision},
	},
}
