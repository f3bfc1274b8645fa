package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// nearest gives the candidate that a misspelt name must have meant, or "": one
// letter in three may be wrong, missing or swapped with its neighbour.
func nearest(name string, candidates []string) string {
	best, least := "", max(1, len(name)/3)+1
	for _, c := range candidates {
		if d := distance(name, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance counts the letters to insert, delete, replace or swap.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			differs := 1
			if x[i-1] == y[j-1] {
				differs = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+differs)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}

// insteadOf says what to type in place of a flag that there is not, or "".
func insteadOf(command *cli.Command, name string) string {
	name = strings.TrimLeft(name, "-")
	var names []string
	for _, f := range command.Flags {
		names = append(names, f.Names()...)
	}
	if hasForm(command, name) {
		return "did you mean -o " + name + "?"
	}
	if takesState(command) && slices.Contains([]string{"from", "to", "state"}, name) {
		return fmt.Sprintf("write the state without a flag, as in: fluxmigrate %s main", command.Name)
	}
	if near := nearest(name, names); near != "" {
		return "did you mean " + long(near) + "?"
	}
	return ""
}

// hasForm says whether the output of a command can have that form.
func hasForm(command *cli.Command, form string) bool {
	for _, f := range command.Flags {
		if o, ok := f.(*cli.StringFlag); ok && o.Name == "output" {
			_, forms, found := strings.Cut(o.Usage, ": ")
			return found && slices.Contains(strings.Split(forms, ", "), form)
		}
	}
	return false
}

func takesState(command *cli.Command) bool { return strings.Contains(command.UsageText, "[STATE]") }
