package page

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// hostile draws texts out of what means something to a shell, to Markdown, to
// HTML or to a terminal.
func hostile() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"`", "``", "|", "\\|", "<b>", "</code>", "**x**", "_y_", "[a](b)", "![i](j)", "~~z~~", "# ", "- ", "1. ", "+ ", "@team",
		"&lt;", "$(id)", "'", `"`, "\\", ";", "!", "*", " ", "  ", "a", "/", ".", "a-word-of-some-length", "flux-system/apps", "é", "世界",
	})
	return rapid.Custom(func(t *rapid.T) string {
		n := rapid.IntRange(1, 24).Draw(t, "pieces")
		return strings.Join(rapid.SliceOfN(piece, n, n).Draw(t, "text"), "")
	})
}

func text(t rapid.TB, style Style, blocks ...Block) string {
	var out strings.Builder
	if err := Text(&out, blocks, style); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestNoLineIsWiderThanTheTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(0, 130).Draw(t, "width")
		name, prose := hostile().Draw(t, "name"), hostile().Draw(t, "prose")
		phrase := Join(Words(prose+" "), Name(name))
		out := text(t, Style{Width: width, ASCII: rapid.Bool().Draw(t, "ascii"), Colour: rapid.Bool().Draw(t, "colour")},
			Heading{1, phrase}, Paragraph{phrase}, List{true, []Phrase{phrase, phrase}},
			Table{[]string{"a", "b", "c"}, [][]Cell{{{phrase}, {phrase, phrase}, {Name(name)}}}},
			Answers{[]Answer{{"subject", "WORD", Bad, phrase}}},
			Task{phrase, []Block{Fold{phrase, []Block{List{false, []Phrase{phrase}}}}}},
		)
		for line := range strings.Lines(out) {
			if got := Width(strings.TrimSuffix(line, "\n")); got > max(width, narrowest) {
				t.Fatalf("line of %d columns:\n%s\nin\n%s", got, line, out)
			}
		}
	})
}

func TestACommandIsBrokenBetweenWordsOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(hostile(), 1, 8).Draw(t, "words")
		for _, line := range Run(words...).Lines(40) {
			bare := strings.TrimSuffix(strings.TrimPrefix(line, "    "), ` \`)
			if Width(bare) > 38 && !slices.ContainsFunc(words, func(w string) bool { return Quote(w) == bare }) {
				t.Fatalf("%q is wide, and not one of the words %q", bare, words)
			}
		}
	})
}

func TestNothingUnprintableReachesTheTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		out := text(t, Style{}, Paragraph{Name(name)}, Code{"", []string{name}}, Shell{[]Command{Run("x", name)}},
			Table{[]string{"a"}, [][]Cell{{{Name(name)}}}})
		for _, r := range out {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Fatalf("%q in %q", r, out)
			}
		}
	})
}

// TestAShellReadsTheNamesAsTheyAre feeds what the terminal shows to a shell.
func TestAShellReadsTheNamesAsTheyAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(hostile(), 1, 8).Filter(func(all []string) bool {
			return Printable(strings.Join(all, ""))
		}).Draw(t, "names")
		blocks := []Block{Shell{[]Command{Run(append([]string{"printf", `%s\n`}, names...)...)}}}
		if rapid.Bool().Draw(t, "nested") {
			blocks = []Block{Task{Words("x"), blocks}}
		}
		script := text(t, Style{}, blocks...)
		if len(blocks) == 1 {
			script = strings.TrimPrefix(script, "x\n")
		}
		out, err := exec.Command("sh", "-c", script).CombinedOutput()
		if want := strings.Join(names, "\n") + "\n"; err != nil || string(out) != want {
			t.Fatalf("%s\ngives %v\n%q, want\n%q", script, err, out, want)
		}
	})
}

func TestAnUnprintableNameMakesNoCommand(t *testing.T) {
	got := text(t, Style{}, Shell{[]Command{Run("kubectl", "delete", "a\nb; rm")}})
	for line := range strings.Lines(got) {
		if !strings.HasPrefix(line, "  # ") {
			t.Fatalf("got a command:\n%s", got)
		}
	}
}

func TestASCIIFoldsProseAndLeavesNames(t *testing.T) {
	got := text(t, Style{ASCII: true}, List{false, []Phrase{Join(Words("a → b … "), Name("→"))}})
	if want := "* a -> b ... →\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestColourOnlyWhereAskedFor(t *testing.T) {
	p := Paragraph{Join(Toned(Bad, "REFUTED"), Words(" x"))}
	if got := text(t, Style{}, p); got != "REFUTED x\n" {
		t.Errorf("without colour got %q", got)
	}
	if got := text(t, Style{Colour: true}, p); !strings.Contains(got, "\x1b[") || !strings.HasSuffix(got, " x\n") {
		t.Errorf("with colour got %q", got)
	}
}
