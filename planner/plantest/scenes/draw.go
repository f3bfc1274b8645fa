package scenes

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Draw gives a small random scene as a text that Parse reads: a few
// Kustomizations, some of them with an object of their own that others render,
// a subject, and people who do a little of everything. Most are small enough
// to be visited without any reduction.
func Draw(r *rand.Rand) string {
	d := &drawer{r: r, commits: d3(r, 2, 5, 1) + 1}
	for i := range d3(r, 2, 6, 2) + 1 {
		d.ks = append(d.ks, drawn{name: string(rune('a' + i)), object: d.odds(2, 5), foreign: d.odds(1, 20)})
	}
	d.subject = "x"
	if i := r.IntN(len(d.ks)); d.ks[i].object && d.odds(1, 4) {
		d.subject = d.ks[i].name
	}
	d.others = d.odds(1, 8)
	for i := range d.ks {
		d.ks[i].specs = 1
		if d.ks[i].object || d.odds(1, 4) {
			d.ks[i].specs = 1 + d3(r, 3, 4, 1)
		}
	}
	d.scene()
	return d.b.String()
}

// drawer writes down a scene as it is drawn.
type drawer struct {
	r       *rand.Rand
	b       strings.Builder
	commits int
	ks      []drawn
	subject string
	others  bool // there is an object beside the subject
	at      int  // the Kustomization being drawn
	first   [][]string
}

// drawn is one Kustomization.
type drawn struct {
	name    string
	object  bool // it has an object of its own
	foreign bool // its source is none of the scene
	specs   int
}

// d3 gives 0, 1 or 2, as often as the weights say.
func d3(r *rand.Rand, a, b, c int) int {
	switch n := r.IntN(a + b + c); {
	case n < a:
		return 0
	case n < a+b:
		return 1
	}
	return 2
}

func (d *drawer) odds(n, in int) bool { return d.r.IntN(in) < n }

// maybe gives the word, once in so many times.
func (d *drawer) maybe(word string, in int) string {
	if d.odds(1, in) {
		return word
	}
	return ""
}

func (d *drawer) line(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

// one gives one of the words.
func (d *drawer) one(words ...string) string { return words[d.r.IntN(len(words))] }

func (d *drawer) kustomization() drawn { return d.ks[d.r.IntN(len(d.ks))] }

func (d *drawer) commit() string { return fmt.Sprint("c", d.r.IntN(d.commits)) }

func (d *drawer) spec(k drawn) string { return fmt.Sprint("s", d.r.IntN(k.specs)) }

// object gives the name of any object.
func (d *drawer) object() string {
	if d.odds(1, 2) {
		return d.subject
	}
	names := []string{d.subject}
	if d.others {
		names = append(names, "y")
	}
	for _, k := range d.ks {
		if k.object {
			names = append(names, k.name)
		}
	}
	return d.one(names...)
}

func (d *drawer) scene() {
	d.line("controller %s", d.one("v1.9.6", "v1.9.6", "v1.7.3"))
	var commits []string
	for c := range d.commits {
		commits = append(commits, fmt.Sprint("c", c))
	}
	d.line("commits %s", strings.Join(commits, " "))
	sources := 1 + d.r.IntN(5)/4
	for i := range sources {
		d.line("source g%d", i)
	}
	d.line("subject %s", d.subject)
	if d.others {
		d.line("object y")
	}
	for i := range d.ks {
		d.drawKustomization(i, sources)
	}
	d.lives()
	for range d3(d.r, 1, 5, 2) {
		d.stage()
	}
	if d.odds(3, 4) {
		d.line("goal %s", d.conditions(1+d.r.IntN(3)))
	}
}
