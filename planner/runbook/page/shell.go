package page

import (
	"regexp"
	"strings"
)

// Word is one word of a command: an argument, which is quoted where the shell
// would read more into it, or syntax, which is written as it is.
type Word struct {
	Text   string
	Syntax bool
}

// Command is the words of one command.
type Command []Word

// Run gives the command of these arguments.
func Run(args ...string) Command {
	var c Command
	for _, arg := range args {
		c = append(c, Word{Text: arg})
	}
	return c
}

// Raw gives a command written out. It may span lines. Nothing the user named
// belongs into it unless it went through Quote.
func Raw(text string) Command { return Command{{Text: text, Syntax: true}} }

// And gives the command with one more word of syntax behind it.
func (c Command) And(syntax string) Command {
	return append(c[:len(c):len(c)], Word{Text: syntax, Syntax: true})
}

// plainWord needs no quotes in any POSIX shell.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:=,@%+-]+$`)

// Quote makes one argument safe for a POSIX shell.
func Quote(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Lines writes the command in lines of about that width, continued by a
// backslash between two words. A word is never broken: a line is as long as its
// longest word needs. An argument that cannot be printed makes no command at
// all: the lines are a comment that says so.
func (c Command) Lines(width int) []string {
	for _, w := range c {
		if !w.Syntax && !Printable(w.Text) {
			return comment("not printed, because a name cannot be written on one line: "+Visible(w.Text), width)
		}
	}
	var lines []string
	line := ""
	for _, w := range c {
		text := w.shell()
		switch {
		case line == "":
			line = text
		case Width(line)+1+Width(firstLine(text)) <= width-2:
			line += " " + text
		default:
			lines = append(lines, line+` \`)
			line = "    " + text
		}
		parts := strings.Split(line, "\n")
		line, lines = parts[len(parts)-1], append(lines, parts[:len(parts)-1]...)
	}
	return append(lines, line)
}

func (w Word) shell() string {
	if w.Syntax {
		return w.Text
	}
	return Quote(w.Text)
}

func comment(text string, width int) []string {
	lines := wrap(Words(text), width-2, 0)
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = "# " + l.Plain()
	}
	return out
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
