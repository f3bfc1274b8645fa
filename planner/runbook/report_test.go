package runbook

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// A report is read with the parser of browsers: what it says is what a browser
// would make of it.
type parsed struct {
	*html.Node
	t *testing.T
}

func reported(t *testing.T, p *planner.Plan, needs Dependencies) parsed {
	t.Helper()
	var out strings.Builder
	if err := HTML(&out, p, needs); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(strings.NewReader(out.String()))
	if err != nil {
		t.Fatal(err)
	}
	return parsed{root, t}
}

// every gives the elements of that name, and with those classes.
func (p parsed) every(name string, classes ...string) []*html.Node {
	var all []*html.Node
	for n := range p.Descendants() {
		has := strings.Fields(attribute(n, "class"))
		if n.Type == html.ElementNode && (name == "" || n.Data == name) && !slices.ContainsFunc(classes, func(c string) bool { return !slices.Contains(has, c) }) {
			all = append(all, n)
		}
	}
	return all
}

func (p parsed) byID(id string) parsed {
	p.t.Helper()
	for _, n := range p.every("") {
		if attribute(n, "id") == id {
			return parsed{n, p.t}
		}
	}
	p.t.Fatalf("no element has the id %s", id)
	return parsed{}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// words gives what a reader sees, with one space between words.
func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode && d.Parent.Data != "style" && d.Parent.Data != "script" {
			b.WriteString(" " + d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func TestAReportHasAllThatThePlanNames(t *testing.T) {
	plans, _ := filepath.Glob("testdata/*.json")
	for _, file := range plans {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := readPlan(t, file)
			r := reported(t, p, Dependencies{})
			text := words(r.Node)
			var names []string
			for _, c := range p.Changes {
				names = append(names, c.Object.Display())
			}
			for _, s := range p.Stages {
				if !needsNone(p) {
					names = append(names, s.Title)
				}
			}
			for _, d := range p.Deletions {
				names = append(names, d.Object.Display())
			}
			for _, l := range p.Naive.Story {
				names = append(names, l.Action)
			}
			for _, a := range answers(p) {
				names = append(names, a.Subject, a.Word, strings.TrimSpace(a.Text[0].Text))
			}
			for _, name := range names {
				if want := strings.Join(strings.Fields(page.Visible(name)), " "); !strings.Contains(text, want) {
					t.Errorf("the report does not say %q", want)
				}
			}
		})
	}
}

// TestAReportIsOnePageThatLoadsNothing holds for every plan of testdata: one
// title, ids and links that fit, nothing to fetch, and no attribute that runs.
func TestAReportIsOnePageThatLoadsNothing(t *testing.T) {
	plans, _ := filepath.Glob("testdata/*.json")
	for _, file := range plans {
		t.Run(filepath.Base(file), func(t *testing.T) {
			holdsTogether(t, reported(t, readPlan(t, file), Dependencies{}))
		})
	}
}

func holdsTogether(t *testing.T, r parsed) {
	t.Helper()
	ids := map[string]int{}
	for _, n := range r.every("") {
		if id := attribute(n, "id"); id != "" {
			ids[id]++
		}
	}
	for id, n := range ids {
		if n != 1 {
			t.Errorf("%d elements have the id %s", n, id)
		}
	}
	for _, n := range r.every("") {
		for _, a := range n.Attr {
			switch {
			case a.Key == "href" && (!strings.HasPrefix(a.Val, "#") || ids[a.Val[1:]] == 0):
				t.Errorf("a link goes to %q, which is not on the page", a.Val)
			case strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "src" || a.Key == "srcset" || a.Key == "action":
				t.Errorf("<%s> has %s=%q", n.Data, a.Key, a.Val)
			}
		}
	}
	if n := len(r.every("h1")); n != 1 {
		t.Errorf("%d titles", n)
	}
	if n := len(r.every("script")); n != 2 {
		t.Errorf("%d scripts: one is the index of the search, one the program", n)
	}
	for _, bad := range []string{"link", "img", "iframe", "object", "base", "embed", "image", "use"} {
		if len(r.every(bad)) > 0 {
			t.Errorf("the page has <%s>", bad)
		}
	}
}

// TestTheBrowserIsToldToRunNothingElse: the policy names just the style and the
// script that stand in the page.
func TestTheBrowserIsToldToRunNothingElse(t *testing.T) {
	r := reported(t, &planner.Plan{}, Dependencies{})
	got := ""
	for _, m := range r.every("meta") {
		if attribute(m, "http-equiv") == "Content-Security-Policy" {
			got = attribute(m, "content")
		}
	}
	style, program := r.every("style")[0].FirstChild.Data, r.every("script")[1].FirstChild.Data
	want := "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + digest(style) + "; script-src " + digest(program)
	if got != want {
		t.Errorf("the policy is\n%s\nwant\n%s", got, want)
	}
	for _, text := range []string{style, program} {
		for _, bad := range []string{"http:", "https:", "//cdn", "url(http", "@import", "innerHTML", "eval("} {
			if strings.Contains(text, bad) {
				t.Errorf("the page has %s in its style or script", bad)
			}
		}
	}
}

// hostile are names that want to be more than names.
var hostile = []string{
	"</script><script>alert(1)</script>", `" onmouseover="alert(1)`, "' onfocus='alert(1)", "<img src=x onerror=alert(1)>", "</style><style>*{display:none}",
	"</title><h1>", "<!--", "]]>", "{{.Policy}}", "${alert(1)}", "javascript:alert(1)", "\u202egnp.exe", "a\u2028b", "großes-Förderband", "网关",
	strings.Repeat("long-", 200), "a\x00b\x1b[31m",
}

// TestNamesStayNames puts every hostile name wherever a plan has one.
func TestNamesStayNames(t *testing.T) {
	for i, name := range hostile {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			r := reported(t, namedPlan(name), namedNeeds(name))
			holdsTogether(t, r)
			if text := words(r.Node); !strings.Contains(text, strings.Join(strings.Fields(page.Visible(name)), " ")) {
				t.Errorf("the name is not there as it is: %s", text)
			}
			var index []entry
			if err := json.Unmarshal([]byte(r.every("script")[0].FirstChild.Data), &index); err != nil {
				t.Fatalf("the index is no JSON: %v", err)
			}
			if !slices.ContainsFunc(index, func(e entry) bool { return strings.Contains(e.Name, page.Visible(name)) }) {
				t.Errorf("the search does not find it in %v", index)
			}
		})
	}
}
