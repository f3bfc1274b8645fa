package page

// Page is a document.
type Page []Block

// Block is one part of a page. The set is closed.
type Block interface{ block() }

// Heading opens a part; level 1 is the title.
type Heading struct {
	Level int
	Text  Phrase
}

// Paragraph is running text.
type Paragraph struct{ Text Phrase }

// List is items, numbered or not.
type List struct {
	Numbered bool
	Items    []Phrase
}

// Cell is the lines of one cell of a table.
type Cell []Phrase

// Table is rows under a head.
type Table struct {
	Head []string
	Rows [][]Cell
}

// Code is lines to be read as they are, in the language named.
type Code struct {
	Language string
	Lines    []string
}

// Shell is commands to run, one after the other.
type Shell struct{ Commands []Command }

// Fold is what a reader may skip. A terminal shows it, Markdown hides it until
// asked.
type Fold struct {
	Summary Phrase
	Blocks  []Block
}

// Answers is what a reader came for: each a subject, one word about it, and
// what that means.
type Answers struct{ Rows []Answer }

// Answer is one of them.
type Answer struct {
	Subject string
	Word    string
	Tone    Tone // of the word
	Text    Phrase
}

// Task is something to do, with a box to tick where there are boxes.
type Task struct {
	Text   Phrase
	Blocks []Block
}

func (Heading) block()   {}
func (Paragraph) block() {}
func (List) block()      {}
func (Table) block()     {}
func (Code) block()      {}
func (Shell) block()     {}
func (Fold) block()      {}
func (Answers) block()   {}
func (Task) block()      {}
