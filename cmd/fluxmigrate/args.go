package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

const completionFlag = "--generate-bash-completion"

// arrange puts the flags of a command before its positional arguments, where
// urfave/cli looks for them: it takes a flag behind the first positional for
// one more argument, and says nothing. What follows "--" stays as it is.
func arrange(app *cli.App, args []string) []string {
	at := slices.IndexFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") })
	if at < 0 || slices.Contains(args, completionFlag) {
		return args
	}
	command := app.Command(args[at])
	if command == nil {
		return args
	}
	var flags, positional []string
	rest := args[at+1:]
	for i := 0; i < len(rest); i++ {
		arg := rest[i]
		switch {
		case arg == "--":
			positional = append(positional, rest[i+1:]...)
			i = len(rest)
		case len(arg) < 2 || arg[0] != '-':
			positional = append(positional, arg)
		default:
			flags = append(flags, arg)
			if takesValue(command, arg) && i+1 < len(rest) {
				i++
				flags = append(flags, rest[i])
			}
		}
	}
	out := append(slices.Clone(args[:at+1]), flags...)
	if len(positional) > 0 {
		out = append(append(out, "--"), positional...)
	}
	return out
}

// takesValue says whether the argument behind a flag is its value.
func takesValue(command *cli.Command, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	if strings.Contains(name, "=") {
		return false
	}
	for _, f := range command.Flags {
		if slices.Contains(f.Names(), name) {
			_, isBool := f.(*cli.BoolFlag)
			return !isBool
		}
	}
	return false
}
