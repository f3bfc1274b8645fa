package ownership_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

// Each case: a state before, one after, and why f/a is never Ready in it.
var readinessCases = []struct{ name, before, after, want string }{
	{"what depends on another one is Ready after it", "", `
		f/a dependsOn=f/b
		f/b`, ""},
	{"a dependency that is not there", "", `
		f/a dependsOn=f/b`, "f/b is not in after, and something depends on it"},
	{"a ring of dependsOn", "", `
		f/a dependsOn=f/b
		f/b dependsOn=f/a`, "f/a depends on itself in after (R3.6)"},
	{"a child that depends on the parent that waits for it", "", `
		f/a wait: Kustomization f/b
		f/b dependsOn=f/a`, "in after f/a waits for f/b, which depends on f/a (R2.20, R3.6)"},
	{"a parent that does not wait", "", `
		f/a: Kustomization f/b
		f/b dependsOn=f/a`, ""},
	{"the ring lies further down", "", `
		f/a dependsOn=f/p
		f/p wait: Kustomization f/b
		f/b dependsOn=f/c
		f/c dependsOn=f/p`, "in after f/p waits for f/b, which depends on f/c, which depends on f/p (R2.20, R3.6)"},
	{"a health check closes the ring", "", `
		f/a healthCheck=f/b
		f/b dependsOn=f/a`, "in after f/a waits for f/b, which depends on f/a (R2.20, R3.6)"},
	{"what is waited for does not build", "", `
		f/a wait: Kustomization f/b
		f/b failed`, "f/b does not build in after: the build fails"},
	{"a child that comes suspended", "f/a wait", `
		f/a wait: Kustomization f/b
		f/b suspend`, "f/b is suspended in after, and what waits for it needs it Ready (R2.20)"},
	{"one that was suspended all along", `
		f/a wait: Kustomization f/b
		f/b suspend`, `
		f/a wait: Kustomization f/b
		f/b suspend`, ""},
	{"a parent that depends on its new child", "f/a", `
		f/a dependsOn=f/b: Kustomization f/b
		f/b`, "in after f/a depends on f/b, which comes from f/a (R2.20, R3.6)"},
	{"a parent that depends on a child that is there", `
		f/a: Kustomization f/b
		f/b`, `
		f/a dependsOn=f/b: Kustomization f/b
		f/b`, ""},
	{"what is new comes from one that never applies", "f/a", `
		f/a dependsOn=f/b
		f/p missing: Kustomization f/b
		f/b`, "f/p has a path that does not exist in after"},
}

func TestWhatIsNeverReady(t *testing.T) {
	for _, c := range readinessCases {
		before, err := plantest.State("before", c.before)
		if err != nil {
			t.Fatal(err)
		}
		after, err := plantest.State("after", c.after)
		if err != nil {
			t.Fatal(err)
		}
		r := ownership.Readiness{In: after, Before: before, Rests: func(k ownership.KustomizationID) bool {
			was, ok := before.Kustomization(k)
			return ok && was.Spec.Suspend
		}}
		a := ownership.KustomizationID{Namespace: "f", Name: "a"}
		for range 2 { // what was found to be fine is remembered
			if got := r.NeverReady(a); got != c.want {
				t.Errorf("%s: %q", c.name, got)
			}
		}
	}
}
