// Package runbook shows a Plan to people: on a terminal, as Markdown for a
// pull request, and as a report for a browser. The machine's view is planner.Encode.
//
// The views come from one page (package page) in one order: what the answer
// is and what it means; what would happen without a plan; who owns what before
// and after; what to do, each step with its reason, its command, its check and
// its way back; then what is deleted on purpose, what must be there, what was
// taken for granted and what could not be found out. Long lists are counted,
// protected objects are always named first, and nothing is left out without a
// number that says so. The report (HTML) adds pictures to that page: its files
// begin with report.
package runbook
