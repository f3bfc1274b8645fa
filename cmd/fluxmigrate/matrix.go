package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

type matrixDocument struct {
	APIVersion string       `json:"apiVersion"`
	Kind       string       `json:"kind"`
	Pairs      []matrixPair `json:"pairs"`

	modes []string
	risks map[[2]string][]planner.AtRisk
}

type matrixPair struct {
	From   string               `json:"from"`
	To     string               `json:"to"`
	Naive  verdict.Verdict      `json:"naive"`
	AtRisk []ownership.ObjectID `json:"atRisk"`
	Plan   verdict.Verdict      `json:"plan"`
	Merges int                  `json:"merges"`
	Stages int                  `json:"stages"`
}

func matrixCommand(out output) *cli.Command {
	return &cli.Command{
		Name:        "matrix",
		Usage:       "say of every switch from one mode to another whether it is safe as it is",
		UsageText:   "fluxmigrate matrix [--rev REVISION] [flags]",
		Description: "It reports and judges nothing: the exit status is 0 whatever it finds, and 1 if a pair could not be planned. check --modes all judges.",
		Flags:       commonFlags(pageForms...),
		Action: func(ctx *cli.Context) error {
			if ctx.NArg() > 0 {
				return usagef("--rev REVISION says where modes are looked up", "matrix takes no arguments, and was given %s", quotedList(ctx.Args().Slice()))
			}
			r := readCommon(ctx)
			if err := r.validate(pageForms...); err != nil {
				return err
			}
			return matrix(r, out)
		},
	}
}

func matrix(r common, out output) error {
	l, err := load(r)
	if err != nil {
		return err
	}
	d := &matrixDocument{APIVersion: planner.APIVersion, Kind: "Matrix", Pairs: []matrixPair{}, risks: map[[2]string][]planner.AtRisk{}}
	if d.modes, err = l.modes(nil); err != nil {
		return err
	}
	failed := l.everyPair(out, d.modes, d.add)
	if err := out.page(r.form, d.page(), d); err != nil {
		return err
	}
	if failed {
		return failure
	}
	return nil
}

func (d *matrixDocument) add(p *planner.Plan, from, to string) {
	pair := matrixPair{From: from, To: to, Naive: p.Naive.Verdict, Plan: p.Verdict, Merges: p.Cost.Merges,
		Stages: len(p.Stages), AtRisk: []ownership.ObjectID{}}
	for _, r := range p.Naive.AtRisk {
		pair.AtRisk = append(pair.AtRisk, r.Object)
	}
	d.Pairs = append(d.Pairs, pair)
	d.risks[[2]string{from, to}] = p.Naive.AtRisk
}

// page is a grid, its legend, and what is at risk where.
func (d *matrixDocument) page() page.Page {
	grid := page.Table{Head: append([]string{"from \\ to"}, d.modes...)}
	counts := map[verdict.Verdict]int{}
	at := map[[2]string]matrixPair{}
	for _, p := range d.Pairs {
		at[[2]string{p.From, p.To}] = p
		counts[p.Naive]++
	}
	for _, from := range d.modes {
		row := []page.Cell{{page.Name(from)}}
		for _, to := range d.modes {
			row = append(row, page.Cell{mark(at[[2]string{from, to}])})
		}
		grid.Rows = append(grid.Rows, row)
	}
	p := page.Page{grid, page.Paragraph{Text: page.Words(fmt.Sprintf(
		"Each switch as it is: ✔ proved (%d)   ✗ refuted, with the number of objects at risk (%d)   ? unknown (%d)",
		counts[verdict.Proved], counts[verdict.Refuted], counts[verdict.Unknown]))}}
	return append(p, d.details()...)
}

func mark(p matrixPair) page.Phrase {
	switch p.Naive {
	case "":
		return page.Toned(page.Faint, "·")
	case verdict.Proved:
		return page.Toned(page.Good, "✔")
	case verdict.Refuted:
		return page.Toned(page.Bad, fmt.Sprintf("✗ %d", len(p.AtRisk)))
	}
	return page.Toned(page.Doubtful, "?")
}

func (d *matrixDocument) details() page.Page {
	t := page.Table{Head: []string{"from", "to", "at risk as it is", "with a plan"}}
	for _, p := range d.Pairs {
		if p.Naive != verdict.Refuted {
			continue
		}
		plan := page.Join(runbook.Verdict(p.Plan), page.Words(fmt.Sprintf(" %d stages, %d merges", p.Stages, p.Merges)))
		if p.Stages == 0 {
			plan = page.Words("none found")
		}
		t.Rows = append(t.Rows, []page.Cell{{page.Name(p.From)}, {page.Name(p.To)}, riskCell(d.risks[[2]string{p.From, p.To}]), {plan}})
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return page.Page{page.Heading{Level: 2, Text: page.Words("Switches that can lose something")}, t}
}
