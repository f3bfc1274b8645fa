package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestFlagsMayFollowArguments(t *testing.T) {
	app := newApp(&bytes.Buffer{}, &bytes.Buffer{})
	for _, tt := range []struct{ given, want string }{
		{"check tls --repo x", "check --repo x -- tls"},
		{"check --repo x tls", "check --repo x -- tls"},
		{"check --repo=x tls -o json", "check --repo=x -o json -- tls"},
		{"plan --exit-code --from a --to b", "plan --exit-code --from a --to b"},
		{"graph tls --objects -o dot", "graph --objects -o dot -- tls"},
		{"owners tls -- --odd", "owners -- tls --odd"},
		{"owners - x", "owners -- - x"},
		{"check tls --repo", "check --repo -- tls"},
		{"--help", "--help"},
		{"nonsense x --flag", "nonsense x --flag"},
		{"plan --generate-bash-completion", "plan --generate-bash-completion"},
	} {
		if got := strings.Join(arrange(app, strings.Fields(tt.given)), " "); got != tt.want {
			t.Errorf("%s becomes %s, want %s", tt.given, got, tt.want)
		}
	}
}

func TestOneFlagValueMayHoldCommas(t *testing.T) {
	var out, errs bytes.Buffer
	got := run([]string{"plan", "--from", "a", "--to", "b", "--repo", t.TempDir(), "--var", "LIST=a,b,c", "--protect", "a.b/C,d"}, &out, &errs)
	if got != int(failure) || strings.Contains(errs.String(), "--var") {
		t.Errorf("status %d: %s", got, errs.String())
	}
}

func TestEveryCommandLeavesStandardOutputAloneOnAUsageError(t *testing.T) {
	for _, command := range []string{"plan", "check", "owners", "matrix", "graph", "explain", "version", "completion", ""} {
		var out, errs bytes.Buffer
		if got := run([]string{command, "--nonsense"}, &out, &errs); got != int(usage) || out.Len() > 0 || errs.Len() == 0 {
			t.Errorf("%s: status %d, stdout %q, stderr %q", command, got, out.String(), errs.String())
		}
	}
}
