package page

import (
	"fmt"
	"html/template"
	"strings"
)

// HTML gives the blocks as HTML for a report: no attribute but classes, and
// every text escaped. A heading of level n becomes <h(n+1)>: the parts of a
// report have headings of their own.
func HTML(blocks Page) template.HTML {
	var h htmlWriter
	h.blocks(blocks)
	return template.HTML(h.out.String()) // all of it went through text
}

// HTMLOf gives one phrase as HTML.
func HTMLOf(p Phrase) template.HTML {
	var h htmlWriter
	h.phrase(p)
	return template.HTML(h.out.String())
}

type htmlWriter struct{ out strings.Builder }

func (h *htmlWriter) blocks(blocks []Block) {
	for _, b := range blocks {
		h.block(b)
	}
}

func (h *htmlWriter) block(b Block) {
	switch b := b.(type) {
	case Heading:
		h.element(fmt.Sprintf("h%d", b.Level+1), b.Text)
	case Paragraph:
		h.element("p", b.Text)
	case List:
		h.list(b)
	case Table:
		h.table(b)
	case Answers:
		for _, r := range b.Rows {
			h.element("p", Join(Toned(Strong, r.Subject+": "), Toned(r.Tone, r.Word), Words(". "), r.Text))
		}
	case Code:
		h.code(b.Lines)
	case Shell:
		h.shell(b)
	case Fold:
		h.out.WriteString("<details><summary>")
		h.phrase(b.Summary)
		h.out.WriteString("</summary>")
		h.blocks(b.Blocks)
		h.out.WriteString("</details>\n")
	case Task:
		h.out.WriteString(`<div class="task"><h4><label><input type="checkbox"> `)
		h.phrase(b.Text)
		h.out.WriteString("</label></h4>\n")
		h.blocks(b.Blocks)
		h.out.WriteString("</div>\n")
	}
}

func (h *htmlWriter) element(name string, text Phrase) {
	h.out.WriteString("<" + name + ">")
	h.phrase(text)
	h.out.WriteString("</" + name + ">\n")
}

func (h *htmlWriter) list(l List) {
	name := "ul"
	if l.Numbered {
		name = "ol"
	}
	h.out.WriteString("<" + name + ">\n")
	for _, item := range l.Items {
		h.element("li", item)
	}
	h.out.WriteString("</" + name + ">\n")
}

// table has its names in the first column where it has no head.
func (h *htmlWriter) table(t Table) {
	h.out.WriteString("<table>\n")
	facts := strings.Join(t.Head, "") == ""
	if !facts {
		h.out.WriteString("<thead><tr>")
		for _, text := range t.Head {
			h.out.WriteString(`<th scope="col">`)
			h.text(text)
			h.out.WriteString("</th>")
		}
		h.out.WriteString("</tr></thead>\n")
	}
	h.out.WriteString("<tbody>\n")
	for _, row := range t.Rows {
		h.out.WriteString("<tr>")
		for i, cell := range row {
			h.cell(cell, facts && i == 0)
		}
		h.out.WriteString("</tr>\n")
	}
	h.out.WriteString("</tbody></table>\n")
}

func (h *htmlWriter) cell(c Cell, names bool) {
	open, end := "<td>", "</td>"
	if names {
		open, end = `<th scope="row">`, "</th>"
	}
	h.out.WriteString(open)
	for i, line := range c {
		if i > 0 {
			h.out.WriteString("<br>")
		}
		h.phrase(line)
	}
	h.out.WriteString(end)
}

func (h *htmlWriter) shell(s Shell) {
	var lines []string
	for _, c := range s.Commands {
		lines = append(lines, c.Lines(readableCommand)...)
	}
	h.code(lines)
}

func (h *htmlWriter) code(lines []string) {
	h.out.WriteString("<pre><code>")
	for _, l := range lines {
		h.text(l)
		h.out.WriteString("\n")
	}
	h.out.WriteString("</code></pre>\n")
}

// classes of the tones.
var classes = map[Tone]string{Good: "good", Bad: "bad", Doubtful: "doubtful", Faint: "faint", Strong: "strong"}

// Class names the tone in a style sheet; "" is that of plain text.
func (t Tone) Class() string { return classes[t] }

func (h *htmlWriter) phrase(p Phrase) {
	for _, s := range p {
		class := s.Tone.Class()
		if class != "" {
			h.out.WriteString(`<span class="` + class + `">`)
		}
		if s.Name {
			h.out.WriteString("<code>")
		}
		h.text(s.Text)
		if s.Name {
			h.out.WriteString("</code>")
		}
		if class != "" {
			h.out.WriteString("</span>")
		}
	}
}

func (h *htmlWriter) text(s string) { h.out.WriteString(template.HTMLEscapeString(Visible(s))) }
