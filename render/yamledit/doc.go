// Package yamledit changes one field of a YAML or JSON text and leaves every
// other byte as it was: comments, order, quotes, indentation, line ends, the
// other documents.
//
// The parser says where a node begins; the edit is a splice of the text there.
// A splice is never trusted: the new text is read again, and must hold what
// the old one held but for that field (verify.go). What cannot be edited like
// that is an error, and the text stays as it was.
package yamledit
