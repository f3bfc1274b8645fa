package page

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// TestHTMLSaysWhatThePhraseSays: whatever a name is, a browser shows just it.
func TestHTMLSaysWhatThePhraseSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.Custom(func(t *rapid.T) Span {
			return Span{Text: rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"</code>", "<b>", "&amp;", `"'>`, "\x00"})).Draw(t, "text"),
				Name: rapid.Bool().Draw(t, "name"), Tone: Tone(rapid.IntRange(0, 5).Draw(t, "tone"))}
		})
		p := Phrase(rapid.SliceOfN(span, 1, 5).Draw(t, "phrase"))
		root, err := html.Parse(strings.NewReader("<!DOCTYPE html><p>" + string(HTMLOf(p))))
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for n := range root.Descendants() {
			switch {
			case n.Type == html.TextNode:
				got.WriteString(n.Data)
			case n.Type == html.ElementNode && !strings.Contains(" html head body p code span ", " "+n.Data+" "):
				t.Fatalf("there is <%s>", n.Data)
			}
		}
		if want := p.Plain(); got.String() != want && strings.TrimSpace(want) != "" {
			t.Fatalf("got %q, want %q", got.String(), want)
		}
	})
}

// TestHTMLOfEveryBlock shows each kind of block, as its elements.
func TestHTMLOfEveryBlock(t *testing.T) {
	for _, tt := range []struct {
		block Block
		want  string
	}{
		{Heading{2, Words("a")}, "<h3>a</h3>\n"},
		{Paragraph{Say("see %s", "b")}, "<p>see <code>b</code></p>\n"},
		{List{true, []Phrase{Words("a")}}, "<ol>\n<li>a</li>\n</ol>\n"},
		{Table{[]string{"h"}, [][]Cell{{{Words("a"), Words("b")}}}},
			"<table>\n<thead><tr><th scope=\"col\">h</th></tr></thead>\n<tbody>\n<tr><td>a<br>b</td></tr>\n</tbody></table>\n"},
		{Table{[]string{"", ""}, [][]Cell{{{Words("a")}, {Words("b")}}}}, "<table>\n<tbody>\n<tr><th scope=\"row\">a</th><td>b</td></tr>\n</tbody></table>\n"},
		{Code{"sh", []string{"a <b>"}}, "<pre><code>a &lt;b&gt;\n</code></pre>\n"},
		{Shell{[]Command{Run("echo", "a b")}}, "<pre><code>echo &#39;a b&#39;\n</code></pre>\n"},
		{Fold{Words("more"), []Block{Paragraph{Words("a")}}}, "<details><summary>more</summary><p>a</p>\n</details>\n"},
		{Answers{[]Answer{{"It", "GOOD", Good, Words("yes")}}},
			"<p><span class=\"strong\">It: </span><span class=\"good\">GOOD</span>. yes</p>\n"},
		{Task{Words("do"), []Block{Paragraph{Words("a")}}}, "<div class=\"task\"><h4><label><input type=\"checkbox\"> do</label></h4>\n<p>a</p>\n</div>\n"},
	} {
		if got := string(HTML(Page{tt.block})); got != tt.want {
			t.Errorf("%T: got\n%s\nwant\n%s", tt.block, got, tt.want)
		}
	}
}
