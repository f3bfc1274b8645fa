package scene

import (
	"fmt"
	"slices"
)

var actKinds = []ActKind{Publish, Switch, Make, Remove, Suspend, Resume, Orphan, Guard, Unguard, Request, Delete, Watch}

var conditionKinds = []ConditionKind{Stored, Suspended, Orphaning, Acted, Barrier, Forgotten, Listed, Has, HasNot,
	Labelled, Guarded, Unguarded, Present, Gone}

func (c *checker) stage(what string, stage Stage) {
	n := 0
	for i, act := range stage.Acts {
		n += 1 + len(act.Needs) + len(act.Leaves)
		c.act(fmt.Sprintf("%s, act %d", what, i), act)
	}
	if n > MaxConditions {
		c.fault("%s has %d acts and conditions, %d at most", what, n, MaxConditions)
	}
}

func (c *checker) act(what string, act Act) {
	if !slices.Contains(actKinds, act.Kind) {
		c.fault("%s: kind %q", what, act.Kind)
	}
	c.index(what+": commit", act.Commit, len(c.s.Commits), 0)
	switch act.Kind {
	case Switch, Make, Remove, Suspend, Resume, Orphan, Request:
		c.index(what+": Kustomization", act.Kustomization, len(c.s.Kustomizations), 0)
	case Guard, Unguard, Delete:
		c.index(what+": object", act.Object, len(c.s.Objects), 0)
	}
	if k := act.Kustomization; (act.Kind == Switch || act.Kind == Make) && k >= 0 && k < len(c.s.Kustomizations) {
		c.index(what+": spec", act.Spec, len(c.s.Kustomizations[k].Specs), 0)
	}
	if k := act.Kustomization; (act.Kind == Make || act.Kind == Remove) && k >= 0 && k < len(c.s.Kustomizations) && c.s.Kustomizations[k].Object < 0 {
		c.fault("%s: Kustomization %d has no object here", what, k)
	}
	c.conditions(what, act.Needs)
	c.conditions(what, act.Leaves)
}

func (c *checker) conditions(what string, conditions []Condition) {
	for _, d := range conditions {
		if !slices.Contains(conditionKinds, d.Kind) {
			c.fault("%s: condition %q", what, d.Kind)
		}
		switch d.Kind {
		case Stored, Suspended, Orphaning, Acted, Barrier, Forgotten, Listed, Has, HasNot:
			c.index(what+": Kustomization of a condition", d.Kustomization, len(c.s.Kustomizations), 0)
		}
		switch d.Kind {
		case Forgotten, Listed, Has, HasNot, Labelled, Guarded, Unguarded, Present, Gone:
			c.index(what+": object of a condition", d.Object, len(c.s.Objects), 0)
		}
		c.index(what+": commit of a condition", d.Commit, len(c.s.Commits), 0)
		if k := d.Kustomization; k >= 0 && k < len(c.s.Kustomizations) && c.s.Kustomizations[k].Source < 0 && d.Commit != 0 {
			c.fault("%s: Kustomization %d builds as for commit 0 always, and the condition is about commit %d", what, k, d.Commit)
		}
		for _, o := range d.Owners {
			c.index(what+": owner of a condition", o, len(c.s.Kustomizations), 0)
		}
	}
}
