package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// deletionsOf lists what a person has to agree to by name, sorted.
func deletionsOf(p *planner.Plan) []ownership.ObjectID {
	var all []ownership.ObjectID
	for _, stage := range p.Stages {
		for _, s := range stage.Steps {
			for _, c := range s.Needs {
				if c.Kind == step.Consented {
					all = append(all, c.Object)
				}
			}
		}
	}
	slices.SortFunc(all, ownership.ObjectID.Compare)
	return slices.Compact(all)
}

// asker asks a person, where there is one.
type asker struct {
	in       *bufio.Reader
	out      io.Writer
	terminal bool
}

func newAsker(stderr io.Writer) *asker {
	return &asker{in: bufio.NewReader(os.Stdin), out: stderr, terminal: term.IsTerminal(os.Stdin.Fd())}
}

// yes asks one question, and takes nothing but yes for one. It gives up where the
// context ends.
func (a *asker) yes(ctx context.Context, question string) (bool, error) {
	fmt.Fprintf(a.out, "%s [yes/no] ", page.Visible(question))
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		text, err := a.in.ReadString('\n')
		answers <- answer{text, err}
	}()
	select {
	case <-ctx.Done():
		return false, context.Cause(ctx)
	case got := <-answers:
		if got.err != nil {
			return false, fmt.Errorf("reading the answer: %w", got.err)
		}
		return strings.EqualFold(strings.TrimSpace(got.text), "yes"), nil
	}
}

// agree asks for what the flags did not agree to yet. Without a terminal that is
// an error that says which flags would.
func (r *applyRequest) agree(ctx context.Context, a *asker, p *planner.Plan) (map[ownership.ObjectID]bool, error) {
	agreed, err := r.agreed(p)
	if err != nil {
		return nil, err
	}
	var open []string
	for _, o := range deletionsOf(p) {
		if !agreed[o] {
			open = append(open, o.Display())
		}
	}
	if !a.terminal && (!r.yes || len(open) > 0) {
		return nil, r.unasked(open)
	}
	for _, o := range deletionsOf(p) {
		if agreed[o] {
			continue
		}
		if agreed[o], err = a.yes(ctx, o.Display()+" will be deleted, as the new state does not have it. Agree?"); err == nil && !agreed[o] {
			err = fmt.Errorf("nobody agreed to the deletion of %s; nothing was written", o.Display())
		}
		if err != nil {
			return nil, err
		}
	}
	if !r.yes {
		if ok, err := a.yes(ctx, fmt.Sprintf("Carry out the %d stages on the cluster?", len(p.Stages))); err != nil || !ok {
			return nil, errOr(err, "nobody agreed to the plan; nothing was written")
		}
	}
	return agreed, nil
}

func (r *applyRequest) unasked(open []string) error {
	missing := ""
	if !r.yes {
		missing = " --yes"
	}
	for _, name := range open {
		missing += fmt.Sprintf(" --delete %q", name)
	}
	return usagef("read the plan, and give"+missing, "there is no terminal to ask on, and not everything is agreed to")
}

func errOr(err error, text string) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("%s", text)
}
