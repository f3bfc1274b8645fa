package hazard

// specRules are about Kustomizations themselves: their specs, their sources,
// what they need and who makes them. Each stands beside what matches it.
var specRules = []Rule{
	overriddenRule,
	emptiedRule,
	shrunkRule,
	forcedRule,
	immutableRule,
	takenAwayRule,
	idleRule,
	neverReadyRule,
	standingRule,
	outsideMakerRule,
	twoRoadsRule,
	valuesMixRule,
	artifactOutsideRule,
	rightsRule,
	crossNamespaceRule,
	anotherClusterRule,
}
