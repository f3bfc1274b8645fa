package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// checkRequest is what check is asked: one state, or some modes.
type checkRequest struct {
	common
	state string
	modes []string
}

// checkDocument is the answer.
type checkDocument struct {
	APIVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	Verdict    verdict.Verdict `json:"verdict"`
	States     []checkedState  `json:"states"`
	Switches   []checkedSwitch `json:"switches"`
}

type checkedState struct {
	State string `json:"state"`
	Note  string `json:"note,omitempty"` // how the state was read
	// Kustomizations and Objects count what was looked at.
	Kustomizations int `json:"kustomizations"`
	Objects        int `json:"objects"`

	Verdict  verdict.Verdict   `json:"verdict"`
	Hazards  []hazard.Hazard   `json:"hazards"`
	Unknowns []planner.Unknown `json:"unknowns"`
}

type checkedSwitch struct {
	From    string           `json:"from"`
	To      string           `json:"to"`
	Verdict verdict.Verdict  `json:"verdict"`
	AtRisk  []planner.AtRisk `json:"atRisk"`
	Hazards []hazard.Hazard  `json:"hazards"`

	unknowns []planner.Unknown
}

const allModes = "all"

func checkCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "find objects with two owners, dangling or circular dependsOn, unsafe mode switches",
		UsageText: "fluxmigrate check [STATE] [flags]\nfluxmigrate check --modes all [flags]",
		Description: "STATE is a mode, a git revision, REVISION:MODE or a folder; without one it is the work tree.\n" +
			"With --modes, every mode named is checked as a state, and every switch from one to another.",
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "modes", Usage: "a `MODE` to check, several with commas between, or all; may be repeated"},
		}, commonFlags(pageForms...)...),
		Action: func(ctx *cli.Context) error {
			state, err := atMostOne(ctx, "state")
			if err != nil {
				return err
			}
			r := checkRequest{common: readCommon(ctx), state: state, modes: listed(ctx.StringSlice("modes"))}
			if err := r.validate(); err != nil {
				return err
			}
			return r.run(out)
		},
	}
}

// listed splits values at their commas.
func listed(values []string) []string {
	var all []string
	for _, v := range values {
		for _, part := range strings.Split(v, ",") {
			if part = strings.TrimSpace(part); part != "" {
				all = append(all, part)
			}
		}
	}
	return all
}

func (r *checkRequest) validate() error {
	if r.state != "" && len(r.modes) > 0 {
		return usagef("--rev REVISION says where modes are looked up", "check takes a state or --modes, not both")
	}
	return r.common.validate(pageForms...)
}

func (r *checkRequest) run(out output) error {
	l, err := load(r.common)
	if err != nil {
		return err
	}
	d := &checkDocument{APIVersion: planner.APIVersion, Kind: "Check", States: []checkedState{}, Switches: []checkedSwitch{}}
	if len(r.modes) > 0 {
		err = l.checkModes(out, d, r.modes)
	} else {
		err = l.checkState(d, r.state)
	}
	if err != nil {
		return err
	}
	d.judge()
	if err := out.page(r.form, d.page(), d); err != nil {
		return err
	}
	return statusOf(d.Verdict).orNil()
}

func (l *loaded) checkState(d *checkDocument, arg string) error {
	state, err := l.repository.State(arg)
	if err != nil {
		return err
	}
	found := checkedState{State: state.Name, Note: noteOn(state), Kustomizations: len(state.Kustomizations), Objects: len(state.Owners()), Hazards: nonNil(hazard.Check(state)), Unknowns: unknowns(state)}
	if l.observed != nil {
		// From the state to itself: what is open is where the cluster differs.
		p, err := l.plan(arg, arg, "")
		if err != nil {
			return err
		}
		found.Unknowns = p.Unknowns
	}
	found.Verdict = verdictOf(found.Hazards, len(found.Unknowns))
	d.States = append(d.States, found)
	return nil
}

func (l *loaded) checkModes(out output, d *checkDocument, modes []string) error {
	modes, err := l.modes(modes)
	if err != nil {
		return err
	}
	for _, mode := range modes {
		if err := l.checkState(d, mode); err != nil {
			return err
		}
	}
	l.everyPair(out, modes, func(p *planner.Plan, from, to string) {
		d.Switches = append(d.Switches, checkedSwitch{
			From: from, To: to, Verdict: p.Naive.Verdict, AtRisk: nonNil(p.Naive.AtRisk),
			Hazards: nonNil(p.Hazards), unknowns: p.Unknowns,
		})
	})
	return nil
}

// modes gives the modes asked for; each has to be one of the layout.
func (l *loaded) modes(asked []string) ([]string, error) {
	known, err := l.repository.Modes()
	if err != nil {
		return nil, err
	}
	if len(known) == 0 {
		return nil, usagef("name them in fluxmigrate.yaml, under modes", "the layout has no modes")
	}
	if slices.Contains(asked, allModes) || len(asked) == 0 {
		return known, nil
	}
	for _, mode := range asked {
		if !slices.Contains(known, mode) {
			return nil, usagef("the modes are "+quotedList(known), "there is no mode %q", mode)
		}
	}
	return asked, nil
}

// everyPair plans every switch from one of the modes to another. A pair that
// cannot be planned is unknown and said so; the others go on.
func (l *loaded) everyPair(out output, modes []string, visit func(p *planner.Plan, from, to string)) (failed bool) {
	for _, from := range modes {
		for _, to := range modes {
			if from == to {
				continue
			}
			p, err := l.plan(from, to, "")
			if err != nil {
				failed = true
				say(out.stderr, from+" to "+to+": "+err.Error())
				p = notPlanned(from, to)
			}
			visit(p, from, to)
		}
	}
	return failed
}

func notPlanned(from, to string) *planner.Plan {
	return &planner.Plan{
		Verdict: verdict.Unknown, Naive: planner.Naive{Verdict: verdict.Unknown},
		Unknowns: []planner.Unknown{{Subject: from + " to " + to, Why: "it could not be planned; the error says why"}},
	}
}

func (d *checkDocument) judge() {
	d.Verdict = verdict.Proved
	for _, s := range d.States {
		d.Verdict = verdict.Worst(d.Verdict, s.Verdict)
	}
	for _, s := range d.Switches {
		d.Verdict = verdict.Worst(d.Verdict, s.Verdict)
	}
}

// verdictOf refutes a state with a hazard that loses or blocks; a warning
// alone does not.
func verdictOf(hazards []hazard.Hazard, unknowns int) verdict.Verdict {
	switch {
	case slices.ContainsFunc(hazards, func(h hazard.Hazard) bool { return h.Severity != hazard.Warns }):
		return verdict.Refuted
	case unknowns > 0:
		return verdict.Unknown
	}
	return verdict.Proved
}

// noteOn is what a state says of how it was read, in a sentence.
func noteOn(d *ownership.Desired) string {
	for _, a := range d.Assumptions {
		if a.Subject == d.Name {
			return a.Subject + " " + a.Text + "."
		}
	}
	return ""
}

func unknowns(d *ownership.Desired) []planner.Unknown {
	out := []planner.Unknown{}
	for _, u := range d.Unknowns {
		out = append(out, planner.Unknown{Subject: u.Subject, Why: u.Why, Supply: u.Supply})
	}
	return out
}

func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
