package planner

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// merged is appended to a revision that is what git makes of a merge.
const merged = "+merged"

// judgeMerged asks about what people publish who merge the change as it is: the
// edits that protect are still in it, wherever git took them. The stages are
// the same but for that content, and one commit more takes the edits out when
// all is done. The plan itself is about the content that its stage names.
func (b *builder) judgeMerged() {
	i := slices.IndexFunc(b.plan.Stages, func(s Stage) bool { return s.Merge != nil && s.Merge.Tree != "" })
	if i < 0 {
		return
	}
	m := *b.plan.Stages[i].Merge
	m.Verdict, m.Reason = b.verdictOnMerged(i)
	b.plan.Stages = slices.Clone(b.plan.Stages)
	b.plan.Stages[i].Merge = &m
	if b.plan.Verdict == verdict.Proved && m.Verdict != verdict.Proved {
		b.plan.Assumptions = append(b.plan.Assumptions, Assumption{Subject: "the merge of the change",
			Text: fmt.Sprintf("what is published in stage %d is the content that it names, and not what git makes of a plain merge (tree %s), which is %s: %s", i+1, m.Tree, m.Verdict, m.Reason)})
	}
}

func (b *builder) verdictOnMerged(i int) (verdict.Verdict, string) {
	switch {
	case b.in.Prover == nil:
		return verdict.Unknown, "the model was not asked"
	case b.plan.Verdict != verdict.Proved:
		return verdict.Unknown, "the plan itself is not proved"
	}
	stages := mergedStages(b.plan.Stages, i, revisionOf(b.to))
	commits := CommitsOf(b.from, b.to, stages)
	for j := range commits {
		commits[j].Merged = commits[j].Revision == revisionOf(b.to)+merged
	}
	staged, err := b.in.Editor.Stage(commits)
	if err != nil {
		return verdict.Unknown, err.Error()
	}
	q := proof.Question{Transition: &staged.Transition, Observed: b.in.Observed, Revisions: revisionsOf(staged), Also: b.taking.sorted()}
	for _, stage := range stages {
		q.Script = append(q.Script, proof.Stage{Title: stage.Title, Steps: stage.Steps})
	}
	proofs := b.prove(q)
	answer, reason := b.judgeProofs(proofs)
	why := b.mergedOtherwise(staged)
	switch {
	case answer == verdict.Refuted:
	case why != "":
		return verdict.Unknown, why
	case strands(proofs) && !strands(b.plan.Proofs.Plan):
		return verdict.Unknown, "with it the target may not be reached any more"
	}
	return answer, reason
}

// strands says whether the target may come out of reach.
func strands(proofs []proof.Proof) bool {
	return slices.ContainsFunc(proofs, func(p proof.Proof) bool { return p.Completion == verdict.Refuted })
}

// mergedStages gives the stages with what a merge gives published in one of
// them, and the target in the end.
func mergedStages(stages []Stage, at int, target string) []Stage {
	all := slices.Clone(stages)
	wanted, reached := "", false
	for i := at; i < len(all); i++ {
		var steps []step.Step
		for _, s := range all[i].Steps {
			switch {
			case i == at && s.File != "":
				continue // whatever the merge makes of it
			case i == at && s.Kind == step.Publish:
				wanted = s.Revision
				s.Revision = target + merged
			case s.Kind == step.Publish:
				reached = reached || s.Revision == target
			}
			steps = append(steps, s)
		}
		all[i].Steps = steps
	}
	for i := at; i < len(all); i++ {
		for j := range all[i].Steps {
			s := &all[i].Steps[j]
			s.Needs, s.Leaves = renamed(s.Needs, wanted, target+merged), renamed(s.Leaves, wanted, target+merged)
		}
	}
	if reached {
		return all
	}
	return append(all, Stage{Title: "Take out of Git what the merge kept", Route: step.Commits,
		Steps: []step.Step{{Kind: step.Publish, Revision: target, Leaves: []step.Condition{published(target)}}}})
}

// renamed has the conditions wait for another revision.
func renamed(conditions []step.Condition, from, to string) []step.Condition {
	all := slices.Clone(conditions)
	for i := range all {
		if all[i].Kind == step.Published && all[i].Value == from {
			all[i].Value = to
		}
	}
	return all
}

// mergedOtherwise says what a merge renders otherwise than the target, beside
// guards and fields that protect; "" is nothing. The owners are the same then.
func (b *builder) mergedOtherwise(staged *step.Staged) string {
	at := 0
	for _, made := range staged.Commits {
		if made.Revision == revisionOf(b.to)+merged {
			at = made.At
		}
	}
	for _, d := range staged.Transition.States() {
		if d.At.Commit != at || d.Mode != b.to.Mode {
			continue
		}
		if why := failsInstead(b.to, d); why != "" {
			return why
		}
		for _, k := range b.to.Kustomizations {
			if why := rendersOtherwise(k, d); why != "" {
				return fmt.Sprintf("Kustomization %s: in what git makes of the merge %s", k.ID, why)
			}
		}
		return ""
	}
	return "what git makes of the merge was not rendered"
}

// failsInstead says what does not build any more: git merges two edits of one
// file that are lines apart, and does not know that a key is there twice then.
func failsInstead(wanted, got *ownership.Desired) string {
	for _, k := range got.Kustomizations {
		if was, there := wanted.Kustomization(k.ID); there && was.Render.Failed == "" && k.Render.Failed != "" {
			return fmt.Sprintf("Kustomization %s does not build from what git makes of the merge: %s", k.ID, k.Render.Failed)
		}
	}
	return ""
}

func rendersOtherwise(k ownership.Kustomization, in *ownership.Desired) string {
	got, there := in.Kustomization(k.ID)
	switch {
	case !there:
		return "it is not there"
	case got.Render.Failed != k.Render.Failed || got.Render.Unknown != k.Render.Unknown || got.Render.Missing != k.Render.Missing:
		return "it builds otherwise"
	case len(got.Render.Objects) != len(k.Render.Objects):
		return fmt.Sprintf("it renders %d objects, and %d in the target", len(got.Render.Objects), len(k.Render.Objects))
	}
	for _, o := range k.Render.Objects {
		if _, there := got.Render.Find(o.ID); !there {
			return "it does not render " + o.ID.Display()
		}
	}
	return ""
}
