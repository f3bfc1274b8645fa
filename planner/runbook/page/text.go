package page

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Style says how a terminal is written to.
type Style struct {
	Width  int  // columns; fewer than 80, 0 included, are taken as 80
	Colour bool // the caller has looked at NO_COLOR, TERM and the terminal
	ASCII  bool // no arrows, bullets and ellipses beyond ASCII
}

// narrowest is what is written for at least: a narrower terminal breaks lines
// itself, which keeps commands whole.
const narrowest = 80

// Text writes the page for a terminal.
func Text(w io.Writer, p Page, style Style) error {
	t := newTerminal(style)
	t.blocks(p, 0)
	_, err := io.WriteString(w, t.out.String())
	return err
}

// terminal collects the output. open says that a blank line is due before the
// next block.
type terminal struct {
	width  int
	ascii  bool
	colour map[Tone]lipgloss.Style
	out    strings.Builder
	open   bool
}

func newTerminal(s Style) *terminal {
	t := &terminal{width: max(s.Width, narrowest), ascii: s.ASCII}
	if s.Colour {
		r := lipgloss.NewRenderer(io.Discard)
		r.SetColorProfile(termenv.ANSI)
		colour := func(c string) lipgloss.Style { return r.NewStyle().Foreground(lipgloss.Color(c)) }
		t.colour = map[Tone]lipgloss.Style{
			Good: colour("2"), Bad: colour("1").Bold(true), Doubtful: colour("3"),
			Faint: r.NewStyle().Faint(true), Strong: r.NewStyle().Bold(true),
		}
	}
	return t
}

func (t *terminal) blocks(blocks []Block, indent int) {
	for _, b := range blocks {
		t.blank()
		t.block(b, indent)
		t.open = true
	}
}

func (t *terminal) blank() {
	if t.open {
		t.out.WriteString("\n")
	}
	t.open = false
}

func (t *terminal) block(b Block, indent int) {
	switch b := b.(type) {
	case Heading:
		t.heading(b, indent)
	case Paragraph:
		t.paragraph("", b.Text, indent)
	case List:
		t.list(b, indent)
	case Table:
		t.table(b, indent, 2)
	case Answers:
		t.table(b.table(), indent, 0)
	case Code:
		for _, l := range b.Lines {
			t.verbatim(l, indent+2)
		}
	case Shell:
		t.shell(b, indent)
	case Fold:
		t.paragraph("", b.Summary, indent)
		t.blocks(b.Blocks, indent+2)
	case Task:
		t.paragraph("", b.Text, indent)
		t.blocks(b.Blocks, indent+2)
	}
}

func (t *terminal) heading(h Heading, indent int) {
	t.paragraph("", h.Text.Tinted(Strong), indent)
	if h.Level <= 2 {
		rule := strings.Repeat(t.glyph("─", "-"), min(Width(t.plain(h.Text)), t.width-indent))
		t.line(indent, Toned(Faint, rule))
	}
}

func (t *terminal) list(l List, indent int) {
	for i, item := range l.Items {
		mark := t.glyph("• ", "* ")
		if l.Numbered {
			mark = fmt.Sprintf("%*d. ", len(fmt.Sprint(len(l.Items))), i+1)
		}
		t.paragraph(mark, item, indent)
	}
}

// table gives the answers as columns.
func (a Answers) table() Table {
	t := Table{}
	for _, r := range a.Rows {
		t.Rows = append(t.Rows, []Cell{{Toned(Strong, r.Subject)}, {Toned(r.Tone, r.Word)}, {r.Text}})
	}
	return t
}

func (t *terminal) shell(s Shell, indent int) {
	for _, c := range s.Commands {
		for _, l := range c.Lines(t.width - indent - 2) {
			t.verbatim(l, indent+2)
		}
	}
}

// paragraph writes a phrase behind a mark, its later lines under the first.
func (t *terminal) paragraph(mark string, p Phrase, indent int) {
	at := indent + Width(mark)
	for i, line := range wrap(t.fold(p), t.width-at, 0) {
		if i == 0 {
			t.line(indent, Join(Words(mark), line))
			continue
		}
		t.line(at, line)
	}
}

// verbatim writes a line that means what it says. The terminal breaks one that
// is too wide, and what is copied from there is whole.
func (t *terminal) verbatim(line string, indent int) { t.line(indent, Words(Visible(line))) }

func (t *terminal) line(indent int, p Phrase) {
	var b strings.Builder
	for _, s := range runs(p) {
		text := Visible(s.Text)
		if style, ok := t.colour[s.Tone]; ok && strings.TrimSpace(text) != "" {
			inked := strings.TrimRight(text, " ")
			text = style.Render(inked) + text[len(inked):]
		}
		b.WriteString(text)
	}
	text := strings.TrimRight(b.String(), " ")
	if text != "" {
		text = strings.Repeat(" ", indent) + text
	}
	t.out.WriteString(text + "\n")
}

// runs joins what has one tone, and the blanks between, so that a colour is
// set once.
func runs(p Phrase) Phrase {
	var out Phrase
	for _, s := range p {
		n := len(out) - 1
		if n >= 0 && (out[n].Tone == s.Tone || strings.TrimSpace(s.Text) == "") {
			out[n].Text += s.Text
			continue
		}
		out = append(out, Span{Text: s.Text, Tone: s.Tone})
	}
	return out
}

func (t *terminal) glyph(unicode, ascii string) string {
	if t.ascii {
		return ascii
	}
	return unicode
}

var asciiGlyphs = strings.NewReplacer("→", "->", "…", "...", "•", "*", "✔", "ok", "✗", "x", "–", "-", "≠", "!=", "·", ".", "“", `"`, "”", `"`)

// fold writes a phrase in ASCII where that is asked for. Names stay as they are.
func (t *terminal) fold(p Phrase) Phrase {
	if !t.ascii {
		return p
	}
	q := make(Phrase, len(p))
	for i, s := range p {
		if !s.Name {
			s.Text = asciiGlyphs.Replace(s.Text)
		}
		q[i] = s
	}
	return q
}

func (t *terminal) plain(p Phrase) string { return t.fold(p).Plain() }
