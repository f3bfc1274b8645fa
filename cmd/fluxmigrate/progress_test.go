package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
)

// clocked is a progress with a clock that stands still.
func clocked() (*progress, *bytes.Buffer, *time.Time) {
	var out bytes.Buffer
	now := time.Unix(1, 0)
	return &progress{w: &out, now: func() time.Time { return now }}, &out, &now
}

// screen is what a terminal shows of what was written.
func screen(written string) string {
	line, at := []rune{}, 0
	for _, r := range written {
		if r == '\r' {
			at = 0
			continue
		}
		if at == len(line) {
			line = append(line, ' ')
		}
		line[at] = r
		at++
	}
	return strings.TrimRight(string(line), " ")
}

func TestProgressIsSaidAfterASecondAndThenNowAndThen(t *testing.T) {
	p, out, now := clocked()
	p.start("proving tls to ip", 2_000_000)
	for _, c := range []struct {
		wait   time.Duration
		states int
		want   string
	}{
		{0, 1000, ""},
		{900 * time.Millisecond, 2000, ""},
		{100 * time.Millisecond, 1_200_000, "proving tls to ip: 1,200,000 states; this object 1,200,000 of at most 2,000,000"},
		{100 * time.Millisecond, 1_300_000, "proving tls to ip: 1,200,000 states; this object 1,200,000 of at most 2,000,000"},
		{150 * time.Millisecond, 1_400_000, "proving tls to ip: 1,400,000 states; this object 1,400,000 of at most 2,000,000"},
	} {
		*now = now.Add(c.wait)
		p.visit(explore.Progress{Depth: 3, States: c.states, Expanded: 9})
		if got := screen(out.String()); got != c.want {
			t.Errorf("after %v: the screen shows %q, want %q", c.wait, got, c.want)
		}
	}
}

func TestProgressCountsTheStatesOfEverySearch(t *testing.T) {
	p, out, now := clocked()
	p.start("x", 500)
	for range 3 {
		p.visit(explore.Progress{States: 1})
		*now = now.Add(time.Second)
		p.visit(explore.Progress{Depth: 1, States: 100, Expanded: 1})
	}
	if got, want := screen(out.String()), "x: 300 states; this object 100 of at most 500"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAProgressLineIsClearedAndNeverWraps(t *testing.T) {
	p, out, now := clocked()
	p.start("prov\ning "+strings.Repeat("länge", 40)+" to ip", 2_000_000_000)
	*now = now.Add(2 * time.Second)
	p.visit(explore.Progress{Depth: 1, States: 123_456_789, Expanded: 1})
	if got := screen(out.String()); len([]rune(got)) > progressWidth || strings.Contains(got, "\n") || !strings.HasPrefix(got, "prov") {
		t.Errorf("%d wide: %q", len([]rune(got)), got)
	}
	p.clear()
	if got := screen(out.String()); got != "" || !strings.HasSuffix(out.String(), "\r") {
		t.Errorf("left on the screen: %q", got)
	}
}

func TestAShorterLineLeavesNothingOfALongerOne(t *testing.T) {
	p, out, now := clocked()
	p.start("checking plan.json", 1)
	for _, states := range []int{1_000_000, 7} {
		*now = now.Add(time.Second)
		p.component(3, 20, states)
	}
	if got, want := screen(out.String()), "checking plan.json: component 3 of 20 of a proof, 7 states visited"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestThereIsNoProgressWithoutATerminal(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if newProgress(file) != nil || newProgress(new(bytes.Buffer)) != nil {
		t.Error("a file or a buffer is taken for a terminal")
	}
	var none *progress // what there is then
	none.start("x", 1)
	none.component(1, 2, 3)
	none.clear()
}
