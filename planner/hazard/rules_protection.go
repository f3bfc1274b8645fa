package hazard

// protectionRules say why a protection that is there, or was meant, does not
// protect.
var protectionRules = []Rule{
	{
		Code: "FM-005", Name: "old spec with new artifact", Severity: Loses,
		Harm: "A Kustomization can build the new revision with its old spec, before its parent has applied the new one.",
		Why: "A new artifact wakes parent and child together. The child often runs first, with the spec of the revision before: " +
			"old path, prune still on, no dependsOn yet. A protection, a new path or a dependsOn that comes in the commit that " +
			"changes the content comes too late for that run.",
		Source:   "R2.1, R2.3, H4, H5, H9; M6, M11",
		Remedies: []Remedy{SplitRevision, KeepOldPath, GuardObjects, SuspendOwner},
	},
	{
		Code: "FM-008", Name: "skipped adoption", Severity: Loses,
		Harm: "The new owner never becomes the owner of the live object, so the old one deletes it whenever it runs.",
		Why: "ssa: IfNotPresent, ssa: Ignore and reconcile: disabled in the manifest make the controller leave an existing object " +
			"alone, its owner labels included. The new owner is Ready and lists the object all the same. No order of runs helps.",
		Source:   "R5.6, R5.7, H12; M8, A9.1",
		Remedies: []Remedy{DropSkipTrait, GuardObjects, DisablePrune, StubOwner},
	},
	{
		Code: "FM-009", Name: "guard lost", Severity: Loses,
		Harm: "The guard on the object goes in the step that moves it, so it is not there when it is needed.",
		Why: "Only a guard on the live object counts. The old owner applies the manifest without it at the new revision, which " +
			"takes it off, and then deletes. A guard in a manifest that is never applied (reconcile: disabled, ssa: Ignore) may " +
			"never have reached the object.",
		Source:   "R5.1, R6.4, H10; M2, R21",
		Remedies: []Remedy{KeepGuard, SplitRevision, OrphanOwner},
	},
	{
		Code: "FM-010", Name: "prune: false window", Severity: Blocks,
		Harm: "What leaves Git while nothing prunes is forgotten; old Kustomizations live on and contest the new owners.",
		Why: "With prune: false the inventory still advances, so what left is in no inventory and turning prune on again does not " +
			"collect it. The same holds for what is deleted under Orphan, suspended, or guarded. A parent that does not prune leaves a " +
			"dropped child alive, which goes on applying with its last spec against whoever owns the objects now.",
		Source:   "R2.16, R5.3, R6.8, H17; M4, R08, R24, R42",
		Remedies: []Remedy{SweepOrphans, RemoveByHand},
	},
	{
		Code: "FM-011", Name: "deletion policy ignores prune", Severity: Loses,
		Harm: "deletionPolicy Delete or WaitForTermination deletes the inventory although prune is false.",
		Why: "prune: false is a protection against a finalizer only under MirrorPrune, the default. A parent's patch often sets " +
			"another policy for every child, so look at the effective spec.",
		Source:   "R7.2; M5, A9.0, A9.5",
		Remedies: []Remedy{OrphanOwner, SuspendOwner, GuardObjects},
	},
	{
		Code: "FM-016", Name: "intermediate revision skipped", Severity: Loses,
		Harm: "A cluster that does not fetch the protecting revision goes from the first to the last at once and loses the object.",
		Why: "source-controller fetches what the branch is at, not every commit. Two pushes in short order, a suspended source or a " +
			"pinned cluster skip revisions, and a protection in a skipped one was never applied.",
		Source:   "R2.3, M6, A9.4",
		Remedies: []Remedy{PublishEachStage, GuardObjects},
	},
}
