package runbook

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

func sayf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// Verdict gives the word of a verdict in capitals, in its colour.
func Verdict(v verdict.Verdict) page.Phrase {
	return page.Toned(tone(v), strings.ToUpper(string(v)))
}

func tone(v verdict.Verdict) page.Tone {
	switch v {
	case verdict.Proved:
		return page.Good
	case verdict.Refuted:
		return page.Bad
	}
	return page.Doubtful
}

// count gives "1 object", "2 objects".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return sayf("%d %ss", n, noun)
}

// Hows says in words how an object is lost.
func hows(h hazard.How) string {
	switch h {
	case hazard.ByPrune:
		return "is pruned by"
	case hazard.ByFinalizer:
		return "is deleted by the finalizer of"
	case hazard.ByCascade:
		return "goes with its namespace or definition, deleted by"
	}
	return "is deleted by"
}

// fate says what ends an object.
func fate(object ownership.ObjectID, how hazard.How, by ownership.KustomizationID) page.Phrase {
	name := page.Name(object.Display())
	switch {
	case by != ownership.KustomizationID{}:
		return page.Join(name, page.Say(" "+hows(how)+" %s", by.String()))
	case how == hazard.ByCascade:
		return page.Join(name, page.Words(" goes with its namespace or its definition"))
	case how == "":
		return page.Join(name, page.Words(" is deleted by a person"))
	}
	return page.Join(name, page.Words(" is lost by "+string(how)))
}

// owners names Kustomizations, or says that there is none.
func owners(ids []ownership.KustomizationID) page.Phrase {
	if len(ids) == 0 {
		return page.Toned(page.Faint, "nobody")
	}
	return names(displays(ids), len(ids))
}

// names lists the first of the texts and counts the rest.
func names(all []string, most int) page.Phrase {
	var p page.Phrase
	for i, name := range all[:min(most, len(all))] {
		switch {
		case i > 0 && i == len(all)-1:
			p = append(p, page.Span{Text: " and "})
		case i > 0:
			p = append(p, page.Span{Text: ", "})
		}
		p = append(p, page.Span{Text: name, Name: true})
	}
	if left := len(all) - most; left > 0 {
		p = append(p, page.Span{Text: sayf(" and %d more", left)})
	}
	return p
}

func displays[T fmt.Stringer](ids []T) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id.String()
	}
	return out
}

func objectNames(ids []ownership.ObjectID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id.Display()
	}
	return out
}
