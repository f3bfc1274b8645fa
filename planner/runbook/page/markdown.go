package page

import (
	"fmt"
	"io"
	"strings"
)

// CommentLimit is what fits into a comment on GitHub (65,536), with room for
// what a bot puts around it.
const CommentLimit = 65000

// Markdown writes the page as GitHub's Markdown, in at most limit bytes. Where
// it would be longer, long lists and commands are cut first, each with the
// number of what is missing; if that is not enough the page ends early and
// says so.
func Markdown(w io.Writer, p Page, limit int) error {
	var text string
	for _, most := range []int{0, 200, 50, 20, 5, 1} {
		m := markdown{most: most}
		m.blocks(p, "")
		text = m.out.String()
		if len(text) <= limit {
			break
		}
	}
	_, err := io.WriteString(w, shorten(text, limit))
	return err
}

const endedEarly = "\n> **This page ends here because it would be too long.** `-o json` holds everything.\n"

// shorten ends a text at a blank line outside of code and folds.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end, at, depth, fence := 0, 0, 0, ""
	for line := range strings.Lines(text) {
		at += len(line)
		if at > limit-len(endedEarly) {
			break
		}
		bare := strings.TrimSpace(line)
		switch {
		case fence != "":
			if bare == fence {
				fence = ""
			}
		case strings.HasPrefix(bare, "```"):
			fence = strings.TrimRight(bare, "abcdefghijklmnopqrstuvwxyz")
		case strings.HasPrefix(bare, "<details>"):
			depth++
		case bare == "</details>":
			depth--
		}
		if bare == "" && depth == 0 && fence == "" {
			end = at
		}
	}
	return text[:end] + endedEarly[1:]
}

// markdown collects the output. most is the number of items of one list, rows
// of one table and words of one command; 0 is no limit.
type markdown struct {
	most int
	out  strings.Builder
}

func (m *markdown) blocks(blocks []Block, indent string) {
	for i, b := range blocks {
		if i > 0 {
			m.out.WriteString("\n")
		}
		m.block(b, indent)
	}
}

func (m *markdown) block(b Block, indent string) {
	switch b := b.(type) {
	case Heading:
		m.line(indent, strings.Repeat("#", b.Level)+" "+inline(b.Text))
	case Paragraph:
		m.line(indent, opening(b.Text))
	case List:
		m.list(b, indent)
	case Table:
		m.table(b, indent)
	case Answers:
		m.answers(b, indent)
	case Code:
		m.code(b.Language, b.Lines, indent)
	case Shell:
		m.shell(b, indent)
	case Fold:
		m.line(indent, "<details><summary>"+summary(b.Summary)+"</summary>")
		m.out.WriteString("\n")
		shown, left := m.cap(len(b.Blocks))
		m.blocks(b.Blocks[:shown], indent)
		m.out.WriteString("\n")
		if left > 0 {
			m.line(indent, leftOut(left)+"\n")
		}
		m.line(indent, "</details>")
	case Task:
		m.line(indent, "- [ ] "+inline(b.Text))
		if len(b.Blocks) > 0 {
			m.out.WriteString("\n")
			m.blocks(b.Blocks, indent+"  ")
		}
	}
}

func (m *markdown) list(l List, indent string) {
	shown, left := m.cap(len(l.Items))
	for i, item := range l.Items[:shown] {
		mark := "- "
		if l.Numbered {
			mark = fmt.Sprintf("%d. ", i+1)
		}
		m.line(indent, mark+opening(item))
	}
	if left > 0 {
		m.line(indent, "- "+leftOut(left))
	}
}

// answers writes a paragraph for each.
func (m *markdown) answers(a Answers, indent string) {
	for i, r := range a.Rows {
		if i > 0 {
			m.out.WriteString("\n")
		}
		m.line(indent, inline(Join(Toned(Strong, r.Subject+": "+r.Word), Words(". "), r.Text)))
	}
}

func (m *markdown) table(t Table, indent string) {
	m.line(indent, "| "+strings.Join(t.Head, " | ")+" |")
	m.line(indent, strings.Repeat("| --- ", len(t.Head))+"|")
	shown, left := m.cap(len(t.Rows))
	if strings.Join(t.Head, "") == "" { // facts, not a list
		shown, left = len(t.Rows), 0
	}
	for _, row := range t.Rows[:shown] {
		cells := make([]string, len(t.Head))
		for i := range min(len(row), len(cells)) {
			cells[i] = m.cell(row[i])
		}
		m.line(indent, "| "+strings.Join(cells, " | ")+" |")
	}
	if left > 0 {
		m.out.WriteString("\n")
		m.line(indent, leftOut(left))
	}
}

func (m *markdown) cell(c Cell) string {
	shown, left := m.cap(len(c))
	lines := make([]string, shown, shown+1)
	for i := range shown {
		lines[i] = inline(c[i])
	}
	if left > 0 {
		lines = append(lines, leftOut(left))
	}
	return strings.Join(lines, "<br>")
}

func (m *markdown) cap(n int) (shown, left int) {
	if m.most == 0 || n <= m.most {
		return n, 0
	}
	return m.most, n - m.most
}

func leftOut(n int) string { return fmt.Sprintf("… and %d more (`-o json` lists all)", n) }

// readableCommand is the width at which commands are continued on the next
// line in Markdown.
const readableCommand = 100

func (m *markdown) shell(s Shell, indent string) {
	var lines []string
	shown, left := m.cap(len(s.Commands))
	for _, c := range s.Commands[:shown] {
		if _, left := m.cap(len(c)); left > 0 && len(c) > 12 {
			lines = append(lines, fmt.Sprintf("# a command of %d words, too long for this page: -o json lists its objects", len(c)))
			continue
		}
		lines = append(lines, c.Lines(readableCommand)...)
	}
	if left > 0 {
		lines = append(lines, fmt.Sprintf("# … and %d more commands like these: -o json lists their objects", left))
	}
	m.code("sh", lines, indent)
}

func (m *markdown) code(language string, lines []string, indent string) {
	fence := "```"
	for _, l := range lines {
		for strings.Contains(l, fence) {
			fence += "`"
		}
	}
	m.line(indent, fence+language)
	for _, l := range lines {
		m.line(indent, Visible(l))
	}
	m.line(indent, fence)
}

func (m *markdown) line(indent, text string) {
	m.out.WriteString(strings.TrimRight(indent+text, " ") + "\n")
}
