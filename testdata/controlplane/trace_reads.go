package controlplane

import (
	"cmp"
	"math"
	"slices"
)

// placeReads puts what has only read an object, a dry-run or a write that
// changed nothing included, between the write whose version it has seen and the
// next one: answers overtake each other. The events have to be in the order of
// sortTrace.
func placeReads(events []Event) {
	spans := spansOf(events)
	places := make([]float64, len(events))
	for i, e := range events {
		places[i] = float64(i)
		if e.writes() {
			continue
		}
		switch {
		case e.ResourceVersion > 0:
			places[i] = nearest(places[i], spans[e.Object], func(s span) bool { return s.version == e.ResourceVersion && s.uid == e.UID })
		case e.Verb == "get" && e.Refused == 404:
			places[i] = nearest(places[i], spans[e.Object], func(s span) bool { return s.version == 0 })
		}
	}
	order := make([]int, len(events))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(places[a], places[b]) })
	sorted := make([]Event, len(events))
	for i, from := range order {
		sorted[i] = events[from]
	}
	copy(events, sorted)
}

// span is where in the trace an object has a version; 0 where it is not there.
type span struct {
	version  uint64
	uid      string
	from, to float64
}

func spansOf(events []Event) map[string][]span {
	spans := make(map[string][]span)
	for i, e := range events {
		if !e.writes() {
			continue
		}
		of := spans[e.Object]
		if of == nil {
			// What was there before the trace is not known.
			of = []span{{from: math.Inf(-1)}}
		}
		last := &of[len(of)-1]
		if e.Verb == "gone" && len(of) > 1 && last.version == 0 {
			last.from = float64(i) // the write that has ended it stands before
			continue
		}
		last.to = float64(i)
		next := span{version: e.ResourceVersion, uid: e.UID, from: float64(i), to: math.Inf(1)}
		if e.end || e.Verb == "gone" {
			next.version, next.uid = 0, ""
		}
		spans[e.Object] = append(of, next)
	}
	return spans
}

// nearest moves a place into the nearest of the spans that are meant. Where
// there is none it stays.
func nearest(place float64, spans []span, meant func(span) bool) float64 {
	best, distance := place, math.Inf(1)
	for _, s := range spans {
		if !meant(s) {
			continue
		}
		within := min(max(place, s.from+0.25), s.to-0.25)
		if d := math.Abs(within - place); d < distance {
			best, distance = within, d
		}
	}
	return best
}
