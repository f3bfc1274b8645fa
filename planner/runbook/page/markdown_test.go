package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gmtext "github.com/yuin/goldmark/text"
	"pgregory.net/rapid"
)

func markdownOf(t rapid.TB, limit int, blocks ...Block) string {
	var out strings.Builder
	if err := Markdown(&out, blocks, limit); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// kinds lists the nodes that GitHub's reader makes of a text, without the text
// itself, and the raw HTML in it.
func kinds(source string) (nodes, html []string) {
	data := []byte(source)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(gmtext.NewReader(data))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Kind() == ast.KindText || n.Kind() == ast.KindString {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.RawHTML:
			html = append(html, string(n.Segments.Value(data)))
		case *ast.HTMLBlock:
			html = append(html, string(n.Lines().Value(data)))
		case *ast.CodeSpan:
		default:
			nodes = append(nodes, n.Kind().String())
		}
		return ast.WalkContinue, nil
	})
	return nodes, html
}

// TestANameCannotBreakMarkdown compares what a reader makes of a page with
// hostile names with what it makes of the same page with a harmless one.
func TestANameCannotBreakMarkdown(t *testing.T) {
	pageOf := func(name string) string {
		both := Join(Words(name), Name(name))
		return markdownOf(t, CommentLimit,
			Heading{2, Join(Words("h "), both)}, Paragraph{both}, List{false, []Phrase{Join(Words("i "), both)}},
			Table{[]string{"a", "b"}, [][]Cell{{{both}, {Name(name), Words(name)}}}},
			Code{"yaml", []string{name}}, Task{Join(Words("t "), both), []Block{Paragraph{both}}})
	}
	harmless, _ := kinds(pageOf("a"))
	rapid.Check(t, func(t *rapid.T) {
		// A blank at the end of prose is trimmed; an address links to itself.
		name := hostile().Draw(t, "name")
		source := pageOf(name)
		got, html := kinds(source)
		got = slices.DeleteFunc(got, func(k string) bool { return k == "RawHTML" || k == "AutoLink" })
		if !slices.Equal(got, harmless) {
			t.Fatalf("nodes %v, want %v in\n%s", got, harmless, source)
		}
		for _, tag := range html {
			if !slices.Contains([]string{"<code>", "</code>", "<br>"}, tag) {
				t.Fatalf("raw HTML %q in\n%s", tag, source)
			}
		}
	})
}

func TestASummaryIsHTMLWithoutNamesInIt(t *testing.T) {
	got := markdownOf(t, CommentLimit, Fold{Say("a < b %s", "</summary>"), []Block{Paragraph{Words("x")}}})
	want := "<details><summary>a &lt; b <code>&#60;&#47;summary&#62;</code></summary>\n\nx\n\n</details>\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestMarkdownStaysUnderItsLimit adds up what is shown and what is counted.
func TestMarkdownStaysUnderItsLimit(t *testing.T) {
	var items []Phrase
	for i := range 5000 {
		items = append(items, Name(fmt.Sprintf("ConfigMap demo/settings-%d", i)))
	}
	got := markdownOf(t, CommentLimit, Heading{1, Words("x")}, Fold{Words("all"), []Block{List{false, items}}})
	if len(got) > CommentLimit {
		t.Fatalf("%d bytes", len(got))
	}
	left := 0
	if i := strings.Index(got, "… and "); i >= 0 {
		fmt.Sscanf(got[i:], "… and %d more", &left)
	}
	if shown := strings.Count(got, "`ConfigMap "); shown+left != 5000 || shown == 0 {
		t.Errorf("%d shown, %d counted, want 5000 together", shown, left)
	}
}

func TestAPageThatCannotBeShortenedEndsEarlyAndSaysSo(t *testing.T) {
	var blocks []Block
	for i := range 200 {
		blocks = append(blocks, Heading{2, Words(fmt.Sprint(i))}, Code{"sh", []string{strings.Repeat("x", 900), "", "y"}})
	}
	got := markdownOf(t, CommentLimit, blocks...)
	if len(got) > CommentLimit || !strings.Contains(got, "ends here because it would be too long") {
		t.Errorf("%d bytes, end: %s", len(got), got[len(got)-200:])
	}
	if strings.Count(got, "```")%2 != 0 {
		t.Error("the page ends inside of a code block")
	}
}
