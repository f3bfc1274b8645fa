package step

// Describe says in one sentence what a step of that kind does and why one
// would want it; "" for a kind outside the closed set. docs/steps.md is made
// from it.
func Describe(k Kind) string { return kindSentences[k] }

// DescribeCondition says in one sentence what holds when a condition of that
// kind holds, with its predicate in semantics.md 12.2 where it has one; "" for
// a kind outside the closed set.
func DescribeCondition(k ConditionKind) string { return conditionSentences[k] }

var kindSentences = map[Kind]string{
	Suspend:             "Sets spec.suspend of a Kustomization, so that it neither applies, nor prunes, nor deletes its inventory when it is removed.",
	Resume:              "Takes spec.suspend away again, once everything that the Kustomization must not delete has a new owner.",
	DisablePrune:        "Sets spec.prune of a Kustomization to false, so that it forgets what leaves its path instead of deleting it.",
	EnablePrune:         "Sets spec.prune back to true, once the Kustomization has forgotten what moved away.",
	OrphanStub:          "Points a Kustomization at a folder that renders nothing and turns its pruning off, so that it forgets its whole inventory.",
	SetDeletionPolicy:   "Sets spec.deletionPolicy of a Kustomization, mostly to Orphan, so that its removal leaves its objects alive.",
	AddDependsOn:        "Adds an entry to spec.dependsOn, which makes a dangerous order of runs rarer and never impossible.",
	RemoveDependsOn:     "Removes an entry from spec.dependsOn that would keep a Kustomization from ever running.",
	GuardObject:         "Puts the annotation kustomize.toolkit.fluxcd.io/prune: disabled on an object, in its manifest or live, so that neither prune nor a finalizer deletes it.",
	UnguardObject:       "Takes the guard annotation away again, once the new owner has the object and the old one has let go of it.",
	SwitchPath:          "Changes spec.path of a root Kustomization, in the terms of whoever makes that root.",
	Publish:             "Brings a commit to the source that the Kustomizations read.",
	Reconcile:           "Asks a Kustomization for a run now, and waits until that run has ended.",
	AwaitOwned:          "Waits until objects have their new owner and their old owner has forgotten them or is gone.",
	AwaitQuiet:          "Waits until one more run of a Kustomization has ended and its objects are still there with the UID they had.",
	AwaitReady:          "Waits until an object that others need exists and is ready.",
	RemoveKustomization: "Deletes a Kustomization that nothing else would remove, after it was made harmless.",
	DeleteObject:        "Deletes one object by name, because a person listed it and agreed.",
	CleanFieldManagers:  "Removes the traces that a hand edit left in an object's managed fields.",
}

var conditionSentences = map[ConditionKind]string{
	Stored:    "The API server shows the field of the Kustomization with that value (V1).",
	Acted:     "The Kustomization is ready and applied that revision with its current spec, all seen in one read (V2).",
	Barrier:   "A run of the Kustomization that was asked for after now has ended, and with it every earlier one (V3).",
	Forgotten: "The Kustomization has acted and its inventory no longer lists the object (V4).",
	Taken:     "The object's owner labels name the Kustomization, its UID is the one it had, it is not being deleted, and the Kustomization has acted and lists it in its inventory (V5).",
	Guarded:   "The live object carries kustomize.toolkit.fluxcd.io/prune: disabled (V6).",
	Unguarded: "The live object no longer carries the guard, as annotation or as label.",
	Present:   "The object exists in the cluster.",
	Gone:      "The object does not exist.",
	Published: "The artifact of the source holds the content of that revision.",
	Consented: "A person agreed to the deletion of the object by its name.",
}
