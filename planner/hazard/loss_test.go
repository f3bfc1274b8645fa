package hazard_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// patterns of semantics.md 11.2 and 12.3, each a line of steps of which only
// the first and the last are looked at unless the text says "between". Every
// one that is safe is followed by the same one with a precondition dropped.
var patterns = []struct {
	name  string
	world string
	lost  string // the objects at risk
}{
	{"H1 an object moves between two children in one commit", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},
	{"an object moves down from the root into a child", `
		root r path=r
		commit
		  r: K/a(path=a) Gateway/edge
		  a:
		commit
		  r: K/a(path=a)
		  a: Gateway/edge`, "Gateway demo/edge"},
	{"an object moves up into the root", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  r: K/a(path=a) Gateway/edge
		  a:`, "Gateway demo/edge"},

	{"P1 the guard is live before the move", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge+guard
		  b:
		commit
		  a:
		  b: Gateway/edge`, ""},
	{"P1 with a commit that skips the guard in one of the owner's views", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge+guard
		  b:
		commit between
		  a: Gateway/edge
		commit
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},
	{"P1 guard and move in one commit, and the guard only with the new owner", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  a:
		  b: Gateway/edge+guard`, "Gateway demo/edge"},
	{"P1 the revision that guards may be skipped", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit between
		  a: Gateway/edge+guard
		commit
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},
	{"P1' all objects guarded by commonMetadata, then renamed with the path emptied", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge+guard ConfigMap/x+guard
		commit
		  r: K/b(path=b)
		  a:
		  b: Gateway/edge ConfigMap/x`, ""},
	{"P1' with one object without the guard", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge+guard ConfigMap/x
		commit
		  r: K/b(path=b)
		  a:
		  b: Gateway/edge ConfigMap/x`, "ConfigMap demo/x"},

	{"P2 first step: prune goes off", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  r: K/a(path=a,noprune) K/b(path=b)`, ""},
	{"P2 second step: the move under prune: false", `
		root r path=r
		commit
		  r: K/a(path=a,noprune) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  a:
		  b: Gateway/edge`, ""},
	{"P2 third step: prune comes back", `
		root r path=r
		commit
		  r: K/a(path=a,noprune) K/b(path=b)
		  a:
		  b: Gateway/edge
		commit
		  r: K/a(path=a) K/b(path=b)`, ""},
	{"P2 with the first two steps in one commit (H4)", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  r: K/a(path=a,noprune) K/b(path=b)
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},
	{"P2 with the last two steps in one commit (H11)", `
		root r path=r
		commit
		  r: K/a(path=a,noprune) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  r: K/a(path=a) K/b(path=b)
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},

	{"P3 the move while the old owner is suspended", `
		root r path=r
		commit
		  r: K/a(path=a,suspend) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  a:
		  b: Gateway/edge`, ""},
	{"P3 with suspend in the move commit", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  r: K/a(path=a,suspend) K/b(path=b)
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},
	{"P3 with resume in the move commit", `
		root r path=r
		commit
		  r: K/a(path=a,suspend) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  r: K/a(path=a) K/b(path=b)
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},

	{"H8 a rename in one commit on the same path", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`, "Gateway demo/edge"},
	{"H8 with the parent waiting and the new one depending on the old one", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  r: K/b(path=a,dep=a)`, "Gateway demo/edge"},
	{"a rename under a parent that does not prune leaves the old one alive", `
		root r path=r noprune
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`, ""},
	{"the one left alive prunes what left its path", `
		root r path=r noprune
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  r: K/b(path=b)
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},
	{"P4 Orphan is live before the old owner goes", `
		root r path=r
		commit
		  r: K/a(path=a,policy=Orphan)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`, ""},
	{"P4 with Orphan in the commit before, which may be skipped", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit between
		  r: K/a(path=a,policy=Orphan)
		commit
		  r: K/b(path=a)`, "Gateway demo/edge"},
	{"H9 Orphan, but the path is emptied in the commit that removes the owner", `
		root r path=r
		commit
		  r: K/a(path=a,policy=Orphan)
		  a: Gateway/edge
		commit
		  r: K/b(path=b)
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},
	{"P4 with the old path gone altogether", `
		root r path=r
		commit
		  r: K/a(path=a,policy=Orphan)
		  a: Gateway/edge
		commit
		  r: K/b(path=b)
		  a: -
		  b: Gateway/edge`, ""},
	{"P5 suspended before the old owner goes, path emptied", `
		root r path=r
		commit
		  r: K/a(path=a,suspend)
		  a: Gateway/edge
		commit
		  r: K/b(path=b)
		  a:
		  b: Gateway/edge`, ""},
	{"P5 with suspend in a commit that may be skipped", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit between
		  r: K/a(path=a,suspend)
		commit
		  r: K/b(path=a)`, "Gateway demo/edge"},
	{"the FAQ rename: prune: false, then the rename", `
		root r path=r
		commit
		  r: K/a(path=a,noprune)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`, ""},
	{"the FAQ rename under deletionPolicy WaitForTermination", `
		root r path=r
		commit
		  r: K/a(path=a,noprune,policy=WaitForTermination)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`, "Gateway demo/edge"},

	{"P6 an empty orphan stub, the old path taken over as it is", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		  stub:
		commit
		  r: K/a(path=stub,noprune) K/b(path=a)`, ""},
	{"P6 with prune left on", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		  stub:
		commit
		  r: K/a(path=stub) K/b(path=a)`, "Gateway demo/edge"},
	{"P6 with the old path emptied in the same commit", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		  stub:
		commit
		  r: K/a(path=stub,noprune) K/b(path=b)
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},
	{"P6 with the old path gone", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		  stub:
		commit
		  r: K/a(path=stub,noprune) K/b(path=b)
		  a: -
		  b: Gateway/edge`, ""},
	{"P6 second step: the empty stub goes, whatever its policy", `
		root r path=r
		commit
		  r: K/a(path=stub,noprune,policy=Delete) K/b(path=a)
		  a: Gateway/edge
		  stub:
		commit
		  r: K/b(path=a)`, ""},
	{"P6 with the stub commit skipped", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		  stub:
		commit between
		  r: K/a(path=stub,noprune) K/b(path=a)
		commit
		  r: K/b(path=a)`, "Gateway demo/edge"},

	{"P7 the path changes, the old one is left as it is", `
		root r path=r
		commit
		  r: K/a(path=old)
		  old: Gateway/edge ConfigMap/x
		commit
		  r: K/a(path=new)
		  new: Gateway/edge ConfigMap/x`, ""},
	{"P7 the folder is moved as a whole", `
		root r path=r
		commit
		  r: K/a(path=old)
		  old: Gateway/edge ConfigMap/x
		commit
		  r: K/a(path=new)
		  old: -
		  new: Gateway/edge ConfigMap/x`, ""},
	{"P7 with a README left behind", `
		root r path=r
		commit
		  r: K/a(path=old)
		  old: Gateway/edge ConfigMap/x
		commit
		  r: K/a(path=new)
		  old:
		  new: Gateway/edge ConfigMap/x`, "ConfigMap demo/x, Gateway demo/edge"},

	{"H10 the guard leaves the shared manifest in the renaming commit", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge+guard
		commit
		  r: K/b(path=a)
		  a: Gateway/edge`, "Gateway demo/edge"},
	{"H10 with the guard kept", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge+guard
		commit
		  r: K/b(path=a)`, ""},

	{"H15 a child moves between two roots and takes its subtree along", `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)
		  s:
		  a: Gateway/edge
		commit
		  r:
		  s: K/a(path=a)`, "Kustomization flux/a, Gateway demo/edge"},
	{"H15 with the child guarded", `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)+guard
		  s:
		  a: Gateway/edge
		commit
		  r:
		  s: K/a(path=a)`, ""},
	{"H15 with the child under Orphan loses the child only", `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a,policy=Orphan)
		  s:
		  a: Gateway/edge
		commit
		  r:
		  s: K/a(path=a,policy=Orphan)`, "Kustomization flux/a"},
	{"a root switches its path and one tree renames the owner", `
		root ingress path=tls
		commit
		  tls: K/gw-tls(path=gw)
		  ip: K/gw-ip(path=gw)
		  gw: Gateway/edge
		switch
		  root ingress path=ip`, "Gateway demo/edge"},
	{"a root switches its path and both trees name one owner", `
		root ingress path=tls
		commit
		  tls: K/gw(path=gw)
		  ip: K/gw(path=gw)
		  gw: Gateway/edge
		switch
		  root ingress path=ip`, ""},
	{"a contested object, one side of which goes", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b: Gateway/edge
		commit
		  r: K/b(path=b)`, "Gateway demo/edge"},
	{"a root is removed and another adopts its tree", `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)
		  s:
		  a: Gateway/edge
		switch
		  -root r
		  root s path=r`, "Kustomization flux/a, Gateway demo/edge"},
	{"a transient owner renders the object on the way and prunes it", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a:
		  b: Gateway/edge
		commit between
		  a: Gateway/edge
		commit
		  a:`, "Gateway demo/edge"},
	{"a namespace is dropped under an object that stays", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Namespace/demo
		  b: Gateway/edge
		commit
		  a:`, "Gateway demo/edge"},
	{"the namespace is guarded", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Namespace/demo+guard
		  b: Gateway/edge
		commit
		  a:`, ""},
	{"a CRD is dropped while its resources stay, guarded or not", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: CRD/Widget
		  b: Widget/w+guard Gateway/edge
		commit
		  a:`, "Widget demo/w"},
	{"a dropped namespace holds a Kustomization that holds objects elsewhere", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b,ns=apps)
		  a: Namespace/apps
		  b: Gateway/edge
		commit
		  a:`, "Kustomization apps/b, Gateway demo/edge"},
	{"a self-owner stops rendering itself", `
		root boot path=boot
		commit
		  boot: K/boot(path=boot) ConfigMap/x
		commit
		  boot: ConfigMap/x`, "Kustomization flux/boot, ConfigMap demo/x"},
	{"a self-owner that goes on rendering itself", `
		root boot path=boot
		commit
		  boot: K/boot(path=boot) ConfigMap/x
		commit
		  boot: K/boot(path=boot) ConfigMap/x ConfigMap/y`, ""},
	{"IfNotPresent: the new owner never takes over, and the old one prunes", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Secret/s
		  b:
		commit
		  a:
		  b: Secret/s+ifnotpresent`, "Secret demo/s"},
	{"a kubeConfig is set: the controller looks in the other cluster only", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: ConfigMap/x
		  b: ConfigMap/x
		commit
		  r: K/a(path=a,cluster=flux/edge) K/b(path=b)`, ""},
	{"a failing build prunes nothing", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  a: !fail
		  b: Gateway/edge`, ""},
	{"a guard in a manifest that is never applied may not be live", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge+guard+disabled
		  b:
		commit
		  a:
		  b: Gateway/edge`, "Gateway demo/edge"},
	{"a suspended owner takes nothing, whatever its path renders meanwhile", `
		root r path=r
		commit
		  r: K/a(path=a,suspend) K/b(path=b)
		  a: Gateway/edge+ifnotpresent
		  b: Gateway/edge
		commit between
		  a: Gateway/edge
		commit
		  r: K/a(path=a) K/b(path=b)
		  a:`, ""},
	{"the spec that deletes goes with the guard, the one without guard is Orphan", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge+guard
		  c: Gateway/edge
		commit between
		  r: K/a(path=c,policy=Orphan)
		commit
		  r: K/b(path=c)`, ""},
	{"the parent takes the object before it deletes the child, which never takes it back", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge+ifnotpresent
		  new: Gateway/edge
		switch
		  root r path=new`, ""},
	{"the parent takes the object, and a run of the child under way takes it back", `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		  new: Gateway/edge
		switch
		  root r path=new`, "Gateway demo/edge"},
	{"a Kustomization goes and comes back, and has the object only then", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a:
		  b: Gateway/edge
		  c: Gateway/edge
		commit between
		  r: K/b(path=b)
		commit
		  r: K/a(path=c) K/b(path=b)`, "Kustomization flux/a"},
	{"an object is taken only after the run that would have pruned it", `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge+ifnotpresent
		  b: Gateway/edge
		commit between
		  a:
		commit
		  a: Gateway/edge`, ""},
	{"a run of the old revision puts the old spec of a moved child back", `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=old)+guard
		  s: K/b(path=b)
		  old:
		  b: Gateway/edge
		commit
		  r:
		  s: K/a(path=new)+guard K/b(path=b)
		  new: Gateway/edge`, "Gateway demo/edge"},
	{"a child that is made only where there is none comes and goes on the way", `
		root r path=r
		commit
		  r: K/b(path=b)
		  b: Gateway/edge
		  t: Gateway/edge
		commit between
		  r: K/b(path=b) K/t(path=t)+ifnotpresent
		commit
		  r: K/b(path=b)`, "Gateway demo/edge"},
	{"the parent is suspended, so no spec changes and nobody is deleted", `
		root r path=r suspend
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		  c:
		commit
		  r: K/a(path=c) K/b(path=a)`, ""},
}

func TestWhatEachPatternCanLose(t *testing.T) {
	for _, p := range patterns {
		t.Run(p.name, func(t *testing.T) {
			w := parseWorld(t, strings.ReplaceAll(p.world, " between", ""))
			tr := w.Transition()
			if !strings.Contains(p.world, "between") && len(tr.Between) > 0 {
				t.Fatal("the world has states between and does not say so")
			}
			found := hazard.Find(tr, nil)
			if got := displays(found.AtRisk()); got != p.lost {
				t.Errorf("at risk: %q, want %q\n%s", got, p.lost, describe(found))
			}
			covered(t, found)
		})
	}
}

func displays(ids []ownership.ObjectID) string {
	var names []string
	for _, o := range ids {
		names = append(names, o.Display())
	}
	slices.Sort(names)
	slices.SortStableFunc(names, func(a, b string) int { // children first
		return -boolCompare(strings.HasPrefix(a, "Kustomization"), strings.HasPrefix(b, "Kustomization"))
	})
	return strings.Join(names, ", ")
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func describe(f hazard.Findings) string {
	var b strings.Builder
	for _, h := range f.Hazards {
		fmt.Fprintf(&b, "%s %s %s: %s\n  objects: %s\n", h.Code, h.Severity, h.Name, h.Because, displays(h.Objects))
		for _, l := range h.Story {
			fmt.Fprintf(&b, "    %s %s (%s)\n", l.Actor, l.Action, l.Rule)
		}
	}
	for _, u := range f.Unknowns {
		fmt.Fprintf(&b, "unknown %s: %s\n", u.Subject, u.Why)
	}
	return b.String()
}

// covered holds what every answer must: each object at risk belongs to a
// hazard that loses, and each of those tells a story that ends in words.
func covered(t interface{ Errorf(string, ...any) }, f hazard.Findings) {
	for _, o := range f.AtRisk() {
		if !slices.ContainsFunc(f.Hazards, func(h hazard.Hazard) bool {
			return h.Severity == hazard.Loses && slices.Contains(h.Objects, o)
		}) {
			t.Errorf("%s is at risk, and no hazard says why", o.Display())
		}
	}
	for _, h := range f.Hazards {
		if h.Severity == hazard.Loses && (len(h.Story) < 3 || len(h.Story) > 7) {
			t.Errorf("%s has a story of %d lines: %v", h.Code, len(h.Story), h.Story)
		}
		if h.Harm == "" || h.Because == "" || len(h.Remedies) == 0 {
			t.Errorf("%s lacks words: %+v", h.Code, h)
		}
	}
}
