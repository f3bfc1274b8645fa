package commit_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/render/commit"
)

// changed puts two commits of Bob's on the branch change: one that git carries
// a protection into, and one beside.
func changed(t *testing.T, dir string) {
	t.Helper()
	git(t, dir, "switch", "-q", "change")
	write(t, dir, "beside.yaml", "a: 1\n", 0o644)
	git(t, dir, "add", "-A")
	git(t, dir, "-c", "user.name=Bob", "-c", "user.email=bob@example.org", "commit", "-q", "--date=2020-02-03T04:05:06+0100", "-m", "[infra] Put it beside", "-m", "For a reason: ä.")
	git(t, dir, "switch", "-q", "main")
}

func ownOf(t *testing.T, dir, from, to string) commit.Content {
	t.Helper()
	own, err := commit.OwnBetween(dir, git(t, dir, "rev-parse", from), git(t, dir, "rev-parse", to))
	if err != nil {
		t.Fatal(err)
	}
	return commit.Content{On: to, Subject: "Change", Body: "It.", Own: own}
}

const about = "--format=%an <%ae> %ad%n%B"

func TestPeoplesOwnCommitsAreMadeAgainOnTheProtection(t *testing.T) {
	dir := repository(t)
	changed(t, dir)
	contents := []commit.Content{protection(), ownOf(t, dir, "main", "change")}
	made, err := commit.Branch(dir, "plan", "main", contents)
	if err != nil || len(made) != 4 || made[1].Author != "Ann" || made[2].Author != "Bob" || made[3].Author != "" {
		t.Fatalf("%+v, %v", made, err)
	}
	if got, want := git(t, dir, "show", "-s", about, "plan~1"), git(t, dir, "show", "-s", about, "change"); got != want {
		t.Errorf("made again as\n%s\nwhich was\n%s", got, want)
	}
	if files := git(t, dir, "diff", "--name-only", "plan~2", "plan~1"); files != "beside.yaml" {
		t.Errorf("it changes %s", files)
	}
	git(t, dir, "diff", "--exit-code", "plan", "change")
	git(t, dir, "fsck")

	patches, err := commit.Patches(dir, filepath.Join(t.TempDir(), "patches"), "main", contents)
	if err != nil || len(patches) != 4 {
		t.Fatalf("%+v, %v", patches, err)
	}
	for i, m := range patches {
		git(t, dir, "am", "-q", "--keep-cr", "--keep-non-patch", m.File)
		if tree := git(t, dir, "rev-parse", "HEAD^{tree}"); tree != made[i].Tree {
			t.Errorf("patch %d gives another tree than commit %d of the branch", i+1, i+1)
		}
	}
	if got, want := git(t, dir, "show", "-s", about, "HEAD~1"), git(t, dir, "show", "-s", about, "change"); got != want {
		t.Errorf("patched as\n%s\nwhich was\n%s", got, want)
	}
}

func TestWhereNothingProtectsTheyAreTheVeryCommits(t *testing.T) {
	dir := repository(t)
	changed(t, dir)
	made, err := commit.Branch(dir, "plan", "main", []commit.Content{ownOf(t, dir, "main", "change")})
	if err != nil || len(made) != 2 || git(t, dir, "rev-parse", "plan") != git(t, dir, "rev-parse", "change") {
		t.Errorf("%+v, %v", made, err)
	}
}

func TestTheChangeIsOneCommitWhereItsCommitsCannotBeMadeAgain(t *testing.T) {
	for _, tt := range []struct {
		name, why string
		prepare   func(t *testing.T, dir string)
	}{
		{"a merge", "the change has merge commits", func(t *testing.T, dir string) {
			git(t, dir, "switch", "-qc", "side")
			write(t, dir, "side.yaml", "a: 1\n", 0o644)
			git(t, dir, "add", "-A")
			git(t, dir, "commit", "-qm", "aside")
			git(t, dir, "switch", "-q", "change")
			git(t, dir, "merge", "-q", "--no-edit", "side")
			git(t, dir, "switch", "-q", "main")
		}},
		{"main has gone on", "the change does not stand on the state before", func(t *testing.T, dir string) {
			write(t, dir, "more.yaml", "a: 1\n", 0o644)
			git(t, dir, "add", "-A")
			git(t, dir, "commit", "-qm", "more")
		}},
		{"a conflict", "does not apply on the protection: git leaves dos.yaml to a person", func(t *testing.T, dir string) {
			git(t, dir, "switch", "-q", "change")
			write(t, dir, "dos.yaml", "a: 1\r\nb: 4\r\n", 0o644)
			git(t, dir, "commit", "-qam", "another value")
			git(t, dir, "switch", "-q", "main")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := repository(t)
			tt.prepare(t, dir)
			made, err := commit.Branch(dir, "plan", "main", []commit.Content{protection(), ownOf(t, dir, "main", "change")})
			if err != nil || len(made) != 2 || !strings.Contains(made[1].AsOne, tt.why) {
				t.Fatalf("%+v, %v", made, err)
			}
			message := strings.Join(strings.Fields(git(t, dir, "show", "-s", "--format=%B", "plan")), " ")
			if !strings.Contains(message, "It holds as one commit, because "+made[1].AsOne) || !strings.Contains(message, "rename it (Ann)") {
				t.Errorf("the message is %s", message)
			}
			git(t, dir, "diff", "--exit-code", "plan", "change")
		})
	}
}

func TestATagOfThatNameRefusesABranch(t *testing.T) {
	dir := repository(t)
	git(t, dir, "tag", "plan")
	if _, err := commit.Branch(dir, "plan", "main", []commit.Content{protection()}); err == nil || !strings.Contains(err.Error(), "there is a tag plan") {
		t.Errorf("error: %v", err)
	}
}
