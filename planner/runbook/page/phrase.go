package page

import (
	"strconv"
	"strings"
	"unicode"
)

// Tone is what a span means to its reader. It becomes a colour where there are
// colours.
type Tone int

// The tones. The zero value has no colour.
const (
	Plain Tone = iota
	Good
	Bad
	Doubtful
	Faint
	Strong
)

// Span is a piece of a phrase. A Name is something the user named (an object,
// a file, a command line flag) and is shown as it is; other text is prose.
type Span struct {
	Text string
	Name bool
	Tone Tone
}

// Phrase is one run of text.
type Phrase []Span

// Words gives prose. Names inside it are escaped with the rest.
func Words(text string) Phrase { return Phrase{{Text: text}} }

// Toned gives prose in a tone.
func Toned(tone Tone, text string) Phrase { return Phrase{{Text: text, Tone: tone}} }

// Name gives a name.
func Name(name string) Phrase { return Phrase{{Text: name, Name: true}} }

// Say gives prose in which each %s stands for the next name. Names without a
// place are put at the end, so that none is lost.
func Say(format string, names ...string) Phrase {
	var p Phrase
	for i, text := range strings.Split(format, "%s") {
		if i > 0 && len(names) > 0 {
			p = append(p, Span{Text: names[0], Name: true})
			names = names[1:]
		}
		if text != "" {
			p = append(p, Span{Text: text})
		}
	}
	for _, name := range names {
		p = append(p, Span{Text: " "}, Span{Text: name, Name: true})
	}
	return p
}

// Join puts phrases behind one another.
func Join(phrases ...Phrase) Phrase {
	var p Phrase
	for _, q := range phrases {
		p = append(p, q...)
	}
	return p
}

// Tinted gives the phrase with every span in that tone.
func (p Phrase) Tinted(tone Tone) Phrase {
	q := make(Phrase, len(p))
	for i, s := range p {
		s.Tone = tone
		q[i] = s
	}
	return q
}

// Plain gives the text alone, with what cannot be printed made visible.
func (p Phrase) Plain() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteString(Visible(s.Text))
	}
	return b.String()
}

// Visible makes what cannot be printed visible: a name that holds a newline,
// an escape sequence or a direction mark cannot steer the reader's terminal.
func Visible(s string) string {
	if Printable(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRune(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

// Printable says whether every rune of the text can be printed.
func Printable(s string) bool {
	for _, r := range s {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return false
		}
	}
	return true
}
