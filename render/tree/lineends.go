package tree

import (
	"bytes"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/index"
)

// lineEnds makes of a file on disk what git add would store. .gitattributes
// are not read.
type lineEnds struct {
	auto bool // core.autocrlf is true or input
	blob func(plumbing.Hash) ([]byte, error)
}

func (r *Repository) lineEnds() lineEnds {
	v := strings.ToLower(r.setting("core", "autocrlf"))
	return lineEnds{auto: v == "true" || v == "input" || v == "yes" || v == "on" || v == "1", blob: r.blob}
}

// converter gives nil where nothing is to be converted.
func (l lineEnds) converter(known *index.Entry) func([]byte) []byte {
	if !l.auto {
		return nil
	}
	return func(content []byte) []byte {
		if !bytes.Contains(content, []byte("\r\n")) || !isText(content) || l.storedWithCR(known) {
			return content
		}
		return bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))
	}
}

// storedWithCR says whether git holds the file with CRLF already: then git add
// leaves it alone (convert.c, has_crlf_in_index).
func (l lineEnds) storedWithCR(known *index.Entry) bool {
	if known == nil {
		return false
	}
	content, err := l.blob(known.Hash)
	return err == nil && bytes.Contains(content, []byte("\r\n"))
}

// isText is git's guess: no NUL and no CR that stands alone.
func isText(content []byte) bool {
	if bytes.IndexByte(content, 0) >= 0 {
		return false
	}
	return bytes.Count(content, []byte("\r")) == bytes.Count(content, []byte("\r\n"))
}
