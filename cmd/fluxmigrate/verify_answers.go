package main

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
	"github.com/fluxmigrate/fluxmigrate/planner/verify"
)

// verified is the answer of verify.
type verified struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	// Verdict is proved if every claim holds, refuted if one does not, unknown if
	// one could not be checked.
	Verdict verdict.Verdict `json:"verdict"`
	Plan    verdict.Verdict `json:"plan"` // what the plan says
	Reason  string          `json:"reason"`
	States  int             `json:"states"` // visited
	Limit   int             `json:"limit"`  // states of a question at most
	Claims  []claim         `json:"claims"`
}

// claim is what a plan says of the objects of one scene, and what came of it.
type claim struct {
	Of         string               `json:"of"` // the change as it is, or with the plan
	Controller string               `json:"controller"`
	Objects    []ownership.ObjectID `json:"objects"`
	Digest     string               `json:"digest,omitempty"`
	States     int                  `json:"states"`
	Claimed    answer               `json:"claimed"`
	Checked    answer               `json:"checked"`
	Verdict    verdict.Verdict      `json:"verdict"`
	Why        string               `json:"why,omitempty"`
	Story      []string             `json:"story,omitempty"` // of a loss that the plan denies
}

type answer struct {
	Safety     verdict.Verdict `json:"safety"`
	Completion verdict.Verdict `json:"completion"`
}

// verification answers every scene of a plan, each digest once.
func verification(p *planner.Plan, limit int, shown *progress) *verified {
	v := &verified{APIVersion: planner.APIVersion, Kind: "Verification", Plan: p.Verdict, Limit: limit, Claims: []claim{}}
	known := make(map[string]verify.Answer)
	for _, q := range questions(p) {
		for _, proof := range q.proofs {
			rows := make(map[string]int)
			for i := range proof.Components {
				c := newClaim(q.name, proof.Controller, &proof.Components[i])
				key := fmt.Sprint(c.Digest, c.Claimed)
				if at, ok := rows[key]; ok && c.Digest != "" {
					v.Claims[at].Objects = append(v.Claims[at].Objects, c.Objects...)
					continue
				}
				rows[key] = len(v.Claims)
				shown.component(i+1, len(proof.Components), v.States)
				v.check(&c, &proof.Components[i], known)
				v.Claims = append(v.Claims, c)
			}
		}
	}
	v.judge()
	return v
}

func newClaim(of, controller string, part *proof.Component) claim {
	return claim{Of: of, Controller: controller, Objects: part.Objects, Digest: part.Digest, Claimed: answer{part.Safety, part.Completion}}
}

// check has the scene of a claim answered, unless one like it was.
func (v *verified) check(c *claim, part *proof.Component, known map[string]verify.Answer) {
	if part.Scene == nil {
		c.Checked, c.Verdict, c.Why = answer{verdict.Unknown, verdict.Unknown}, verdict.Proved, "it was not asked: "+part.Why
		return
	}
	a, ok := known[c.Digest]
	if !ok {
		a = verify.Scene(part.Scene, v.Limit)
		known[c.Digest] = a
		v.States += a.States
	}
	if a.Safety == verdict.Proved && len(part.Scene.Goal) == 0 {
		a.Completion = c.Claimed.Completion // nothing is wanted, or it was not asked for
	}
	c.States, c.Checked = a.States, answer{a.Safety, a.Completion}
	if c.Verdict = c.compare(); c.Verdict == verdict.Proved {
		return
	}
	c.Why = a.Why
	if c.Checked.Safety == verdict.Refuted {
		c.Story = verify.Scene(part.Scene, v.Limit).Story // in the names of this one
	}
}

// compare says whether a claim holds. A claim that something is unknown always
// does; a loss that the checker had no room to find is not denied.
func (c *claim) compare() verdict.Verdict {
	return verdict.Worst(holds(c.Claimed.Safety, c.Checked.Safety), holds(c.Claimed.Completion, c.Checked.Completion))
}

func holds(claimed, checked verdict.Verdict) verdict.Verdict {
	switch {
	case claimed == checked || claimed == verdict.Unknown || claimed == verdict.Refuted && checked == verdict.Unknown:
		return verdict.Proved
	case checked == verdict.Unknown:
		return verdict.Unknown
	}
	return verdict.Refuted
}

// judge gives the answer to all from those to each.
func (v *verified) judge() {
	counts := make(map[verdict.Verdict]int)
	for _, c := range v.Claims {
		counts[c.Verdict]++
	}
	switch all := len(v.Claims); {
	case counts[verdict.Refuted] > 0:
		v.Verdict, v.Reason = verdict.Refuted, fmt.Sprintf("%d of %d claims do not hold", counts[verdict.Refuted], all)
	case counts[verdict.Unknown] > 0:
		v.Verdict, v.Reason = verdict.Unknown, fmt.Sprintf("%d of %d claims could not be checked", counts[verdict.Unknown], all)
	default:
		v.Verdict, v.Reason = verdict.Proved, fmt.Sprintf("all %d claims hold", all)
	}
}
