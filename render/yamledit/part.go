package yamledit

import (
	"bytes"
	"unicode/utf8"
)

// part is a stretch of a text that can be read alone.
type part struct {
	begin, end int // in bytes
	line       int // lines before it
	docs       int // documents in it; -1: nobody has counted
}

// Split cuts a text into stretches that can each be read alone: of most texts
// one for each document. Together they are the text.
func Split(raw []byte) [][]byte {
	var all [][]byte
	for _, p := range parts(raw) {
		all = append(all, raw[p.begin:p.end])
	}
	return all
}

// parts cuts a text before every line that begins a document. A text with
// directives, ends of documents, rare line ends or a byte order mark stays in one piece.
func parts(raw []byte) []part {
	whole := []part{{0, len(raw), 0, -1}}
	if !utf8.Valid(raw) {
		return whole // it may be UTF-16
	}
	var all []part
	own, line := part{}, 0
	for at := 0; at < len(raw); line++ {
		end := at + bytes.IndexByte(raw[at:], '\n') + 1
		if end == at {
			end = len(raw)
		}
		text := bytes.TrimSuffix(bytes.TrimSuffix(raw[at:end], []byte("\n")), []byte("\r"))
		switch {
		case odd(text):
			return whole
		case marks(text, "---"):
			if own.end = at; at > 0 {
				all = append(all, own)
			}
			own = part{begin: at, line: line, docs: 1}
		case !blank(text):
			own.docs = 1
		}
		at = end
	}
	own.end = len(raw)
	return append(all, own)
}

// partOf gives the part that a document is in, and its number there.
func partOf(raw []byte, doc int) (part, int) {
	var last part
	for _, last = range parts(raw) {
		if last.docs < 0 || doc < last.docs {
			break
		}
		doc -= last.docs
	}
	return last, doc
}

// marks says whether a line is a marker of documents.
func marks(line []byte, marker string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(marker))
	return ok && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t')
}

// odd says whether a line has what makes it hard to tell documents apart.
func odd(line []byte) bool {
	if bytes.HasPrefix(line, []byte("%")) || marks(line, "...") || bytes.IndexByte(line, '\r') >= 0 || bytes.Contains(line, []byte("\ufeff")) {
		return true
	}
	for _, b := range breaks {
		if b[0] >= utf8.RuneSelf && bytes.Contains(line, []byte(b)) {
			return true
		}
	}
	return false
}

// blank says whether a line says nothing.
func blank(line []byte) bool {
	line = bytes.Trim(line, " \t")
	return len(line) == 0 || line[0] == '#'
}
