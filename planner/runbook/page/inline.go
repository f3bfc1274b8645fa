package page

import (
	"fmt"
	"regexp"
	"strings"
)

// inline writes a phrase as one line of Markdown that is safe in a paragraph,
// a table cell and a summary alike.
func inline(p Phrase) string {
	var b strings.Builder
	for _, s := range p {
		text := Visible(s.Text)
		switch {
		case s.Name:
			text = codeSpan(text)
		default:
			text = escape(text)
		}
		if bare := strings.TrimSpace(text); !s.Name && bare != "" && (s.Tone == Bad || s.Tone == Strong || s.Tone == Good) {
			text = strings.Replace(text, bare, "**"+bare+"**", 1)
		}
		b.WriteString(text)
	}
	return b.String()
}

// tame text means nothing to Markdown inside a code span.
var tame = regexp.MustCompile("^[^`|<>&\\\\ ]([^`|<>&\\\\]*[^`|<>&\\\\ ])?$")

// codeSpan gives a name as code. What could end the span or the table cell is
// written as character references inside of <code>.
func codeSpan(name string) string {
	if tame.MatchString(name) {
		return "`" + name + "`"
	}
	return "<code>" + references(name) + "</code>"
}

func references(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, "&#%d;", r)
	}
	return b.String()
}

var mention = regexp.MustCompile(`(^|[^A-Za-z0-9])@`)

// escape takes every meaning out of prose. A mention is broken up, so that a
// name cannot call people into a pull request.
func escape(s string) string {
	s = mention.ReplaceAllString(s, "$1@\u200b")
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '&':
			b.WriteString("&amp;")
		case '|':
			b.WriteString("&#124;")
		case '\\', '`', '*', '_', '[', ']', '~', '#':
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// listStart is what would make a list or a heading of a paragraph.
var listStart = regexp.MustCompile(`^([0-9]+)?[-+=.)]`)

// opening writes a phrase that opens a block.
func opening(p Phrase) string {
	text := strings.TrimSpace(inline(p))
	if loc := listStart.FindStringIndex(text); loc != nil {
		return text[:loc[1]-1] + `\` + text[loc[1]-1:]
	}
	return text
}

// summary writes a phrase inside of HTML, where Markdown is not read.
func summary(p Phrase) string {
	var b strings.Builder
	for _, s := range p {
		text := Visible(s.Text)
		if s.Name {
			b.WriteString("<code>" + references(text) + "</code>")
			continue
		}
		b.WriteString(htmlText.Replace(text))
	}
	return b.String()
}

var htmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
