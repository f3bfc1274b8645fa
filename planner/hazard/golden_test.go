package hazard_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
)

var update = flag.Bool("update", false, "rewrite testdata/rules.golden")

// TestTheRuleSet keeps the whole rule set in one file, so that every change of
// a name, a harm or a remedy is seen in review.
func TestTheRuleSet(t *testing.T) {
	const golden = "testdata/rules.golden"
	var b strings.Builder
	for _, r := range hazard.Rules() {
		fmt.Fprintf(&b, "%s %s (%s)\n  harm: %s\n  source: %s\n", r.Code, r.Name, r.Severity, r.Harm, r.Source)
		for _, remedy := range r.Remedies {
			fmt.Fprintf(&b, "  remedy: %s\n", remedy)
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the rule set is not what %s says; look at the difference, then run go test ./planner/hazard -update\n%s", golden, b.String())
	}
}

func TestTheCodesAreSortedAndNoneIsThereTwice(t *testing.T) {
	last, form := "", regexp.MustCompile(`^FM-[0-9]{3}$`)
	for _, r := range hazard.Rules() {
		if r.Code <= last || !form.MatchString(r.Code) {
			t.Errorf("code %s comes after %s", r.Code, last)
		}
		last = r.Code
		if !strings.HasSuffix(r.Harm, ".") || !strings.HasSuffix(r.Why, ".") || r.Source == "" || len(r.Remedies) == 0 {
			t.Errorf("%s lacks words", r.Code)
		}
	}
}
