package main

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// provenAgain has the checker of verify answer every scene of a plan again, and
// says in one line what came of it. That the checker had no room is no refusal:
// the plan's own proof stands. A claim that it denies is, or one that it cannot
// answer for another reason.
func provenAgain(p *planner.Plan, limit int, shown *progress, out output) error {
	shown.start("checking the proof", limit)
	v := verification(p, limit, shown)
	shown.clear()
	switch {
	case v.Verdict == verdict.Proved:
		fmt.Fprintf(out.stderr, "fluxmigrate: the proof was checked again: %s, %s states were visited\n", v.Reason, thousands(v.States))
		return nil
	case v.Verdict == verdict.Unknown && !slices.ContainsFunc(v.Claims, unanswered):
		fmt.Fprintf(out.stderr, "fluxmigrate: the proof was checked again as far as the checker has room: %s, as it visits %s states of a question at most; the proof of the plan stands, and fluxmigrate verify --limit N visits more\n",
			v.Reason, thousands(limit))
		return nil
	}
	why := v.Reason
	if i := slices.IndexFunc(v.Claims, func(c claim) bool { return c.Verdict == v.Verdict }); i >= 0 {
		why += fmt.Sprintf("; %s: %s", v.Claims[i].Objects[0].Display(), v.Claims[i].Why)
	}
	say(out.stderr, fmt.Sprintf("the proof was checked again, and the plan is not carried out: %s\nfluxmigrate verify says more", why))
	return statusOf(v.Verdict)
}

// unanswered says whether a claim is unknown for another reason than the cap.
func unanswered(c claim) bool { return c.Verdict == verdict.Unknown && !c.capped() }
