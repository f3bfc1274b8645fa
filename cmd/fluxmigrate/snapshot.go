package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/live"
)

func snapshotCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "snapshot",
		Usage:     "write down what a cluster holds, for --live",
		UsageText: "fluxmigrate snapshot [-o FILE] [flags]",
		Description: "The cluster is that of the kubeconfig's current context, as for kubectl; it is read with get and list only.\n" +
			"The snapshot is Kubernetes Lists in YAML: Kustomizations and their inventories whole, the\n" +
			"ConfigMaps that they substitute from with their data, of other objects metadata.\n" +
			"No data of Secrets is written, and none is read but the kubeconfigs that --remote-clusters asks for. What may not be read is said in the snapshot and on standard error.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Value: "-", Usage: "the `FILE` to write; - is standard output", TakesFile: true},
		}, connectionFlags()...),
		Action: func(ctx *cli.Context) error {
			if ctx.NArg() > 0 {
				return usagef("fluxmigrate snapshot -o FILE", "snapshot takes no arguments, and was given %s", quotedList(ctx.Args().Slice()))
			}
			return snapshot(ctx.Context, *readConnection(ctx), ctx.String("output"), out)
		},
	}
}

func snapshot(ctx context.Context, options live.Options, file string, out output) error {
	reading, err := live.Read(ctx, options)
	if err != nil {
		return err
	}
	observed, err := reading.Observed()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := live.WriteSnapshot(&text, reading); err != nil {
		return err
	}
	if err := writeSnapshot(file, text.Bytes(), out); err != nil {
		return err
	}
	for _, u := range observed.Unknowns {
		say(out.stderr, strings.TrimSpace(u.Subject+": "+u.Why+"\n"+u.Supply))
	}
	for _, a := range observed.Assumptions {
		say(out.stderr, a.Subject+": "+a.Text)
	}
	return nil
}

// writeSnapshot writes the whole file or leaves what was there.
func writeSnapshot(file string, text []byte, out output) error {
	if file == "-" {
		if _, err := out.stdout.Write(text); err != nil {
			return fmt.Errorf("writing the output: %w", err)
		}
		return nil
	}
	part, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return fmt.Errorf("writing the snapshot: %w", err)
	}
	defer os.Remove(part.Name()) // nothing is left to remove where it was renamed
	_, err = part.Write(text)
	if closing := part.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(part.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("writing the snapshot %s: %w", file, err)
	}
	return nil
}
