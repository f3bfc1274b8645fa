package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/live"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/render"
)

// loaded is an opened repository and what stands beside it.
type loaded struct {
	repository *render.Repository
	observed   *ownership.Observed // nil where no live data were asked for
	protect    []ownership.GroupKind
	answers    *proof.Answers // of the model, so far
	budget     int            // states of a scene; 0: the rules alone judge
	progress   *progress      // of the model
}

// load opens what the common flags name.
func load(c common) (*loaded, error) {
	observed, err := c.observe()
	if err != nil {
		return nil, err
	}
	return loadBeside(c, observed)
}

// loadBeside is load with live data that were read already; nil for none.
func loadBeside(c common, observed *ownership.Observed) (*loaded, error) {
	l, flux := &loaded{protect: c.kinds, budget: c.budget, progress: c.progress, observed: observed}, c.flux
	var err error
	if l.observed != nil && flux == "" && render.CheckVersion(l.observed.Versions.KustomizeController) == nil {
		flux = l.observed.Versions.KustomizeController
	}
	l.repository, err = render.Open(render.Options{
		Repo: c.repo, Layout: c.layout, Rev: c.rev, Roots: c.roots, SourcePaths: c.sourcePaths, Vars: c.vars,
		Cluster: c.cluster, FluxVersion: flux, Live: l.observed,
	})
	return l, err
}

// observe reads the live data that were asked for; none where none were.
func (c common) observe() (*ownership.Observed, error) {
	switch {
	case c.connect != nil:
		return live.Observe(context.Background(), *c.connect)
	case c.live != "":
		return readLive(c.live)
	}
	return nil, nil
}

func readLive(file string) (*ownership.Observed, error) {
	if info, err := os.Stat(file); err != nil {
		return nil, fmt.Errorf("reading the snapshot: %w", err)
	} else if info.IsDir() {
		return nil, fmt.Errorf("reading the snapshot %s: it is a folder; --live wants a file", file)
	}
	return live.ReadSnapshotFile(file)
}

// plan builds the plan of one transition.
func (l *loaded) plan(from, to string, route step.Route) (*planner.Plan, error) {
	transition, err := l.repository.Transition(from, to)
	if err != nil {
		return nil, err
	}
	if from != "" && to != "" { // the work tree has a name of its own
		transition.From.Name, transition.To.Name = from, to
	}
	kinds, err := l.repository.Protect(to)
	if err != nil {
		return nil, err
	}
	flux, err := l.repository.FluxVersion(to)
	if err != nil {
		return nil, err
	}
	editor, err := l.repository.Editor(from, to)
	if err != nil {
		return nil, err
	}
	l.progress.start("proving "+from+" to "+to, l.budget)
	defer l.progress.clear()
	return planner.Build(planner.Input{
		Transition: *transition, Observed: l.observed, Protect: slices.Concat(kinds, l.protect), Route: route,
		Tool: "fluxmigrate " + toolVersion(), Flux: flux, Prover: l.prover(), Editor: editor,
	})
}
