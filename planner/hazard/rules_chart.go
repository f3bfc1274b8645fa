package hazard

// chartRules are about charts, and what marks and labels do. Each stands beside
// what matches it.
var chartRules = []Rule{
	chartToChartRule,
	helmMarkRule,
	strippedLabelRule,
}
