package main

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

func TestTheStatusOfAPlanIsItsVerdict(t *testing.T) {
	for _, tt := range []struct {
		plan, naive verdict.Verdict
		exitCode    bool
		want        status
	}{
		{verdict.Proved, verdict.Proved, false, ok},
		{verdict.Proved, verdict.Refuted, false, ok},
		{verdict.Proved, verdict.Refuted, true, naiveUnsafe},
		{verdict.Proved, verdict.Unknown, true, naiveUnsafe},
		{verdict.Proved, verdict.Proved, true, ok},
		{verdict.Refuted, verdict.Refuted, true, refuted},
		{verdict.Unknown, verdict.Refuted, true, unknown},
		{"", "", false, unknown},
	} {
		r := planRequest{exitCode: tt.exitCode}
		p := &planner.Plan{Verdict: tt.plan, Naive: planner.Naive{Verdict: tt.naive}}
		if got := r.status(p); got != tt.want {
			t.Errorf("plan %q, naive %q, --exit-code %t: status %d, want %d", tt.plan, tt.naive, tt.exitCode, got, tt.want)
		}
	}
}

func TestNothingIsWrittenByHalves(t *testing.T) {
	var stdout bytes.Buffer
	broken := errors.New("broken")
	err := output{stdout: &stdout}.whole(func(w io.Writer) error {
		_, _ = io.WriteString(w, "half")
		return broken
	})
	if !errors.Is(err, broken) || stdout.Len() > 0 {
		t.Errorf("error %v, standard output %q", err, stdout.String())
	}
}

func TestAnErrorCannotSteerTheTerminal(t *testing.T) {
	var stderr bytes.Buffer
	if got := report(&stderr, errors.New("a\x1b[31mb\nsecond line")); got != int(failure) {
		t.Errorf("status %d", got)
	}
	if want := "fluxmigrate: a\\x1b[31mb\n  second line\n"; stderr.String() != want {
		t.Errorf("got %q, want %q", stderr.String(), want)
	}
}
