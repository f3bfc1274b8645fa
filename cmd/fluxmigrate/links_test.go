package main_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	mdLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	mdHeading = regexp.MustCompile(`(?m)^#+ +(.+?) *$`)
	mdFence   = regexp.MustCompile("(?ms)^```.*?^```$")
	inCode    = regexp.MustCompile("`[^`\n]*`")
	notInSlug = regexp.MustCompile(`[^\p{L}\p{N}\- _]`)
	makeCall  = regexp.MustCompile("(?m)(?:^    +|`|\\$ |exec )make ([a-z][a-z0-9-]*)")
	makeRule  = regexp.MustCompile(`(?m)^([a-z][a-z0-9-]*):`)
)

func TestNoRelativeLinkIsDead(t *testing.T) {
	for _, name := range documents(t) {
		for _, dead := range deadLinks(t, name, read(t, name)) {
			t.Error(dead)
		}
	}
}

func TestEveryMakeTargetThatADocumentNamesExists(t *testing.T) {
	rules := ruleNames(read(t, filepath.Join(moduleRoot, "Makefile")))
	for _, name := range append(documents(t), filepath.Join(moduleRoot, ".ci/run")) {
		for _, m := range makeCall.FindAllStringSubmatch(read(t, name), -1) {
			if !slices.Contains(rules, m[1]) {
				t.Errorf("%s names `make %s`, which the Makefile does not have", name, m[1])
			}
		}
	}
}

func TestADeadLinkIsFound(t *testing.T) {
	text := "# Here it is\n[a](deps_test.go) [b](gone.md) [c](#here-it-is) [d](#elsewhere) `[e](code.md)`\n" +
		"```\n[f](fenced.md)\n```\n[g](https://example.org/x)\n"
	got := strings.Join(deadLinks(t, "here.md", text), "\n")
	for _, want := range []string{"gone.md", "#elsewhere"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want it to name %s", got, want)
		}
	}
	if strings.Count(got, "here.md: ") != 2 {
		t.Errorf("got %q, want two dead links", got)
	}
}

// documents lists the Markdown files of the repository.
func documents(t *testing.T) []string {
	t.Helper()
	names := []string{filepath.Join(moduleRoot, "README.md"), filepath.Join(moduleRoot, "testdata/README.md")}
	err := filepath.WalkDir(filepath.Join(moduleRoot, "docs"), func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".md") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatalf("list the documents: %v", err)
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// deadLinks lists the relative links of a document that lead nowhere: to a
// file that does not exist, or to a heading that the target does not have.
func deadLinks(t *testing.T, name, text string) []string {
	var dead []string
	prose := inCode.ReplaceAllString(mdFence.ReplaceAllString(text, ""), "")
	for _, m := range mdLink.FindAllStringSubmatch(prose, -1) {
		if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
			continue
		}
		file, anchor, _ := strings.Cut(m[1], "#")
		target := text
		if file != "" {
			path := filepath.Join(filepath.Dir(name), file)
			if _, err := os.Stat(path); err != nil {
				dead = append(dead, fmt.Sprintf("%s: link to %s: no such file", name, m[1]))
				continue
			}
			if anchor != "" {
				target = read(t, path)
			}
		}
		if anchor != "" && !slices.Contains(anchors(target), anchor) {
			dead = append(dead, fmt.Sprintf("%s: link to %s: no such heading", name, m[1]))
		}
	}
	return dead
}

// anchors gives the names by which the headings of a document are linked to.
func anchors(text string) []string {
	var names []string
	for _, m := range mdHeading.FindAllStringSubmatch(mdFence.ReplaceAllString(text, ""), -1) {
		plain := notInSlug.ReplaceAllString(strings.ToLower(m[1]), "")
		names = append(names, strings.ReplaceAll(plain, " ", "-"))
	}
	return names
}

func ruleNames(makefile string) []string {
	var names []string
	for _, m := range makeRule.FindAllStringSubmatch(makefile, -1) {
		names = append(names, m[1])
	}
	return names
}
