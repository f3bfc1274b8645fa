package hazard_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

var unknownCases = []struct {
	name, world string
	want        string // a part of what is unknown; "" if nothing is
}{
	{"a render is unknown in both states, and nothing about it changes", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: ?remote-base
		  b: ConfigMap/x
		commit
		  b: ConfigMap/x ConfigMap/y`, ""},
	{"a render is unknown in both states, and so is whether it changes", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: ??not-at-hand
		  b: ConfigMap/x
		commit
		  b: ConfigMap/x ConfigMap/y`, "what it renders is not known: ?not-at-hand"},
	{"the new content does not build", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ConfigMap/x
		commit
		  a: !fail`, "does not build"},
	{"it did not build before either", `
		root r path=r
		commit
		  r: K/a(path=a,noprune) K/b(path=b)
		  a: !fail
		  b: ConfigMap/x
		commit
		  b: ConfigMap/x ConfigMap/y`, ""},
	{"a root builds in neither state", `
		root r path=r
		root s path=s
		commit
		  r: ConfigMap/x
		commit
		  r: ConfigMap/x ConfigMap/y`, "is a root that builds in neither state (its path ./s does not exist)"},
	{"its spec changes", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ?remote-base
		commit
		  r: K/a(path=a,noprune)`, "what it renders is not known: remote-base"},
	{"it goes, and with it we do not know what", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: ?remote-base
		  b: ConfigMap/x
		commit
		  r: K/b(path=b)`, "what it renders is not known: remote-base"},
	{"it moves to another root as it is, which deletes it", `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)
		  s:
		  a: ?remote-base
		commit
		  r:
		  s: K/a(path=a)`, "what it renders is not known: remote-base"},
	{"it becomes known, so we do not know what it held", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ?remote-base
		commit
		  a: ConfigMap/x`, "what it renders is not known: remote-base"},
	{"it is new, and nothing is dropped that it could adopt", `
		root r path=r
		commit
		  r: K/b(path=b)
		  a: ?remote-base
		  b: ConfigMap/x
		commit
		  r: K/a(path=a) K/b(path=b)`, ""},
	{"it is new, and may adopt what is dropped", `
		root r path=r
		commit
		  r: K/b(path=b)
		  a: ?remote-base
		  b: ConfigMap/x
		commit
		  r: K/a(path=a) K/b(path=b)
		  b:`, "what it renders is not known: remote-base"},
	{"a parent with its old path applies a child as no state has it", `
		root r path=r
		commit
		  r: K/p(path=p)
		  p: K/a(path=a)
		  a: ConfigMap/x
		commit
		  r: K/p(path=q)
		  p: K/a(path=a,force)
		  q: K/a(path=a)`, "manifests of no state"},
	{"a suspended owner is resumed: what it holds was applied earlier", `
		root r path=r
		commit
		  r: K/a(path=a,suspend)
		  a: ConfigMap/x
		commit
		  r: K/a(path=a)`, "its inventory may hold what it rendered earlier"},
	{"it stays suspended", `
		root r path=r
		commit
		  r: K/a(path=a,suspend) K/b(path=b)
		  a: ConfigMap/x
		  b:
		commit
		  a:
		  b: ConfigMap/x`, ""},
	{"a path that was missing is there", `
		root r path=r
		commit
		  r: K/a(path=a)
		commit
		  a: ConfigMap/x`, "its inventory may hold what it rendered earlier"},
	{"content changes under force", `
		root r path=r
		commit
		  r: K/a(path=a,force)
		  a: ConfigMap/x
		commit
		  a: ConfigMap/x=v2`, "under force"},
	{"content changes under the annotation", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ConfigMap/x+force
		commit
		  a: ConfigMap/x=v2+force`, "under force"},
	{"content changes without force", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ConfigMap/x
		commit
		  a: ConfigMap/x=v2`, ""},
	{"force is new, the content is not", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ConfigMap/x
		commit
		  r: K/a(path=a,force)`, ""},
	{"a HelmRelease gets another release name", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: HelmRelease/x(release=x)
		commit
		  a: HelmRelease/x(release=y)`, "Helm uninstalls"},
	{"a root is rendered by another root", `
		root r path=r
		root s path=s
		commit
		  r: ConfigMap/x
		  s:
		commit
		  s: K/r(path=r)
		switch
		  -root r`, "is a root before and rendered after"},
}

func TestWhatIsNotKnownIsSaid(t *testing.T) {
	for _, c := range unknownCases {
		t.Run(c.name, func(t *testing.T) {
			found := hazard.Find(parseWorld(t, c.world).Transition(), nil)
			says := slices.ContainsFunc(found.Unknowns, func(u ownership.Unknown) bool {
				return strings.Contains(u.Why, c.want) && u.Subject != ""
			})
			if c.want == "" && len(found.Unknowns) > 0 || c.want != "" && !says {
				t.Errorf("want %q\n%s", c.want, describe(found))
			}
		})
	}
}

func TestAViewThatNobodyWorkedOutIsUnknown(t *testing.T) {
	w := parseWorld(t, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ConfigMap/x
		commit
		  r: K/a(path=b)
		  b: ConfigMap/x`)
	tr := w.Transition()
	if found := hazard.Find(tr, nil); len(found.Unknowns) > 0 {
		t.Fatal(describe(found))
	}
	tr.Mixed = nil
	if found := hazard.Find(tr, nil); len(found.Unknowns) == 0 {
		t.Error("nothing is unknown without the mixed views")
	}
}

func TestAManifestOfNoStateIsKnownWhereItWasFollowed(t *testing.T) {
	w := parseWorld(t, `
		root r path=r
		commit
		  r: K/p(path=p)
		  p: K/a(path=a)
		  a: ConfigMap/x
		  none:
		commit
		  r: K/p(path=q)
		  p: K/a(path=none,force)
		  q: K/a(path=a)`)
	found := hazard.Find(w.Follow(w.Transition()), nil)
	if len(found.Unknowns) > 0 || displays(found.AtRisk()) != "ConfigMap demo/x" {
		t.Error(describe(found))
	}
}

func TestCommitsBetweenThatWereNotExaminedAreUnknownUnlessSomethingIsLostAnyway(t *testing.T) {
	safe := parseWorld(t, "root r path=r\ncommit\nr: ConfigMap/x\ncommit\nr: ConfigMap/x ConfigMap/y").Transition()
	safe.BetweenUnknown = "the clone is shallow"
	if found := hazard.Find(safe, nil); len(found.Unknowns) != 1 || len(found.Assumptions) != 0 {
		t.Errorf("%+v", found)
	}
	lossy := parseWorld(t, "root r path=r\ncommit\nr: K/a(path=a)\na: ConfigMap/x\ncommit\nr: K/b(path=a)").Transition()
	lossy.BetweenUnknown = "the clone is shallow"
	if found := hazard.Find(lossy, nil); len(found.Unknowns) != 0 || len(found.Assumptions) != 1 {
		t.Errorf("%+v", found)
	}
}
