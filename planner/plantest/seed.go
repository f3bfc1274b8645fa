package plantest

import (
	"flag"
	"testing"
)

// Main runs the tests of a package that draws random worlds, from one seed, so
// that a red run says something about the change it ran on. Other worlds are
// drawn with -rapid.seed=0, and the more with -rapid.checks=N; what they find
// becomes a test.
func Main(m *testing.M) int {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.seed" })
	if !given && flag.Lookup("rapid.seed") != nil {
		if err := flag.Set("rapid.seed", "20261130"); err != nil {
			panic(err) // the flag's own type changed
		}
	}
	return m.Run()
}
