package hazard_test

import "github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"

// fataler is a test or a property.
type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// parseWorld reads a world, in the language of package worlds.
func parseWorld(t fataler, text string) *worlds.World {
	t.Helper()
	w, err := worlds.Parse(text)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return w
}
