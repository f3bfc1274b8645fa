package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

const (
	progressAfter = time.Second            // what takes less needs no line
	progressEvery = 250 * time.Millisecond // and nobody reads faster
	progressWidth = 79                     // a full line of 80 would wrap
)

// progress says in one line, rewritten in place, how far the model has come. A
// nil one says nothing.
type progress struct {
	w   io.Writer
	now func() time.Time

	what   string // that is being proved
	budget int    // states of one object at most
	began  time.Time
	said   time.Time
	width  int // of the line that is shown
	before int // states of the searches that are done
	here   int // of the one under way
}

// newProgress shows progress on a terminal, and nowhere else.
func newProgress(w io.Writer) *progress {
	file, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(file.Fd()) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &progress{w: w, now: time.Now}
}

// start begins a proof.
func (p *progress) start(what string, budget int) {
	if p == nil {
		return
	}
	p.what, p.budget, p.before, p.here = what, budget, 0, 0
	if p.began.IsZero() {
		p.began = p.now()
	}
}

// visit is told how far one search has come. The next one begins at depth 0.
func (p *progress) visit(e explore.Progress) {
	if e.Depth == 0 && e.Expanded == 0 {
		p.before, p.here = p.before+p.here, 0
	}
	p.here = e.States
	p.say(fmt.Sprintf(": %s states; this object %s of at most %s", thousands(p.before+p.here), thousands(p.here), thousands(p.budget)))
}

// component says which component of a proof is looked at.
func (p *progress) component(i, of, states int) {
	if p != nil {
		p.say(fmt.Sprintf(": component %d of %d of a proof, %s states visited", i, of, thousands(states)))
	}
}

// say shows a line, if it is time for one.
func (p *progress) say(text string) {
	now := p.now()
	if now.Sub(p.began) < progressAfter || now.Sub(p.said) < progressEvery {
		return
	}
	p.said = now
	p.show(shortened(page.Visible(p.what), progressWidth-page.Width(text)) + text)
}

// show writes a line over the one before.
func (p *progress) show(line string) {
	width := page.Width(line)
	if _, err := fmt.Fprint(p.w, "\r"+line+strings.Repeat(" ", max(0, p.width-width))); err == nil {
		p.width = width
	}
}

// clear takes the line away. What is written next begins where it began.
func (p *progress) clear() {
	if p == nil || p.width == 0 {
		return
	}
	p.show("")
	fmt.Fprint(p.w, "\r")
}

// shortened cuts a text to a width.
func shortened(text string, width int) string {
	const cut = "..."
	if page.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && page.Width(string(runes))+len(cut) > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + cut
}

// thousands writes a number with commas.
func thousands(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
