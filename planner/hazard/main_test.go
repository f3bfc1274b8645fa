package hazard_test

import (
	"flag"
	"os"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

// TestMain draws more worlds than rapid would by itself: of many the analysis
// says that it does not know, and those compare nothing.
func TestMain(m *testing.M) {
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		if err := flag.Set("rapid.checks", "400"); err != nil {
			panic(err) // the flag's own type changed
		}
	}
	os.Exit(plantest.Main(m))
}
