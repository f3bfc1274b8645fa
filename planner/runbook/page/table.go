package page

import (
	"slices"
	"strings"
)

const gap = 2 // columns between two cells

// table writes rows whose cells wrap inside their columns, with hang columns
// before their later lines.
func (t *terminal) table(tab Table, indent, hang int) {
	head := make([]Cell, len(tab.Head))
	for i, h := range tab.Head {
		head[i] = Cell{Toned(Faint, h)}
	}
	rows := append([][]Cell{head}, tab.Rows...)
	if strings.Join(tab.Head, "") == "" {
		rows = tab.Rows
	}
	widths := t.columns(rows, t.width-indent)
	for _, row := range rows {
		t.row(row, widths, indent, hang)
	}
}

// columns gives each column its natural width, and takes from the widest until
// the row fits.
func (t *terminal) columns(rows [][]Cell, room int) []int {
	if len(rows) == 0 {
		return nil
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i := range min(len(row), len(widths)) {
			for _, p := range row[i] {
				widths[i] = max(widths[i], Width(t.plain(p)))
			}
		}
	}
	total := gap * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for ; total > room; total-- {
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= 4 {
			break
		}
		widths[widest]--
	}
	return widths
}

func (t *terminal) row(row []Cell, widths []int, indent, hang int) {
	cells := make([][]Phrase, len(widths))
	height := 0
	for i := range min(len(row), len(widths)) {
		for _, p := range row[i] {
			for j, l := range wrap(t.fold(p), widths[i], hang) {
				if j > 0 {
					l = Join(Words(spaces(hang)), l)
				}
				cells[i] = append(cells[i], l)
			}
		}
		height = max(height, len(cells[i]))
	}
	for n := range height {
		var line Phrase
		for i, cell := range cells {
			var p Phrase
			if n < len(cell) {
				p = cell[n]
			}
			line = Join(line, p, Words(spaces(widths[i]+gap-Width(p.Plain()))))
		}
		t.line(indent, line)
	}
}

func spaces(n int) string {
	return string(slices.Repeat([]byte{' '}, max(n, 0)))
}
