package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"

	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// output is where a command writes to.
type output struct{ stdout, stderr io.Writer }

// whole builds the output in memory and writes it at once, or nothing of it.
func (o output) whole(build func(w io.Writer) error) error {
	var b bytes.Buffer
	if err := build(&b); err != nil {
		return err
	}
	if _, err := o.stdout.Write(b.Bytes()); err != nil {
		return fmt.Errorf("writing the output: %w", err)
	}
	return nil
}

// page writes a page as text or Markdown, or a document as JSON.
func (o output) page(form string, p page.Page, document any) error {
	return o.whole(func(w io.Writer) error {
		switch form {
		case "json":
			return encode(w, document)
		case "markdown":
			return page.Markdown(w, p, page.CommentLimit)
		}
		return page.Text(w, p, o.style())
	})
}

func encode(w io.Writer, document any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(document); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}

// widest is where lines become hard to read.
const widest = 100

// style looks at the terminal, if there is one: colours only there, and
// neither with NO_COLOR nor on a dumb terminal.
func (o output) style() page.Style {
	s := page.Style{ASCII: asciiOnly()}
	file, isFile := o.stdout.(*os.File)
	if !isFile || !term.IsTerminal(file.Fd()) {
		return s
	}
	if width, _, err := term.GetSize(file.Fd()); err == nil {
		s.Width = min(width, widest)
	}
	s.Colour = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && os.Getenv("TERM") != ""
	return s
}

// asciiOnly says whether the locale is known to hold nothing but ASCII.
func asciiOnly() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := os.Getenv(name); value != "" {
			return value == "C" || value == "POSIX"
		}
	}
	return os.Getenv("TERM") == "dumb"
}

// oneOf checks the value of -o.
func oneOf(form string, forms ...string) error {
	if slices.Contains(forms, form) {
		return nil
	}
	return usagef("", "-o %s: want one of %s", form, strings.Join(forms, ", "))
}
