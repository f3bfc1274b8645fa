package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"
)

// version is set by the linker for a release.
var version = ""

// toolVersion is that of a release, else what the build recorded.
func toolVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// newApp puts the commands together. Nothing in it ends the process.
func newApp(stdout, stderr io.Writer) *cli.App {
	cli.FlagStringer = flagLine
	out := output{stdout: stdout, stderr: stderr}
	app := &cli.App{
		Name:                      "fluxmigrate",
		Usage:                     "plan how objects move between Flux Kustomizations without being deleted",
		Version:                   toolVersion(),
		Description:               statusText(),
		Writer:                    stdout,
		ErrWriter:                 stderr,
		DisableSliceFlagSeparator: true,
		EnableBashCompletion:      true,
		ExitErrHandler:            func(*cli.Context, error) {},
		OnUsageError:              onUsageError,
		Action:                    noCommand,
		CommandNotFound:           nil,
		Commands: []*cli.Command{
			planCommand(out), applyCommand(out), rbacCommand(out), checkCommand(out), ownersCommand(out), matrixCommand(out), graphCommand(out),
			verifyCommand(out), snapshotCommand(out), statusCommand(out), explainCommand(out), versionCommand(out), completionCommand(out),
		},
	}
	for _, c := range app.Commands {
		c.OnUsageError = onUsageError
	}
	return app
}

func statusText() string {
	var b strings.Builder
	b.WriteString("Exit status:\n")
	for _, s := range statuses {
		fmt.Fprintf(&b, "%4d  %s\n", s.code, s.meaning)
	}
	return strings.TrimRight(b.String(), "\n")
}

// noCommand runs where no command is named, or one that there is not.
func noCommand(ctx *cli.Context) error {
	if !ctx.Args().Present() {
		return usagef("fluxmigrate --help lists the commands; the main one is fluxmigrate plan --from X --to Y", "no command is named")
	}
	name := ctx.Args().First()
	hint := "fluxmigrate --help lists the commands"
	var names []string
	for _, c := range ctx.App.Commands {
		names = append(names, c.Name)
	}
	if near := nearest(name, names); near != "" {
		hint = "did you mean fluxmigrate " + near + "?"
	}
	return usagef(hint, "there is no command %q", name)
}

// onUsageError keeps urfave/cli from printing the help on standard output.
func onUsageError(ctx *cli.Context, err error, _ bool) error {
	message := err.Error()
	hint := "fluxmigrate --help says more"
	if ctx.Command != nil && ctx.Command.Name != "" && ctx.Command.Name != ctx.App.Name {
		hint = "fluxmigrate " + ctx.Command.Name + " --help says more"
	}
	if name, ok := strings.CutPrefix(message, "flag provided but not defined: "); ok {
		message = fmt.Sprintf("there is no flag %s", long(name))
		if instead := insteadOf(ctx.Command, name); instead != "" {
			hint = instead
		}
	}
	if name, ok := strings.CutPrefix(message, "flag needs an argument: "); ok {
		message = fmt.Sprintf("the flag %s needs a value", long(name))
	}
	return usagef(hint, "%s", message)
}

// long writes a flag as people do.
func long(name string) string {
	name = strings.TrimLeft(name, "-")
	if len([]rune(name)) == 1 {
		return "-" + name
	}
	return "--" + name
}

// flagLine is a flag in the help: its names, what it takes, what it means.
func flagLine(f cli.Flag) string {
	doc := f.(cli.DocGenerationFlag)
	before, rest, _ := strings.Cut(doc.GetUsage(), "`")
	value, after, _ := strings.Cut(rest, "`")
	names := make([]string, len(f.Names()))
	for i, name := range f.Names() {
		names[i] = strings.TrimSpace(long(name) + " " + value)
	}
	usage := before + value + after
	if text := doc.GetDefaultText(); text != "" && doc.TakesValue() && doc.GetValue() != "" {
		usage += fmt.Sprintf(" (default: %s)", strings.Trim(text, `"`))
	}
	return strings.Join(names, ", ") + "\t" + usage
}
