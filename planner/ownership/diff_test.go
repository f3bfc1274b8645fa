package ownership_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

// diffCases: what happens, the state before, "--", the state after, "--", the
// changes that are not Kept.
var diffCases = []struct{ name, text string }{
	{"an object moves between two Kustomizations", `
		f/a prune: ConfigMap demo/x
		f/b prune
		--
		f/a prune
		f/b prune: ConfigMap demo/x
		--
		moved ConfigMap demo/x: f/a → f/b (same)`},
	{"it moves and changes on the way", `
		f/a prune: ConfigMap demo/x
		f/b prune
		--
		f/a prune
		f/b prune: ConfigMap demo/x digest=2
		--
		moved ConfigMap demo/x: f/a → f/b`},
	{"content without a digest is not known to be alike", `
		f/a prune: ConfigMap demo/x digest=
		f/b prune
		--
		f/a prune
		f/b prune: ConfigMap demo/x digest=
		--
		moved ConfigMap demo/x: f/a → f/b`},
	{"an object appears, another leaves", `
		f/a prune: ConfigMap demo/x
		--
		f/a prune: ConfigMap demo/y
		--
		dropped ConfigMap demo/x: f/a →
		created ConfigMap demo/y: → f/a`},
	{"two owners before, one after", `
		f/a prune: Gateway demo/edge
		f/b prune: Gateway demo/edge
		--
		f/a prune: Gateway demo/edge
		f/b prune
		--
		contested Gateway demo/edge: f/a f/b → f/a (same)`},
	{"two owners before and after are contested although nothing changes", `
		f/a prune: Gateway demo/edge
		f/b prune: Gateway demo/edge digest=2
		--
		f/a prune: Gateway demo/edge
		f/b prune: Gateway demo/edge digest=2
		--
		contested Gateway demo/edge: f/a f/b → f/a f/b`},
	{"a contested object that leaves dies by the owner that prunes", `
		f/a: Gateway demo/edge
		f/b prune: Gateway demo/edge
		--
		f/a
		f/b prune
		--
		dropped Gateway demo/edge: f/a f/b →`},
	{"an owner that does not prune leaves an orphan", `
		f/a: ConfigMap demo/x
		--
		f/a
		--
		orphaned ConfigMap demo/x: f/a →`},
	{"an owner that is suspended deletes nothing for as long", `
		f/a prune: ConfigMap demo/x
		--
		f/a prune suspend
		--
		orphaned ConfigMap demo/x: f/a →`},
	{"an owner whose path is gone prunes nothing", `
		f/a prune path=a: ConfigMap demo/x
		--
		f/a prune path=a missing
		--
		orphaned ConfigMap demo/x: f/a →`},
	{"an owner that turns to another cluster forgets what it made here", `
		f/a prune: ConfigMap demo/x
		--
		f/a prune cluster=f/prod: ConfigMap demo/x
		--
		orphaned ConfigMap demo/x: f/a →
		created ConfigMap demo/x (cluster f/prod): → f/a`},
	{"a guard in every owner saves the object", `
		f/a prune: Secret demo/x guarded, Secret demo/y reconcileDisabled, Secret demo/z ssa=Ignore
		--
		f/a prune
		--
		orphaned Secret demo/x: f/a →
		orphaned Secret demo/y: f/a →
		dropped Secret demo/z: f/a →`},
	{"a guard in one of two owners does not", `
		f/a prune: Secret demo/x guarded
		f/b prune: Secret demo/x
		--
		f/a prune
		f/b prune
		--
		dropped Secret demo/x: f/a f/b →`},
	{"a child leaves and takes its objects along", `
		f/root prune: Kustomization f/a
		f/a prune: ConfigMap demo/x
		--
		f/root prune
		--
		dropped ConfigMap demo/x: f/a →
		dropped Kustomization f/a: f/root →`},
	{"a child leaves a parent that does not prune: it lives on, and so do its objects", `
		f/root: Kustomization f/a
		f/a prune: ConfigMap demo/x
		--
		f/root
		--
		orphaned ConfigMap demo/x: f/a →
		orphaned Kustomization f/a: f/root →`},
	{"a guarded child stays alive", `
		f/root prune: Kustomization f/a guarded
		f/a prune: ConfigMap demo/x
		--
		f/root prune
		--
		orphaned ConfigMap demo/x: f/a →
		orphaned Kustomization f/a: f/root →`},
	{"a child with Orphan goes, its objects stay", `
		f/root prune: Kustomization f/a
		f/a prune policy=Orphan: ConfigMap demo/x
		--
		f/root prune
		--
		orphaned ConfigMap demo/x: f/a →
		dropped Kustomization f/a: f/root →`},
	{"deletionPolicy Delete beats prune: false", `
		f/root prune: Kustomization f/a
		f/a policy=Delete: ConfigMap demo/x
		--
		f/root prune
		--
		dropped ConfigMap demo/x: f/a →
		dropped Kustomization f/a: f/root →`},
	{"a whole tree leaves, three levels deep", `
		f/root prune
		f/top prune: Kustomization f/mid
		f/mid prune: Kustomization f/leaf
		f/leaf prune: Namespace demo
		--
		f/root prune
		--
		dropped Namespace demo: f/leaf →
		dropped Kustomization f/leaf: f/mid →
		dropped Kustomization f/mid: f/top →
		dropped Kustomization f/top: →`},
	{"the middle of the tree orphans: below it all live on", `
		f/top prune: Kustomization f/mid
		f/mid policy=Orphan prune: Kustomization f/leaf
		f/leaf prune: Namespace demo
		--
		f/root
		--
		orphaned Namespace demo: f/leaf →
		orphaned Kustomization f/leaf: f/mid →
		dropped Kustomization f/mid: f/top →
		created Kustomization f/root: →
		dropped Kustomization f/top: →`},
	{"a Kustomization that renders itself prunes itself", `
		f/self prune root: Kustomization f/self, ConfigMap demo/x
		--
		f/other path=other
		--
		dropped ConfigMap demo/x: f/self →
		created Kustomization f/other: →
		dropped Kustomization f/self: f/self →`},
	{"one that renders itself and does not prune lives on", `
		f/self root policy=Delete: Kustomization f/self, ConfigMap demo/x
		--
		f/other path=other
		--
		orphaned ConfigMap demo/x: f/self →
		created Kustomization f/other: →
		orphaned Kustomization f/self: f/self →`},
	{"one that renders itself with Orphan prunes itself away, and its objects stay", `
		f/self prune root policy=Orphan: Kustomization f/self, ConfigMap demo/x
		--
		f/other path=other
		--
		orphaned ConfigMap demo/x: f/self →
		created Kustomization f/other: →
		dropped Kustomization f/self: f/self →`},
	{"two that render each other", `
		f/a prune: Kustomization f/b
		f/b prune: Kustomization f/a
		--
		f/c
		--
		dropped Kustomization f/a: f/b →
		dropped Kustomization f/b: f/a →
		created Kustomization f/c: →`},
	{"a root becomes a child", `
		f/a prune
		f/root prune
		--
		f/a prune
		f/root prune: Kustomization f/a
		--
		moved Kustomization f/a: → f/root (same)`},
	{"targetNamespace changes: the same file, another namespace", `
		f/a prune: ConfigMap one/x file=x.yaml, Secret one/y file=x.yaml
		--
		f/a prune: ConfigMap two/x file=x.yaml, Secret two/y file=x.yaml
		--
		renamed ConfigMap one/x: f/a → = ConfigMap two/x
		renamed Secret one/y: f/a → = Secret two/y
		created ConfigMap two/x: → f/a = ConfigMap one/x
		created Secret two/y: → f/a = Secret one/y`},
	{"several of a kind in one file: names tell them apart", `
		f/a prune: Service one/x file=s.yaml, Service one/y file=s.yaml
		--
		f/a prune: Service two/x file=s.yaml, Service two/z file=s.yaml, Service two/v file=s.yaml
		--
		renamed Service one/x: f/a → = Service two/x
		dropped Service one/y: f/a →
		created Service two/v: → f/a
		created Service two/x: → f/a = Service one/x
		created Service two/z: → f/a`},
	{"a prefix: one of its kind in the file", `
		f/a prune: Service one/x file=s.yaml
		--
		f/a prune: Service one/pre-x file=s.yaml
		--
		created Service one/pre-x: → f/a = Service one/x
		renamed Service one/x: f/a → = Service one/pre-x`},
	{"no file, no claim", `
		f/a prune: Service one/x
		--
		f/a prune: Service two/x
		--
		dropped Service one/x: f/a →
		created Service two/x: → f/a`},
	{"one file in two Kustomizations that have nothing to do with each other", `
		f/a prune: Service one/x file=s.yaml
		f/b prune
		--
		f/a prune
		f/b prune: Service two/x file=s.yaml
		--
		dropped Service one/x: f/a →
		created Service two/x: → f/b`},
	{"a Kustomization moves to another namespace and keeps its objects", `
		f/root prune: Kustomization f/a file=a.yaml
		f/a prune path=a: Gateway demo/edge
		--
		f/root prune: Kustomization g/a file=a.yaml
		g/a prune path=a: Gateway demo/edge
		--
		moved Gateway demo/edge: f/a → g/a (same)
		renamed Kustomization f/a: f/root → = Kustomization g/a
		created Kustomization g/a: → f/root = Kustomization f/a`},
	{"all Kustomizations of one file move to another namespace", `
		f/root prune: Kustomization f/a file=all.yaml, Kustomization f/b file=all.yaml
		f/a prune path=a
		f/b prune path=a
		--
		f/root prune: Kustomization g/a file=all.yaml, Kustomization g/b file=all.yaml
		g/a prune path=a
		g/b prune path=a
		--
		renamed Kustomization f/a: f/root → = Kustomization g/a
		renamed Kustomization f/b: f/root → = Kustomization g/b
		created Kustomization g/a: → f/root = Kustomization f/a
		created Kustomization g/b: → f/root = Kustomization f/b`},
	{"a Kustomization changes its name and file: the path tells; its source moves along", `
		f/root prune: Kustomization f/a file=a.yaml
		f/a prune path=x source=GitRepository/f/repo: ConfigMap one/x file=x.yaml
		--
		f/root prune: Kustomization g/b file=b.yaml
		g/b prune path=x source=GitRepository/g/repo: ConfigMap two/x file=x.yaml
		--
		renamed Kustomization f/a: f/root → = Kustomization g/b
		created Kustomization g/b: → f/root = Kustomization f/a
		renamed ConfigMap one/x: f/a → = ConfigMap two/x
		created ConfigMap two/x: → g/b = ConfigMap one/x`},
	{"a Kustomization changes its name and path in its file", `
		f/root prune: Kustomization f/a file=a.yaml
		f/a prune path=x
		--
		f/root prune: Kustomization f/b file=a.yaml
		f/b prune path=y
		--
		renamed Kustomization f/a: f/root → = Kustomization f/b
		created Kustomization f/b: → f/root = Kustomization f/a`},
	{"two that share a path leave a doubt", `
		f/root prune: Kustomization f/a file=a.yaml, Kustomization f/b file=b.yaml
		f/a prune path=x
		f/b prune path=x
		--
		f/root prune: Kustomization f/c file=c.yaml
		f/c prune path=x
		--
		dropped Kustomization f/a: f/root →
		dropped Kustomization f/b: f/root →
		created Kustomization f/c: → f/root`},
	{"an old name that nobody deletes is left behind", `
		f/root: Kustomization f/a file=a.yaml
		f/a prune path=a: ConfigMap demo/x
		--
		f/root: Kustomization g/a file=a.yaml
		g/a prune path=a: ConfigMap demo/x
		--
		moved ConfigMap demo/x: f/a → g/a (same)
		orphaned Kustomization f/a: f/root →
		created Kustomization g/a: → f/root`},
	{"what an unknown render may still hold is not called dropped", `
		f/root prune: Kustomization f/a
		f/a prune: ConfigMap demo/x
		f/b prune: ConfigMap demo/y
		--
		f/root prune unknown
		f/b prune unknownID
		--
		unknown ConfigMap demo/x: f/a →
		unknown ConfigMap demo/y: f/b →
		unknown Kustomization f/a: f/root →`},
	{"what an unknown render may have held is not called created", `
		f/a prune unknown
		--
		f/a prune: ConfigMap demo/x
		--
		unknown ConfigMap demo/x: → f/a`},
}

func TestDiff(t *testing.T) {
	for _, c := range diffCases {
		part := strings.Split(c.text, "--\n")
		got := describe(ownership.Diff(state(t, part[0]), state(t, part[1])))
		want := strings.Join(strings.FieldsFunc(strings.ReplaceAll(part[2], "\t", ""), func(r rune) bool { return r == '\n' }), "\n")
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

func state(t *testing.T, text string) *ownership.Desired {
	t.Helper()
	d, err := plantest.State("test", text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// describe prints the changes that are not Kept, one a line.
func describe(changes []ownership.Change) string {
	var lines []string
	for _, c := range changes {
		if c.Kind == ownership.Kept {
			continue
		}
		words := []string{string(c.Kind), c.Object.Display() + ":"}
		words = append(words, names(c.From)...)
		words = append(append(words, "→"), names(c.To)...)
		if c.Other != (ownership.ObjectID{}) {
			words = append(words, "=", c.Other.Display())
		}
		if c.SameContent {
			words = append(words, "(same)")
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "\n")
}

func names(ids []ownership.KustomizationID) []string {
	var s []string
	for _, id := range ids {
		s = append(s, fmt.Sprint(id))
	}
	return s
}
