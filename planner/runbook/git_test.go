package runbook

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

const setUp = `
git init -q --bare -b main origin
git clone -q origin work 2>/dev/null
cd work
mkdir cluster apps
for i in 1 2 3 4 5 6 7 8; do echo "key$i: apps"; done > cluster/apps.yaml
for i in 1 2 3 4 5 6 7 8; do echo "field$i: 1"; done > apps/claim.yaml
git add . && git commit -q -m before && git push -q origin main
git switch -q -c feature
git mv cluster/apps.yaml cluster/infra.yaml
sed -i.bak 's/key1: apps/key1: infra/' cluster/infra.yaml && rm cluster/*.bak
git add . && git commit -q -m change
git push -q -u origin feature`

// edit1 is what a person does in stage 1.
const edit1 = `
echo 'deletionPolicy: Orphan' >> cluster/apps.yaml
echo 'prune: disabled' >> apps/claim.yaml`

// Two ways in which a forge merges a branch.
var merges = map[string]string{
	"merge": `git merge -q --no-ff -m merged origin/BRANCH`,
	"squash": `git merge -q --squash origin/BRANCH
git commit -q -m squashed`,
}

func forge(how, branch string) string {
	return "cd .. && rm -rf forge && git clone -q origin forge && cd forge\n" + strings.ReplaceAll(merges[how], "BRANCH", branch) + "\ngit push -q origin main"
}

// TestTheGitStepsAreRightAsTyped types what the runbook prints, standing on the
// branch of the change, and looks at the content that reaches the source.
func TestTheGitStepsAreRightAsTyped(t *testing.T) {
	for how := range merges {
		t.Run(how, func(t *testing.T) {
			dir := t.TempDir()
			sh := func(in, script string) string { return shell(t, dir+in, script) }
			sh("", setUp)
			from, to := sh("/work", "git rev-parse feature^"), sh("/work", "git rev-parse feature")
			a := author{plan: twoCommits(from, to), said: &said{}}

			sh("/work", typed(a.branch(0, a.plan.Stages[0])))
			sh("/work", edit1)
			sh("/work", typed(a.publish(0, a.plan.Stages[0])))
			if branch := sh("/work", "git branch --show-current"); branch != "feature" {
				t.Fatalf("after stage 1 the author stands on %s", branch)
			}
			sh("/work", forge(how, branchName(0)))
			if got := sh("/forge", "git diff --name-only "+from+" HEAD"); got != "apps/claim.yaml\ncluster/apps.yaml" {
				t.Fatalf("stage 1 changes %q", got)
			}

			sh("/work", typed(a.publish(1, a.plan.Stages[1])))
			sh("/work", forge(how, "feature"))
			if got := sh("/forge", "git diff "+to+" HEAD"); got != "" {
				t.Errorf("what reaches the source is not the change:\n%s", got)
			}
		})
	}
}

func twoCommits(from, to string) *planner.Plan {
	file := func(name string) step.Step {
		return step.Step{Kind: step.GuardObject, Target: gateway, File: name}
	}
	return &planner.Plan{
		Basis: planner.Basis{From: planner.State{Name: "main", Commit: from}, To: planner.State{Name: "HEAD", Commit: to}},
		Stages: []planner.Stage{
			{Title: "protect", Steps: []step.Step{file("cluster/apps.yaml"), file("apps/claim.yaml"), {Kind: step.Publish, Revision: from + protected}}},
			{Title: "change", Steps: []step.Step{{Kind: step.Publish, Revision: to}}},
		},
	}
}

// typed gives the commands of a page.
func typed(p page.Page) string {
	var b strings.Builder
	for _, block := range p {
		if s, ok := block.(page.Shell); ok {
			for _, c := range s.Commands {
				b.WriteString(strings.Join(c.Lines(80), "\n") + "\n")
			}
		}
	}
	return b.String()
}

func shell(t *testing.T, dir, script string) string {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v in\n%s\n%s", err, script, out)
	}
	return strings.TrimSpace(string(out))
}
