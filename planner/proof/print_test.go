package proof_test

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// show prints a proof: of each component whom it speaks for, its scene, and
// the answer.
func show(p proof.Proof) string {
	var b strings.Builder
	for _, c := range p.Components {
		fmt.Fprint(&b, "==")
		for _, o := range c.Objects {
			fmt.Fprint(&b, " ", o.Display())
		}
		fmt.Fprintln(&b)
		if c.Scene != nil {
			showScene(&b, c.Scene)
		}
		fmt.Fprintf(&b, "-> %s\n", verdicts(c))
	}
	return b.String() + gaps(p)
}

func verdicts(c proof.Component) string {
	text := fmt.Sprintf("%s, completion %s", c.Safety, c.Completion)
	for _, why := range []string{c.Why, c.NoGoal} {
		if why != "" {
			text += ": " + why
		}
	}
	if len(c.Takes) > 0 {
		text += "; takes"
		for _, o := range c.Takes {
			text += " " + o.Display()
		}
	}
	return text
}

func gaps(p proof.Proof) string {
	var b strings.Builder
	for _, g := range p.Gaps {
		fmt.Fprintf(&b, "gap: %s: %s\n", g.Subject, g.Why)
	}
	return b.String()
}

// short gives the name of an id.
func short(id string) string {
	_, name, _ := strings.Cut(id, "/")
	if _, rest, ok := strings.Cut(id, "_"); ok {
		name, _, _ = strings.Cut(rest, "_")
	}
	return name
}

func showScene(b *strings.Builder, s *scene.Scene) {
	fmt.Fprintln(b, "commits", s.Commits)
	for i, o := range s.Objects {
		fmt.Fprintf(b, "live %s", short(o.ID))
		for _, l := range o.Starts {
			fmt.Fprint(b, " ", live(s, l))
		}
		if o.Kustomization < 0 && i > 0 {
			fmt.Fprint(b, " odd")
		}
		fmt.Fprintln(b)
	}
	for _, k := range s.Kustomizations {
		fmt.Fprintf(b, "%s, source %d", short(k.ID), k.Source)
		if k.Object < 0 {
			fmt.Fprint(b, ", settled")
		}
		fmt.Fprintf(b, ", starts with s%d at c%d has", k.Start.Spec, k.Start.Applied)
		for _, o := range k.Start.Inventory {
			fmt.Fprint(b, " ", short(s.Objects[o].ID))
		}
		fmt.Fprint(b, marks([]string{", not ready", ", suspended by hand", ", orphaning by hand", ", being deleted"},
			!k.Start.Ready && k.Start.Applied >= 0, k.Start.HandSuspend, k.Start.HandOrphan, k.Start.Deleting))
		fmt.Fprintln(b)
		for n, spec := range k.Specs {
			fmt.Fprintf(b, "  s%d %s%s\n", n, spec.Words, flags(s, spec))
		}
		for _, x := range k.Builds {
			fmt.Fprintf(b, "  s%d c%d:%s\n", x.Spec, x.Commit, puts(s, x))
		}
	}
	for _, stage := range s.Stages {
		fmt.Fprintln(b, "stage", stage.Title)
		for _, a := range stage.Acts {
			fmt.Fprintf(b, "  %s%s\n", act(s, a), leaves(s, a))
		}
	}
	fmt.Fprintf(b, "goal%s\n", conditions(s, s.Goal))
}

func live(s *scene.Scene, l scene.Live) string {
	owner := "-"
	if !l.Exists {
		return "missing"
	}
	if l.Owner >= 0 {
		owner = short(s.Kustomizations[l.Owner].ID)
	}
	return owner + marks([]string{"+guard", "+hand", "+frozen"}, l.Guard, l.HandGuard, l.Frozen)
}

func marks(names []string, is ...bool) string {
	text := ""
	for i, name := range names {
		if is[i] {
			text += name
		}
	}
	return text
}

func flags(s *scene.Scene, spec scene.Spec) string {
	text := marks([]string{" [prune]", " [deletes]", " [sets suspend]", " [sets policy]"}, spec.Prune, spec.Deletes, spec.SetsSuspend, spec.SetsPolicy)
	for _, d := range spec.DependsOn {
		text += fmt.Sprintf(" [dep %s %t]", short(s.Kustomizations[d.On].ID), d.SameSource)
	}
	return text
}

func puts(s *scene.Scene, b scene.Build) string {
	switch {
	case b.Fails:
		return " fails"
	case b.Unknown != "":
		return " unknown " + b.Unknown
	}
	text := ""
	for _, p := range b.Puts {
		text += " " + short(s.Objects[p.Object].ID)
		if s.Objects[p.Object].Kustomization >= 0 {
			text += fmt.Sprintf("=s%d", p.Spec)
		}
		if p.Guard {
			text += "+guard"
		}
		if p.Take != "" {
			text += "+" + string(p.Take)
		}
	}
	return text
}

func act(s *scene.Scene, a scene.Act) string {
	text := string(a.Kind)
	switch a.Kind {
	case scene.Publish:
		text += fmt.Sprintf(" c%d", a.Commit)
	case scene.Switch, scene.Make:
		text += fmt.Sprintf(" %s s%d", short(s.Kustomizations[a.Kustomization].ID), a.Spec)
	case scene.Guard, scene.Unguard, scene.Delete:
		text += " " + short(s.Objects[a.Object].ID)
	case scene.Watch:
	default:
		text += " " + short(s.Kustomizations[a.Kustomization].ID)
	}
	return text
}

func leaves(s *scene.Scene, a scene.Act) string {
	text := ""
	if len(a.Needs) > 0 {
		text += " needs" + conditions(s, a.Needs)
	}
	if len(a.Leaves) > 0 {
		text += " leaves" + conditions(s, a.Leaves)
	}
	return text
}

func conditions(s *scene.Scene, all []scene.Condition) string {
	var parts []string
	for _, c := range all {
		text := " " + string(c.Kind)
		switch c.Kind {
		case scene.Stored, scene.Suspended, scene.Orphaning, scene.Acted, scene.Barrier, scene.Forgotten, scene.Listed, scene.Has, scene.HasNot:
			text += " " + short(s.Kustomizations[c.Kustomization].ID)
		}
		switch c.Kind {
		case scene.Forgotten, scene.Listed, scene.Acted:
			text += fmt.Sprintf(" c%d", c.Commit)
		}
		switch c.Kind {
		case scene.Forgotten, scene.Listed, scene.Has, scene.HasNot, scene.Labelled, scene.Guarded, scene.Unguarded, scene.Present, scene.Gone:
			text += " " + short(s.Objects[c.Object].ID)
		}
		for _, n := range c.Specs {
			text += fmt.Sprintf(" s%d", n)
		}
		for _, o := range c.Owners {
			text += " " + short(s.Kustomizations[o].ID)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}
