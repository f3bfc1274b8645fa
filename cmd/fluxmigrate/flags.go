package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/live"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// common is what every command that reads a repository is asked.
type common struct {
	repo, layout, rev, live, cluster, flux string
	roots, sourcePaths, vars, protect      []string
	form                                   string
	budget                                 int

	connect *live.Options // to a cluster, if one is asked for
	misled  error         // what is wrong with the flags that say so

	progress *progress // of the model; nil where there is no terminal

	kinds []ownership.GroupKind // of protect, after validate
}

func commonFlags(forms ...string) []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "repo", Usage: "the repository `DIR`, or a folder in it with a layout (default: the git work tree one stands in)", TakesFile: true},
		&cli.StringFlag{Name: "layout", Usage: "a layout `FILE` to use in place of the repository's fluxmigrate.yaml", TakesFile: true},
		&cli.StringFlag{Name: "rev", Usage: "the `REVISION` that modes are looked up in (default: HEAD)"},
		&cli.StringFlag{Name: "live", Usage: "a snapshot `FILE` of the cluster (default: the cluster is assumed to be as the state before says)", TakesFile: true},
		&cli.StringSliceFlag{Name: "root", Usage: "a root Kustomization, as `NS/NAME=PATH`, where there is no layout; may be repeated"},
		&cli.StringSliceFlag{Name: "source-path", Usage: "where a source's content is at hand, as `KIND/NS/NAME=DIR`; may be repeated"},
		&cli.StringSliceFlag{Name: "var", Usage: "a variable for postBuild that comes from outside Git, as `NAME=VALUE`; may be repeated"},
		&cli.StringFlag{Name: "cluster", Usage: "the `NAME` of one of the layout's clusters"},
		&cli.StringFlag{Name: "flux-version", Usage: "the `VERSION` of kustomize-controller (default: the cluster's, else the layout's, else not known: undefined variables then pass, as before v1.9.0)"},
		&cli.IntFlag{Name: "budget", Value: defaultBudget, Usage: "how many states of the model, `N`, are visited for one object at most (a million takes 0.3 to 0.5 GB of memory); what is left over is unknown"},
		&cli.StringSliceFlag{Name: "protect", Usage: "a kind to protect beside the built-in ones, as `GROUP/KIND`, or KIND for the core group; may be repeated"},
		outputFlag(forms...),
	}, connectionFlags()...)
}

func outputFlag(forms ...string) cli.Flag {
	return &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Value: forms[0], Usage: "the `FORMAT` of the output: " + strings.Join(forms, ", ")}
}

// pageForms are the forms of everything that is shown as a page.
var pageForms = []string{"text", "markdown", "json"}

// planForms are the forms of a plan: as a report in HTML, too.
var planForms = []string{"text", "markdown", "html", "json"}

// formOf gives the form asked for; md is markdown.
func formOf(ctx *cli.Context) string {
	if form := ctx.String("output"); form != "md" {
		return form
	}
	return "markdown"
}

func readCommon(ctx *cli.Context) common {
	file, connect, misled := fileOrCluster(ctx)
	return common{
		repo: ctx.String("repo"), layout: ctx.String("layout"), rev: ctx.String("rev"), live: file, connect: connect, misled: misled,
		cluster: ctx.String("cluster"), flux: ctx.String("flux-version"),
		roots: ctx.StringSlice("root"), sourcePaths: ctx.StringSlice("source-path"), vars: ctx.StringSlice("var"),
		protect: ctx.StringSlice("protect"), form: formOf(ctx), budget: ctx.Int("budget"),
		progress: newProgress(ctx.App.ErrWriter),
	}
}

// validate checks what can be checked without reading anything.
func (c *common) validate(forms ...string) error {
	if err := oneOf(c.form, forms...); err != nil {
		return err
	}
	if c.misled != nil {
		return c.misled
	}
	if c.budget < 0 {
		return usagef("0 visits nothing, and leaves every handover unknown", "--budget %d: want a number of states", c.budget)
	}
	if len(c.roots) > 0 && c.layout != "" {
		return usagef("write the root into the layout file", "--root and --layout exclude each other")
	}
	for _, pair := range []struct {
		flag, want string
		values     []string
		slashes    int
	}{
		{"--root", "NS/NAME=PATH", c.roots, 1},
		{"--source-path", "KIND/NS/NAME=DIR", c.sourcePaths, 1},
		{"--var", "NAME=VALUE", c.vars, 0},
	} {
		for _, v := range pair.values {
			if name, _, ok := strings.Cut(v, "="); !ok || name == "" || strings.Count(name, "/") < pair.slashes {
				return usagef("", "%s %q: want %s", pair.flag, v, pair.want)
			}
		}
	}
	var err error
	c.kinds, err = groupKinds(c.protect)
	return err
}

func groupKinds(values []string) ([]ownership.GroupKind, error) {
	var kinds []ownership.GroupKind
	for _, v := range values {
		group, kind, ok := strings.Cut(v, "/")
		if !ok {
			group, kind = "", v
		}
		if kind == "" || strings.Contains(kind, "/") {
			return nil, usagef("as in --protect cert-manager.io/Certificate", "--protect %q: want GROUP/KIND", v)
		}
		if !slices.Contains(kinds, ownership.GroupKind{Group: group, Kind: kind}) {
			kinds = append(kinds, ownership.GroupKind{Group: group, Kind: kind})
		}
	}
	return kinds, nil
}

// atMostOne gives the one positional argument a command takes.
func atMostOne(ctx *cli.Context, what string) (string, error) {
	if ctx.NArg() > 1 {
		return "", usagef("", "%s takes one %s, and was given %d: %s", ctx.Command.Name, what, ctx.NArg(), quotedList(ctx.Args().Slice()))
	}
	return ctx.Args().First(), nil
}

func quotedList(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = fmt.Sprintf("%q", a)
	}
	return strings.Join(quoted, ", ")
}
