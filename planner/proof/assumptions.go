package proof

// assumptions gives what every proof takes for granted, as docs/model.md has
// it.
func assumptions() []string {
	return []string{
		"one controller process works on a Kustomization at a time: one that decides something keeps its shard (R1.12)",
		"a request of a controller that was killed reaches the API server before the next run of that Kustomization begins",
		"a restarted controller does not see an older commit of a source than before",
		"the cache of a Kustomization is at most six versions behind the API",
		"nobody but Flux and the people of the plan changes owner labels, guards, specs or inventories, or deletes anything",
		"the API server does what it says, and an identity does not change without a deletion",
		"completion: the API server takes what is applied, and what a run waits for beside Kustomizations becomes healthy; that its namespace is there and its kind served is a matter of FM-037",
		"objects of other kinds of owners (Helm releases, operators) are not in the model",
	}
}
