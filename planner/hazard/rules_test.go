package hazard_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
)

// two children, an object moves from the first to the second.
const move = `
		commit
		  a:
		  b: Gateway/edge`

var ruleCases = []struct {
	code, name string
	match      bool
	world      string
}{
	{"FM-001", "an object moves to a sibling", true, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:` + move},
	{"FM-001", "the new owner is under another root", true, `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)
		  s: K/b(path=b)
		  a: Gateway/edge
		  b:` + move},
	{"FM-001", "the object stays where it is", false, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  b: ConfigMap/x`},
	{"FM-001", "the object is dropped, which is wanted", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  a:`},

	{"FM-002", "one name becomes another", true, `
		root r path=r
		commit
		  r: K/shop(path=shop)
		  shop: Service/web
		commit
		  r: K/storefront(path=shop)`},
	{"FM-002", "one namespace becomes another", true, `
		root r path=r
		commit
		  r: K/shop(path=shop)
		  shop: Service/web
		commit
		  r: K/shop(path=shop,ns=shop)`},
	{"FM-002", "the parent is renamed, the children keep their names", true, `
		root r path=r
		commit
		  r: K/apps(path=apps)
		  apps: K/shop(path=shop)
		  shop: Service/web
		commit
		  r: K/services(path=apps)`},
	{"FM-002", "the parent does not prune", false, `
		root r path=r noprune
		commit
		  r: K/shop(path=shop)
		  shop: Service/web
		commit
		  r: K/storefront(path=shop)`},
	{"FM-002", "a Kustomization goes with all it holds", false, `
		root r path=r
		commit
		  r: K/shop(path=shop)
		  shop: Service/web
		commit
		  r:`},

	{"FM-003", "a child moves to another root", true, `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)
		  s:
		  a: Gateway/edge
		commit
		  r:
		  s: K/a(path=a)`},
	{"FM-003", "the old owner goes under one root, the new one comes under another", true, `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)
		  s:
		  a: Gateway/edge
		commit
		  r:
		  s: K/b(path=a)`},
	{"FM-003", "a rename under one root is none", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`},
	{"FM-003", "two roots that change nothing between them", false, `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)
		  s: K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  b: ConfigMap/x`},

	{"FM-004", "a key exists in the old namespace only", true, `
		root r path=r
		commit
		  r: K/shop(path=shop,input=Secret:age)
		  shop: Service/web
		commit
		  r: K/shop(path=shop,ns=shop,input=Secret:age)`},
	{"FM-004", "a service account, under another name too", true, `
		root r path=r
		commit
		  r: K/shop(path=shop,input=ServiceAccount:deployer)
		  shop: Service/web
		commit
		  r: K/web(path=shop,ns=shop,input=ServiceAccount:deployer)`},
	{"FM-004", "the new namespace gets the key from Git", false, `
		root r path=r
		commit
		  r: K/shop(path=shop,input=Secret:age)
		  shop: Service/web
		commit
		  r: K/shop(path=shop,ns=shop,input=Secret:age) Secret/age@shop`},
	{"FM-004", "another Kustomization of that namespace uses the key already", false, `
		root r path=r
		commit
		  r: K/shop(path=shop,input=Secret:age) K/other(path=other,ns=shop,input=Secret:age)
		  shop: Service/web
		  other:
		commit
		  r: K/shop(path=shop,ns=shop,input=Secret:age) K/other(path=other,ns=shop,input=Secret:age)`},
	{"FM-004", "a rename within the namespace", false, `
		root r path=r
		commit
		  r: K/shop(path=shop,input=Secret:age)
		  shop: Service/web
		commit
		  r: K/web(path=shop,input=Secret:age)`},

	{"FM-005", "prune: false comes with the move", true, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  r: K/a(path=a,noprune) K/b(path=b)
		  a:
		  b: Gateway/edge`},
	{"FM-005", "dependsOn comes with the move", true, `
		root r path=r
		commit
		  r: K/redis(path=redis) K/sources(path=sources)
		  redis: HelmRepository/bitnami HelmRelease/redis
		  sources:
		commit
		  r: K/redis(path=redis,dep=sources) K/sources(path=sources)
		  redis: HelmRelease/redis
		  sources: HelmRepository/bitnami`},
	{"FM-005", "Orphan comes with the removal of the path's content", true, `
		root r path=r
		commit
		  r: K/a(path=a,policy=Orphan)
		  a: Gateway/edge
		commit
		  r: K/b(path=b)
		  a:
		  b: Gateway/edge`},
	{"FM-005", "prune: false was there before", false, `
		root r path=r
		commit
		  r: K/a(path=a,noprune) K/b(path=b)
		  a: Gateway/edge
		  b:` + move},
	{"FM-005", "a move without any protection", false, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:` + move},

	{"FM-005", "dependsOn comes with a new path, and the old one is left as it is", false, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  r: K/a(path=a2,dep=b) K/b(path=b)
		  a2:
		  b: Gateway/edge`},

	{"FM-006", "a second owner appears", true, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  b: Gateway/edge=v2`},
	{"FM-006", "the content of a contested object changes", true, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b: Gateway/edge
		commit
		  a: Gateway/edge=v2`},
	{"FM-006", "contested before and after alike", false, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b: Gateway/edge
		commit
		  b: Gateway/edge ConfigMap/x`},
	{"FM-006", "one of two owners gives it up", false, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b: Gateway/edge
		commit
		  a:`},

	{"FM-007", "a child is copied under another parent", true, `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)
		  s:
		  a: Gateway/edge
		commit
		  s: K/a(path=a)`},
	{"FM-007", "with another spec", true, `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)
		  s:
		  a: Gateway/edge
		commit
		  s: K/a(path=a,noprune)`},
	{"FM-007", "in both states alike", false, `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a)
		  s: K/a(path=a)
		  a: Gateway/edge
		commit
		  a: Gateway/edge ConfigMap/x`},
	{"FM-007", "a payload object is contested", false, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  b: Gateway/edge`},

	{"FM-008", "the new owner has ssa: IfNotPresent", true, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  a:
		  b: Gateway/edge+ifnotpresent`},
	{"FM-008", "the new owner has reconcile: disabled, and nothing prunes", true, `
		root r path=r
		commit
		  r: K/a(path=a,noprune) K/b(path=b)
		  a: Gateway/edge
		  b:
		commit
		  a:
		  b: Gateway/edge+disabled`},
	{"FM-008", "the old owner has it, the new one not", false, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge+ifnotpresent
		  b:` + move},
	{"FM-008", "an object of one owner has it", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge+ifnotpresent
		commit
		  a: Gateway/edge+ifnotpresent ConfigMap/x`},

	{"FM-009", "the guard goes in the renaming commit", true, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge+guard
		commit
		  r: K/b(path=a)
		  a: Gateway/edge`},
	{"FM-009", "a revision between takes the guard off", true, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge+guard
		  b:
		commit
		  a: Gateway/edge
		commit
		  a:
		  b: Gateway/edge`},
	{"FM-009", "the guard stays", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge+guard
		commit
		  r: K/b(path=a)`},
	{"FM-009", "the new owner renders it without", false, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge+guard
		  b:` + move},

	{"FM-010", "an object leaves under prune: false", true, `
		root r path=r
		commit
		  r: K/a(path=a,noprune)
		  a: Gateway/edge
		commit
		  a:`},
	{"FM-010", "a child survives under a parent that does not prune", true, `
		root r path=r noprune
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`},
	{"FM-010", "prune goes off", true, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  r: K/a(path=a,noprune)`},
	{"FM-010", "prune comes back", false, `
		root r path=r
		commit
		  r: K/a(path=a,noprune)
		  a: Gateway/edge
		commit
		  r: K/a(path=a)`},
	{"FM-010", "an object leaves and is pruned", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  a:`},

	{"FM-011", "WaitForTermination with prune: false", true, `
		root r path=r
		commit
		  r: K/a(path=a,noprune,policy=WaitForTermination)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`},
	{"FM-011", "Delete with prune: false, moved across roots", true, `
		root r path=r
		root s path=s
		commit
		  r: K/a(path=a,noprune,policy=Delete)
		  s:
		  a: Gateway/edge
		commit
		  r:
		  s: K/a(path=a,noprune,policy=Delete)`},
	{"FM-011", "MirrorPrune with prune: false", false, `
		root r path=r
		commit
		  r: K/a(path=a,noprune)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`},
	{"FM-011", "Delete with prune: true is what it says", false, `
		root r path=r
		commit
		  r: K/a(path=a,policy=Delete)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`},

	{"FM-012", "the manifest leaves the path", true, `
		root boot path=boot
		commit
		  boot: K/boot(path=boot) ConfigMap/x
		commit
		  boot: ConfigMap/x`},
	{"FM-012", "a child begins to render itself", true, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ConfigMap/x
		commit
		  a: K/a(path=a) ConfigMap/x`},
	{"FM-012", "a bootstrapped root stays as it is", false, `
		root boot path=boot
		commit
		  boot: K/boot(path=boot) ConfigMap/x
		commit
		  boot: K/boot(path=boot) ConfigMap/y`},
	{"FM-012", "no Kustomization renders itself", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ConfigMap/x
		commit
		  a: ConfigMap/x ConfigMap/y`},

	{"FM-013", "a reference was forgotten in a rename", true, `
		root r path=r
		commit
		  r: K/entry-flux(path=a) K/conf(path=b,dep=entry-flux)
		  a: ConfigMap/x
		  b: ConfigMap/y
		commit
		  r: K/entry(path=a) K/conf(path=b,dep=entry-flux)`},
	{"FM-013", "one that waits for nothing in both states is changed", true, `
		root r path=r
		commit
		  r: K/conf(path=b,dep=entry)
		  b: ConfigMap/y
		commit
		  b: ConfigMap/y ConfigMap/z`},
	{"FM-013", "the reference is renamed too", false, `
		root r path=r
		commit
		  r: K/entry-flux(path=a) K/conf(path=b,dep=entry-flux)
		  a: ConfigMap/x
		  b: ConfigMap/y
		commit
		  r: K/entry(path=a) K/conf(path=b,dep=entry)`},
	{"FM-013", "dangling before and after, and nothing about it changes", false, `
		root r path=r
		commit
		  r: K/conf(path=b,dep=entry) K/a(path=a)
		  a: ConfigMap/x
		  b: ConfigMap/y
		commit
		  a: ConfigMap/x ConfigMap/z`},

	{"FM-014", "a cycle in the state after", true, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=a,dep=a)
		  a:
		commit
		  r: K/a(path=a,dep=b) K/b(path=a,dep=a)`},
	{"FM-014", "an edge is turned round: a cycle in a mix only", true, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=a,dep=a)
		  a:
		commit
		  r: K/a(path=a,dep=b) K/b(path=a)`},
	{"FM-014", "a chain is made longer", false, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=a,dep=a)
		  a:
		commit
		  r: K/a(path=a) K/b(path=a,dep=a) K/c(path=a,dep=b)`},
	{"FM-014", "a cycle of the state before is broken", false, `
		root r path=r
		commit
		  r: K/a(path=a,dep=b) K/b(path=a,dep=a)
		  a:
		commit
		  r: K/a(path=a) K/b(path=a,dep=a)`},

	{"FM-015", "the shared source is left to Redis", true, `
		root r path=r
		commit
		  r: K/dns(path=dns) K/redis(path=redis) K/routes(path=routes,dep=dns)
		  dns: HelmRepository/bitnami HelmRelease/dns(uses=HelmRepository:bitnami)
		  redis: HelmRepository/bitnami HelmRelease/redis(uses=HelmRepository:bitnami)
		  routes:
		commit
		  r: K/dns(path=dns,dep=redis) K/redis(path=redis) K/routes(path=routes,dep=dns)
		  dns: HelmRelease/dns(uses=HelmRepository:bitnami)`},
	{"FM-015", "the source moves to the one that has a StatefulSet", true, `
		root r path=r
		commit
		  r: K/dns(path=dns) K/db(path=db)
		  dns: HelmRepository/bitnami HelmRelease/dns(uses=HelmRepository:bitnami)
		  db: StatefulSet/db
		commit
		  r: K/dns(path=dns,dep=db) K/db(path=db)
		  dns: HelmRelease/dns(uses=HelmRepository:bitnami)
		  db: StatefulSet/db HelmRepository/bitnami`},
	{"FM-015", "the shared source has a Kustomization of its own", false, `
		root r path=r
		commit
		  r: K/dns(path=dns) K/sources(path=sources)
		  dns: HelmRepository/bitnami HelmRelease/dns(uses=HelmRepository:bitnami)
		  sources:
		commit
		  r: K/dns(path=dns,dep=sources) K/sources(path=sources)
		  dns: HelmRelease/dns(uses=HelmRepository:bitnami)
		  sources: HelmRepository/bitnami`},
	{"FM-015", "the dependency has another reason", false, `
		root r path=r
		commit
		  r: K/app(path=app) K/redis(path=redis)
		  app: HelmRepository/bitnami HelmRelease/app(uses=HelmRepository:bitnami,uses=HelmRelease:redis)
		  redis: HelmRelease/redis
		commit
		  r: K/app(path=app,dep=redis) K/redis(path=redis)
		  app: HelmRelease/app(uses=HelmRepository:bitnami,uses=HelmRelease:redis)
		  redis: HelmRelease/redis HelmRepository/bitnami`},

	{"FM-015", "the dependency had the source all along", false, `
		root r path=r
		commit
		  r: K/dns(path=dns) K/redis(path=redis)
		  dns: HelmRelease/dns(uses=HelmRepository:bitnami)
		  redis: HelmRepository/bitnami HelmRelease/redis
		commit
		  r: K/dns(path=dns,dep=redis) K/redis(path=redis)`},
	{"FM-015", "two objects are shared", false, `
		root r path=r
		commit
		  r: K/dns(path=dns) K/redis(path=redis)
		  dns: HelmRepository/bitnami HelmRepository/other HelmRelease/dns(uses=HelmRepository:bitnami,uses=HelmRepository:other)
		  redis: HelmRelease/redis
		commit
		  r: K/dns(path=dns,dep=redis) K/redis(path=redis)
		  dns: HelmRelease/dns(uses=HelmRepository:bitnami,uses=HelmRepository:other)
		  redis: HelmRelease/redis HelmRepository/bitnami HelmRepository/other`},

	{"FM-016", "a stub commit lies between", true, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		  stub:
		commit
		  r: K/a(path=stub,noprune) K/b(path=a)
		commit
		  r: K/b(path=a)`},
	{"FM-016", "Orphan lies between", true, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  r: K/a(path=a,policy=Orphan)
		commit
		  r: K/b(path=a)`},
	{"FM-016", "the commit between protects nothing", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  a: Gateway/edge ConfigMap/x
		commit
		  r: K/b(path=a)`},
	{"FM-016", "there is no commit between", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Gateway/edge
		commit
		  r: K/b(path=a)`},

	{"FM-017", "a namespace goes under what stays", true, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Namespace/demo
		  b: Gateway/edge
		commit
		  a:`},
	{"FM-017", "a CRD goes with its operator, its resources stay", true, `
		root r path=r
		commit
		  r: K/op(path=op) K/use(path=use)
		  op: CRD/Widget
		  use: Widget/w
		commit
		  r: K/use(path=use)`},
	{"FM-017", "the namespace goes with all that is in it", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: Namespace/demo Gateway/edge
		commit
		  a:`},
	{"FM-017", "the namespace is kept by hand", false, `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Namespace/demo+guard
		  b: Gateway/edge
		commit
		  a:`},

	{"FM-018", "operator and resources go together", true, `
		root r path=r
		commit
		  r: K/op(path=op) K/use(path=use,dep=op)
		  op: Deployment/op
		  use: Widget/w
		commit
		  r:`},
	{"FM-018", "a rename of both", true, `
		root r path=r
		commit
		  r: K/op(path=op) K/use(path=use,dep=op)
		  op: Deployment/op
		  use: Widget/w
		commit
		  r: K/op(path=op,ns=rook) K/use(path=use,ns=rook)`},
	{"FM-018", "the resources go first", false, `
		root r path=r
		commit
		  r: K/op(path=op) K/use(path=use,dep=op)
		  op: Deployment/op
		  use: Widget/w
		commit
		  r: K/op(path=op)`},
	{"FM-018", "the operator goes, its dependant stays", false, `
		root r path=r
		commit
		  r: K/op(path=op) K/use(path=use,dep=op)
		  op: Deployment/op
		  use: Widget/w
		commit
		  r: K/use(path=use)`},
	{"FM-018", "both go, and nothing depends on the other", false, `
		root r path=r
		commit
		  r: K/op(path=op) K/use(path=use)
		  op: Deployment/op
		  use: Widget/w
		commit
		  r:`},

	{"FM-019", "the path is gone", true, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ConfigMap/x
		commit
		  r: K/a(path=b)`},
	{"FM-019", "the new content does not build", true, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ConfigMap/x
		commit
		  a: !fail`},
	{"FM-019", "it did not build before either", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: !fail
		commit
		  r: K/a(path=a) ConfigMap/x`},
	{"FM-019", "the path is there and empty", false, `
		root r path=r
		commit
		  r: K/a(path=a)
		  a: ConfigMap/x
		commit
		  a:`},
}

func TestWhatEachRuleMatches(t *testing.T) {
	for _, c := range ruleCases {
		t.Run(c.code+" "+c.name, func(t *testing.T) {
			found := hazard.Find(parseWorld(t, c.world).Transition(), nil)
			matches := slices.ContainsFunc(found.Hazards, func(h hazard.Hazard) bool { return h.Code == c.code })
			if matches != c.match {
				t.Errorf("matches: %v, want %v\n%s", matches, c.match, describe(found))
			}
			covered(t, found)
		})
	}
}

func TestEveryRuleHasCasesThatMatchAndCasesThatDoNot(t *testing.T) {
	for _, r := range hazard.Rules() {
		if _, aboutObjects := objectScenarios[r.Code]; aboutObjects {
			continue
		}
		if _, aboutKustomizations := specScenarios[r.Code]; aboutKustomizations {
			continue
		}
		count := map[bool]int{}
		for _, c := range ruleCases {
			if c.code == r.Code {
				count[c.match]++
			}
		}
		if count[true] < 2 || count[false] < 2 {
			t.Errorf("%s has %d cases that match and %d that do not", r.Code, count[true], count[false])
		}
	}
}

func TestCheckFindsWhatIsHazardousAboutOneState(t *testing.T) {
	w := parseWorld(t, `
		root boot path=boot
		commit
		  boot: K/boot(path=boot) K/a(path=a) K/b(path=b,dep=a,dep=gone) K/c(path=c,dep=d) K/d(path=c,dep=c)
		  a: Gateway/edge ConfigMap/x
		  b: Gateway/edge=v2 ConfigMap/x K/c(path=c,dep=d)
		  c:`)
	var got []string
	for _, h := range hazard.Check(w.State(w.Positions()[0])) {
		got = append(got, h.Code+" "+string(h.Severity)+" "+displays(h.Objects))
	}
	want := []string{
		"FM-006 blocks Gateway demo/edge",
		"FM-006 warns ConfigMap demo/x",
		"FM-007 warns Kustomization flux/c",
		"FM-012 warns Kustomization flux/boot",
		"FM-013 blocks Kustomization flux/b",
		"FM-014 blocks Kustomization flux/c, Kustomization flux/d",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestADependencyThatMayBeInAnUnknownRenderOnlyWarns(t *testing.T) {
	w := parseWorld(t, "root r path=r\ncommit\nr: K/a(path=a) K/b(path=b,dep=gone)\na: ?remote-base\nb:")
	found := hazard.Check(w.State(w.Positions()[0]))
	if len(found) != 1 || found[0].Code != "FM-013" || found[0].Severity != hazard.Warns {
		t.Errorf("%+v", found)
	}
}
