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

// Lines writes the command in lines of at most that width, continued by a
// backslash. A word that is wider itself is continued at the very start of the
// next line, where the shell joins the halves. An argument that cannot be
// printed makes no command at all: the lines are a comment that says so.
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
		line, lines = w.split(line, lines, width)
	}
	return append(lines, line)
}

func (w Word) shell() string {
	if w.Syntax {
		return w.Text
	}
	return Quote(w.Text)
}

// split moves all but the last line of what was written so far to lines.
func (w Word) split(line string, lines []string, width int) (string, []string) {
	if parts := strings.Split(line, "\n"); len(parts) > 1 {
		return parts[len(parts)-1], append(lines, parts[:len(parts)-1]...)
	}
	if w.Syntax || Width(line) <= width-2 {
		return line, lines
	}
	if kept := strings.TrimSuffix(line, w.shell()); strings.TrimSpace(kept) != "" {
		lines = append(lines, strings.TrimRight(kept, " ")+` \`)
	}
	pieces := chunks(w.Text, (width-4)/4)
	for _, piece := range pieces[:len(pieces)-1] {
		lines = append(lines, Quote(piece)+`\`)
	}
	return Quote(pieces[len(pieces)-1]), lines
}

// chunks cuts a text into pieces of at most n runes: quoted, a rune takes up to
// four columns.
func chunks(s string, n int) []string {
	var pieces []string
	runes := []rune(s)
	for len(runes) > n {
		pieces = append(pieces, string(runes[:n]))
		runes = runes[n:]
	}
	return append(pieces, string(runes))
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
