// Package page lays out what a person reads, for a terminal and for Markdown.
//
// It is a leaf and knows no Flux: a Page is blocks of phrases, and a phrase
// keeps the names in it apart from the words around them. A name is user
// input: it may hold a pipe, a backtick, an escape sequence. Keeping it apart
// is what lets each view mark it, wrap it and make it harmless.
//
// Output rules: no line of a terminal is wider than asked for; colour carries
// meaning only and no meaning is carried by colour alone; a Markdown document
// stays under its limit and says so where something was left out.
package page
