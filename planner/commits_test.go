package planner_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/render"
	"github.com/fluxmigrate/fluxmigrate/render/commit"
)

// TestTheCommitsOfEveryScenarioAreWhatTheirStagesSay makes the commits of each
// scenario with git: each has the tree that its stage names, and the last one
// that of the target.
func TestTheCommitsOfEveryScenarioAreWhatTheirStagesSay(t *testing.T) {
	archives, _ := filepath.Glob(filepath.Join("..", "testdata", "scenario", "*.txtar"))
	made := 0
	for _, file := range archives {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := plantest.ParseScenario(data)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := s.Repository(dir); err != nil {
			t.Fatal(err)
		}
		r, err := render.Open(render.Options{Repo: dir, FluxVersion: s.Flux, Live: observed(t, s)})
		if err != nil {
			t.Fatal(err)
		}
		c := commitsOf(t, r, s.From, s.To, step.Route(s.Route), planner.Input{Observed: observed(t, s), Flux: s.Flux})
		if c == nil {
			continue
		}
		made++
		gitIn(t, dir, "config", "user.name", "scenario")
		gitIn(t, dir, "config", "user.email", "scenario@example.org")
		c.checkBranch(t, file, dir)
	}
	if made < 30 {
		t.Errorf("only %d scenarios have commits of their own: the test looks at nothing", made)
	}
}

// planCommits is a plan, and what its commits hold.
type planCommits struct {
	plan     *planner.Plan
	from     string
	contents []commit.Content
}

// commitsOf plans with real files; nil where no commit of the plan protects.
func commitsOf(t *testing.T, r *render.Repository, from, to string, route step.Route, in planner.Input) *planCommits {
	t.Helper()
	transition, err := r.Transition(from, to)
	if err != nil {
		t.Fatal(err)
	}
	editor, err := r.Editor(from, to)
	if err != nil {
		t.Fatal(err)
	}
	in.Transition, in.Route, in.Editor = *transition, route, editor
	p, err := planner.Build(in)
	if err != nil {
		t.Fatalf("%s to %s: %v", from, to, err)
	}
	commits := planner.CommitsOf(transition.From, transition.To, p.Stages)
	if len(commits) == 0 || len(commits[0].Edits) == 0 {
		return nil
	}
	base, contents, err := editor.Contents(commits)
	if err != nil {
		t.Errorf("%s to %s: %v", from, to, err)
		return nil
	}
	if i := slices.IndexFunc(commits, func(c step.Commit) bool { return c.OnTo }); i >= 0 && transition.From.Commit != transition.To.Commit {
		if contents[i].Own, err = commit.OwnBetween(editor.Dir(), transition.From.Commit, transition.To.Commit); err != nil {
			t.Fatal(err)
		}
	}
	return &planCommits{p, base, contents}
}

func (c *planCommits) trees() []string {
	var trees []string
	for _, s := range c.plan.Stages {
		if s.Tree != "" {
			trees = append(trees, s.Tree)
		}
	}
	return trees
}

func (c *planCommits) checkBranch(t *testing.T, name, dir string) {
	t.Helper()
	for i := range c.contents {
		c.contents[i].Subject = "one of the plan"
	}
	made, err := commit.Branch(dir, "of-the-plan", c.from, c.contents)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	c.checkTrees(t, name, made)
	if last := made[len(made)-1].Tree; last != c.plan.Basis.To.Tree {
		t.Errorf("%s: the last commit has tree %s, and the target %s", name, last, c.plan.Basis.To.Tree)
	}
	if out := gitIn(t, dir, "status", "--short"); out != "" {
		t.Errorf("%s: the work tree is no longer clean:\n%s", name, out)
	}
}

// checkTrees holds the last commit of each stage against what the stage says.
func (c *planCommits) checkTrees(t *testing.T, name string, made []commit.Made) {
	t.Helper()
	trees := c.trees()
	for i, m := range made {
		last := i == len(made)-1 || made[i+1].Index != m.Index
		if last && m.Tree != trees[m.Index] {
			t.Errorf("%s: the last commit of content %d has tree %s, and its stage says %s", name, m.Index+1, m.Tree, trees[m.Index])
		}
	}
}

func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestGitTakesThePatchesOfTheRealTrees applies the patches of plans for real
// repositories, one after the other, on the state before.
func TestGitTakesThePatchesOfTheRealTrees(t *testing.T) {
	for _, tt := range []struct {
		name, cluster, from, to string
		route                   step.Route
	}{
		{"spi-ingress-modes", "", "distinct-owner:core-azure", "distinct-owner:core-ip", step.Commits},
		{"spi-ingress-modes", "", "contested:core-dns", "shared-identity:core-dns", ""},
		{"spi-ingress-modes", "", "contested:minimal-ip", "stubs-removed:minimal-ip", ""},
		{"namespace-move-unguarded", "", "start", "moved", ""},
	} {
		t.Run(tt.name+" "+tt.from+" to "+tt.to, func(t *testing.T) {
			dir := plantest.CloneCase(t, "..", tt.name)
			r, err := render.Open(render.Options{Repo: dir, Layout: plantest.LayoutOfCase("..", tt.name), Cluster: tt.cluster})
			if err != nil {
				t.Fatal(err)
			}
			c := commitsOf(t, r, tt.from, tt.to, tt.route, planner.Input{})
			if c == nil {
				t.Fatal("the plan has no commit that protects")
			}
			c.applyPatches(t, dir)
		})
	}
}

func (c *planCommits) applyPatches(t *testing.T, dir string) {
	t.Helper()
	gitIn(t, dir, "config", "user.name", "case")
	gitIn(t, dir, "config", "user.email", "case@example.org")
	for i := range c.contents {
		c.contents[i].Subject = "one of the plan"
	}
	made, err := commit.Patches(dir, filepath.Join(t.TempDir(), "patches"), c.from, c.contents)
	if err != nil {
		t.Fatal(err)
	}
	gitIn(t, dir, "checkout", "-q", "--detach", c.from)
	for i := range made {
		gitIn(t, dir, "am", "-q", "--keep-cr", "--keep-non-patch", made[i].File)
		made[i].Tree = gitIn(t, dir, "rev-parse", "HEAD^{tree}")
	}
	c.checkTrees(t, "patches", made)
	if got := gitIn(t, dir, "rev-parse", "HEAD^{tree}"); got != c.plan.Basis.To.Tree {
		t.Errorf("the last tree is %s, and that of the target %s", got, c.plan.Basis.To.Tree)
	}
}
