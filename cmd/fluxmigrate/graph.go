package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
)

var graphForms = []string{"text", "dot", "mermaid"}

func graphCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "graph",
		Usage:     "show what needs what, and why",
		UsageText: "fluxmigrate graph [STATE] [--objects] [flags]",
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "objects", Usage: "between all objects, not only between Kustomizations"},
		}, commonFlags(graphForms...)...),
		Action: func(ctx *cli.Context) error {
			state, err := atMostOne(ctx, "state")
			if err != nil {
				return err
			}
			r := readCommon(ctx)
			if err := r.validate(graphForms...); err != nil {
				return err
			}
			return showGraph(r, state, ctx.Bool("objects"), out)
		},
	}
}

func showGraph(r common, state string, objects bool, out output) error {
	l, err := load(r)
	if err != nil {
		return err
	}
	d, err := l.repository.State(state)
	if err != nil {
		return err
	}
	g := planner.Dependencies(d, objects)
	return out.whole(func(w io.Writer) error {
		switch r.form {
		case "dot":
			return g.DOT(w)
		case "mermaid":
			return g.Mermaid(w)
		}
		return g.Text(w)
	})
}
