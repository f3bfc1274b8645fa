package scenes

import (
	"fmt"
	"strings"
)

// drawKustomization writes one with its specs, builds and start.
func (d *drawer) drawKustomization(i, sources int) {
	d.at = i
	k := d.ks[i]
	source := fmt.Sprint("g", d.r.IntN(sources))
	if k.foreign {
		source = "-"
	}
	d.line("kustomization %s %s", k.name, source)
	for n := range k.specs {
		d.line("  spec s%d%s", n, d.specWords())
	}
	d.first = append(d.first, nil)
	for n := range k.specs {
		d.builds(n)
	}
	d.start(k)
}

func (d *drawer) specWords() string {
	var b strings.Builder
	for _, w := range []struct {
		word  string
		n, in int
	}{{"prune", 5, 6}, {"deletes", 2, 3}, {"suspend", 1, 9}, {"sets-suspend", 1, 8}, {"sets-policy", 1, 8}} {
		if d.odds(w.n, w.in) {
			b.WriteString(" " + w.word)
		}
	}
	for i, k := range d.ks {
		if i != d.at && d.odds(1, 7) {
			b.WriteString(" dep=" + k.name + d.maybe("@other", 5))
		}
	}
	return b.String()
}

// builds writes what one spec builds at each commit, which is mostly as before.
func (d *drawer) builds(spec int) {
	last := d.puts()
	for c := range d.commits {
		if c > 0 && d.odds(2, 3) {
			last = d.puts()
		}
		if c == 0 && spec == 0 {
			d.first[d.at] = last
		}
		switch {
		case d.odds(1, 14):
			d.line("  build s%d c%d: fails", spec, c)
		case d.odds(1, 60):
			d.line("  build s%d c%d: unknown nobody looked", spec, c)
		case d.odds(1, 80): // none at all
		default:
			d.line("  build s%d c%d: %s", spec, c, strings.Join(last, " "))
		}
		if d.odds(1, 16) {
			d.line("  build s%d c%d: %s%s", spec, c, d.maybe("after="+d.commit()+" ", 2), strings.Join(d.puts(), " "))
		}
	}
}

// puts draws what a build renders.
func (d *drawer) puts() (words []string) {
	plain := []string{d.subject}
	if d.others {
		plain = append(plain, "y")
	}
	for _, name := range plain {
		if d.odds(3, 5) && !d.isChild(name) {
			words = append(words, name+d.putMarks())
		}
	}
	for i, k := range d.ks {
		if k.object && (i != d.at || d.odds(1, 10)) && d.odds(3, 5) {
			words = append(words, k.name+"="+d.spec(k)+d.putMarks())
		}
	}
	return words
}

func (d *drawer) isChild(name string) bool { return name != "x" && name != "y" }

func (d *drawer) putMarks() string {
	return d.maybe("+guard", 7) + d.maybe("+absent", 14) + d.maybe("+none", 18) + d.maybe("+first", 12)
}

// start mostly lists what the first commit has.
func (d *drawer) start(k drawn) {
	words := fmt.Sprintf("  start %s c0", d.one("s0", "s0", d.spec(k)))
	if d.odds(1, 7) {
		words = "  start s0 -"
	}
	words += " has"
	for _, put := range d.first[d.at] {
		name, _, _ := strings.Cut(put, "+")
		name, _, _ = strings.Cut(name, "=")
		if !d.odds(1, 8) {
			words += " " + name
		}
	}
	if !strings.Contains(words+" ", " "+d.subject+" ") && d.odds(1, 6) {
		words += " " + d.subject
	}
	for _, mark := range []string{" unready", " hand-suspend", " hand-orphan"} {
		words += d.maybe(mark, 12)
	}
	if k.object {
		words += d.maybe(" deleting", 20)
	}
	d.line("%s", words)
}

// lives says in which states the objects begin.
func (d *drawer) lives() {
	for _, k := range d.ks {
		if k.object {
			d.line("child %s", d.starts(k.name, 5))
		}
	}
	for _, name := range []string{d.subject, "y"} {
		if !d.isChild(name) && (name != "y" || d.others) {
			d.line("live %s", d.starts(name, 7))
		}
	}
}

func (d *drawer) starts(name string, missing int) string {
	words := name
	for i := range 1 + d.r.IntN(6)/5 {
		if i > 0 {
			words += " |"
		}
		if d.odds(1, missing) {
			words += " missing"
			continue
		}
		words += " " + d.owner(name) + d.maybe("+guard", 9) + d.maybe("+hand", 14) + d.maybe("+frozen", 20)
	}
	return words
}

// owner is mostly one that has the object in the first commit.
func (d *drawer) owner(name string) string {
	var owners []string
	for i, puts := range d.first {
		for _, put := range puts {
			if put == name || strings.HasPrefix(put, name+"+") || strings.HasPrefix(put, name+"=") {
				owners = append(owners, d.ks[i].name)
			}
		}
	}
	if len(owners) > 0 && !d.odds(1, 8) {
		return d.one(owners...)
	}
	if d.odds(1, 3) {
		return "-"
	}
	return d.kustomization().name
}
