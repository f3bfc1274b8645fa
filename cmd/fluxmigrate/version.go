package main

import (
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

type versionDocument struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Version    string `json:"version"`
	Go         string `json:"go"`
	Platform   string `json:"platform"`
}

func versionCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "version",
		Usage:     "say which version this is",
		UsageText: "fluxmigrate version [-o text|json]",
		Flags:     []cli.Flag{outputFlag("text", "json")},
		Action: func(ctx *cli.Context) error {
			if ctx.NArg() > 0 {
				return usagef("", "version takes no arguments, and was given %s", quotedList(ctx.Args().Slice()))
			}
			form := formOf(ctx)
			if err := oneOf(form, "text", "json"); err != nil {
				return err
			}
			d := versionDocument{planner.APIVersion, "Version", toolVersion(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			text := page.Words("fluxmigrate " + d.Version + " (" + d.Go + ", " + d.Platform + ")")
			return out.page(form, page.Page{page.Paragraph{Text: text}}, d)
		},
	}
}
