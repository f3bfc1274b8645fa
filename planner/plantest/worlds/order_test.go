package worlds

import "testing"

// TestARunReadsBeforeItAsksAndAsksBeforeItWrites holds that the requests of one
// Kustomization about one object are in the order in which the controller sends
// them: get, dry-run, apply; get, delete.
func TestARunReadsBeforeItAsksAndAsksBeforeItWrites(t *testing.T) {
	type key struct{ who, object string }
	applies, deletes := 0, 0
	for _, r := range corpus(t) {
		last := map[key]Event{} // the request before, about the same object
		for _, e := range r.Events {
			k := key{e.Who, e.Object}
			before, known := last[k]
			if !known && e.Verb != "get" {
				before = last[key{Unsure, e.Object}]
			}
			if e.Who == Unsure || e.Verb == "get" {
				last[k] = e
				continue
			}
			bad := ""
			switch e.Verb {
			case "dry":
				if r.Accounts && before.Verb != "get" && before.Verb != "delete" {
					bad = "a dry-run without a get"
				}
			case "apply":
				applies++
				if e.Who != Hand && before.Verb != "dry" {
					bad = "an apply without a dry-run"
				}
			case "delete":
				deletes++
				forced := before.Verb == "dry" && before.Refused > 0
				if r.Accounts && e.Who != Hand && !forced && (before.Verb != "get" || before.Owner != e.Who) {
					bad = "a deletion of what it has not seen to be its own (R0.2)"
				}
			default:
				continue
			}
			if last[k] = e; bad != "" {
				t.Errorf("%s, line %d: %s after %q", r, e.Line, bad, before.Verb)
			}
		}
	}
	if applies == 0 || deletes == 0 {
		t.Errorf("%d applies, %d deletions", applies, deletes)
	}
}
