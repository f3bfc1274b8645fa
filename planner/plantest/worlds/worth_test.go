package worlds

import "testing"

// TestTheCorpusIsWorthReading holds what the recordings are for: objects that
// move, some that are lost, restarts, and requests that were refused.
func TestTheCorpusIsWorthReading(t *testing.T) {
	counts := map[string]int{}
	for _, r := range corpus(t) {
		counts["events"] += len(r.Events)
		is := map[string]bool{"moved": r.Moved() > 0, "lost": len(r.Lost()) > 0, "two roots": len(r.Roots[0]) == 2,
			"switched": len(r.Roots) > 1, "accounts": r.Accounts, r.Version: true}
		for _, e := range r.Events {
			is["restarted"] = is["restarted"] || e.Who == Flux
			is["restless"] = is["restless"] || e.Verb == "restless" || e.Verb == "timeout"
			is["refused "+e.Verb] = is["refused "+e.Verb] || e.Refused > 0
			is["unsure"] = is["unsure"] || e.Who == Unsure
		}
		for what, yes := range is {
			if yes {
				counts[what]++
			}
		}
	}
	t.Logf("%+v", counts)
	for what, least := range map[string]int{"v1.9.6": 500, "v1.7.3": 100, "moved": 150, "lost": 150, "two roots": 100, "switched": 80,
		"accounts": 300, "restarted": 40, "refused dry": 3, "refused status": 100} {
		if counts[what] < least {
			t.Errorf("%s: %d, want %d at least", what, counts[what], least)
		}
	}
}
