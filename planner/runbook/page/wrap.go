package page

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Width is the number of columns a text takes on a terminal.
func Width(s string) int { return lipgloss.Width(s) }

// wrap breaks a phrase into lines of at most width columns: at spaces, else
// behind a separator of a name, else anywhere. Lines behind the first leave
// room for hang columns.
func wrap(p Phrase, width, hang int) []Phrase {
	w := wrapper{width: width, hang: min(hang, width/2)}
	for _, s := range p {
		s.Text = Visible(s.Text)
		for _, piece := range strings.SplitAfter(s.Text, " ") {
			w.add(Span{Text: piece, Name: s.Name, Tone: s.Tone})
		}
	}
	w.flush()
	return w.lines
}

// wrapper collects words (runs of spans without a space between them) and
// lines. used is the width of line, wordWidth that of word.
type wrapper struct {
	width, hang     int
	lines           []Phrase
	line, word      Phrase
	used, wordWidth int
}

// add takes a piece without a space but at its end.
func (w *wrapper) add(s Span) {
	text := strings.TrimRight(s.Text, " ")
	if text != "" {
		w.word = append(w.word, Span{Text: text, Name: s.Name, Tone: s.Tone})
		w.wordWidth += Width(text)
	}
	if text != s.Text {
		w.endWord()
		if w.used > 0 && w.used < w.room() {
			w.line = append(w.line, Span{Text: " "})
			w.used++
		}
	}
}

func (w *wrapper) room() int {
	if len(w.lines) == 0 {
		return w.width
	}
	return w.width - w.hang
}

func (w *wrapper) endWord() {
	if w.wordWidth == 0 {
		return
	}
	if w.used+w.wordWidth > w.room() && w.used > 0 && (w.wordWidth <= w.width-w.hang || w.used > w.room()/2) {
		w.endLine()
	}
	for _, s := range w.word {
		w.put(s)
	}
	w.word, w.wordWidth = nil, 0
}

// put adds a span, broken over as many lines as it needs.
func (w *wrapper) put(s Span) {
	for Width(s.Text) > w.room()-w.used {
		head, rest := cut(s.Text, w.room()-w.used)
		if head == "" && w.used == 0 {
			head, rest = firstRune(s.Text)
		}
		if head != "" {
			w.line = append(w.line, Span{Text: head, Name: s.Name, Tone: s.Tone})
		}
		w.endLine()
		s.Text = rest
	}
	if s.Text != "" {
		w.line = append(w.line, s)
		w.used += Width(s.Text)
	}
}

func (w *wrapper) endLine() {
	for len(w.line) > 0 && w.line[len(w.line)-1].Text == " " {
		w.line = w.line[:len(w.line)-1]
	}
	w.lines = append(w.lines, w.line)
	w.line, w.used = nil, 0
}

func (w *wrapper) flush() {
	w.endWord()
	if w.used > 0 || len(w.lines) == 0 {
		w.endLine()
	}
}

// cut gives as much of a word as fits into n columns, up to a separator if one
// is near, and the rest.
func cut(s string, n int) (head, rest string) {
	used, end := 0, 0
	for i, r := range s {
		used += Width(string(r))
		if used > n {
			break
		}
		end = i + len(string(r))
	}
	if i := strings.LastIndexAny(s[:end], "/-_,:="); i > end/2 {
		end = i + 1
	}
	return s[:end], s[end:]
}

func firstRune(s string) (head, rest string) {
	for i := range s {
		if i > 0 {
			return s[:i], s[i:]
		}
	}
	return s, ""
}
