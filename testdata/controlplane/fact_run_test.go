package controlplane_test

import (
	"fmt"
	"testing"
)

func TestR2_5ARunThatFailsPrunesNothing(t *testing.T) {
	measure(t, "R2.5", "a run whose path is missing, whose build, dependency or apply fails prunes nothing and leaves the inventory")
	for name, c := range map[string]struct{ world, cause string }{
		"build":      {"\n\tcommit\n\t  a: !fail", "kustomize build failed"},
		"path":       {"\n\tcommit\n\t  a: -", "kustomization path not found"},
		"dependency": {"\n\tswitch\n\t  root a path=a dep=nobody\n\tcommit\n\t  a: ConfigMap/rest", "nobody' not found"},
		"apply":      {"\n\tcommit\n\t  a: ConfigMap/rest ConfigMap/new@nowhere", "-nowhere\" not found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r2-5-"+name, `
	root a path=a
	commit
	  a: Gateway/edge ConfigMap/rest`+c.world)
			x, before := d.gateway(), d.uid(d.gateway())
			for range len(d.steps) - 1 {
				d.next()
			}
			d.failed("a", c.cause)
			d.request("a")
			d.kept(x, before)
			if !d.lists("a", x) {
				t.Error("a does not list it")
			}
		})
	}
}

func TestR2_7TheLastAttemptedRevision(t *testing.T) {
	measure(t, "R2.7", "lastAttemptedRevision is that of a run that found its path, though its build fails; a missing path or dependency leaves it")
	for name, c := range map[string]struct {
		fields map[string]any
		cause  string
		set    bool
	}{
		"build":      {map[string]any{"path": "./broken"}, "kustomize build failed", true},
		"path":       {map[string]any{"path": "./nowhere"}, "kustomization path not found", false},
		"dependency": {map[string]any{"dependsOn": []any{map[string]any{"name": "nobody"}}}, "nobody' not found", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r2-7-"+name, `
	root a path=a
	commit
	  a: ConfigMap/rest
	  broken: !fail
	commit
	  a: ConfigMap/rest=2`)
			d.spec("a", c.fields)
			d.failed("a", c.cause)
			d.publish(d.steps[1], false) // and not next, which would put the path back
			d.request("a")
			if set := d.status("a", "lastAttemptedRevision") == d.revision; set != c.set {
				t.Errorf("attempted %v", d.status("a", "lastAttemptedRevision"))
			}
		})
	}
}

// generations are the generation of a Kustomization and the one it has seen.
func (d *play) generations(name string) (now, seen int64) {
	d.Helper()
	seen, _ = d.status(name, "observedGeneration").(int64)
	return d.get(d.owner(name)).GetGeneration(), seen
}

func TestR2_12ObservedGenerationProvesNothingWhileSuspended(t *testing.T) {
	measure(t, "R2.12", "suspended while Ready, it observes each new generation and acts on none; suspended while not Ready, it observes none")
	t.Run("Ready", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r2-12", single+"\n\t  other: ConfigMap/other")
		x, before := d.gateway(), d.uid(d.gateway())
		d.spec("a", map[string]any{"suspend": true, "path": "./other", "prune": false})
		d.until("the generation is observed", func() bool { now, seen := d.generations("a"); return now == seen })
		d.stays("a has done nothing", func() bool { return d.lists("a", x) && d.uid(x) == before })
	})
	t.Run("not Ready", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r2-12-failed", single)
		d.spec("a", map[string]any{"path": "./nowhere"})
		d.failed("a", "kustomization path not found")
		d.spec("a", map[string]any{"suspend": true})
		d.request("a")
		if now, seen := d.generations("a"); seen >= now {
			t.Errorf("generation %d, observed %d", now, seen)
		}
	})
}

func TestR2_13TheTokenIsHandledByEveryPass(t *testing.T) {
	measure(t, "R2.13", "the requested-at token is copied to the status by a pass that is suspended, fails, or waits for a dependency")
	for name, fields := range map[string]map[string]any{
		"suspended":  {"suspend": true},
		"failed":     {"path": "./nowhere"},
		"dependency": {"dependsOn": []any{map[string]any{"name": "nobody"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r2-13-"+name, single)
			d.spec("a", fields)
			d.request("a") // waits for the token
		})
	}
	t.Run("not before the run under way has ended", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r2-13-barrier", single)
		release := d.busy("a")
		d.spec("a", map[string]any{"suspend": true})
		d.wake("a")
		token := d.get(d.owner("a")).GetAnnotations()["reconcile.fluxcd.io/requestedAt"]
		d.stays("the token is not handled", func() bool { return d.status("a", "lastHandledReconcileAt") != token })
		release()
		d.until("the token is handled", func() bool { return d.status("a", "lastHandledReconcileAt") == token })
	})
}

func TestR2_16PruneOffForgets(t *testing.T) {
	measure(t, "R2.16", "prune: false deletes nothing and forgets what left; prune turned on again does not bring it back")
	d := start(t, "r2-16", `
	root a path=a noprune
	commit
	  a: Gateway/edge ConfigMap/rest
	commit
	  a: ConfigMap/rest
	switch
	  root a path=a`)
	x, before := d.gateway(), d.uid(d.gateway())
	d.next()
	d.acted("a")
	d.kept(x, before)
	if d.lists("a", x) {
		t.Error("a still lists it")
	}
	d.next()
	d.acted("a")
	d.request("a")
	d.kept(x, before)
	if d.label(x) != "a" {
		t.Errorf("label %q", d.label(x))
	}
}

func TestR2_17ConditionsWhileARunIsUnderWay(t *testing.T) {
	measure(t, "R2.17", "Ready is Unknown and Reconciling True while a run is under way; after a failure Ready is False and Reconciling True")
	d := start(t, "r2-17", single+"\n\tcommit\n\t  a: !fail")
	release := d.busy("a")
	if got := d.conditions("a"); got != "Ready=Unknown Reconciling=True" {
		t.Errorf("under way: %s", got)
	}
	release()
	d.acted("a")
	d.next()
	d.next()
	d.failed("a", "kustomize build failed")
	if got := d.conditions("a"); got != "Ready=False Reconciling=True" {
		t.Errorf("failed: %s", got)
	}
}

// conditions are Ready and Reconciling of a Kustomization.
func (d *play) conditions(name string) string {
	d.Helper()
	said := map[any]any{}
	list, _ := d.status(name, "conditions").([]any)
	for _, c := range list {
		c := c.(map[string]any)
		said[c["type"]] = c["status"]
	}
	return fmt.Sprintf("Ready=%v Reconciling=%v", said["Ready"], said["Reconciling"])
}

func TestR2_10AFailedApplyLeavesWhatItHasAppliedUntracked(t *testing.T) {
	measure(t, "R2.10", "(R5.4) where an object of the last stage is refused, a Namespace of the first is there with the label and not in the inventory, and no other of the last stage is there; the Namespace stays when Git drops it")
	d := start(t, "r2-10", `
	root a path=a
	commit
	  a: ConfigMap/rest
	commit
	  a: ConfigMap/rest Namespace/extra ConfigMap/good ConfigMap/new@nowhere
	commit
	  a: ConfigMap/rest`)
	extra := d.named("Namespace/extra")
	d.next()
	d.failed("a", "-nowhere\" not found")
	if d.label(extra) != "a" || d.lists("a", extra) || d.get(d.named("ConfigMap/good")) != nil {
		t.Errorf("label %q, listed: %v, good there: %v", d.label(extra), d.lists("a", extra), d.get(d.named("ConfigMap/good")) != nil)
	}
	d.next()
	d.acted("a")
	d.stays("the Namespace", func() bool { o := d.get(extra); return o != nil && o.GetDeletionTimestamp() == nil })
}

func TestR2_18AParentsWaitAsksForNoRevision(t *testing.T) {
	measure(t, "R2.18", "a parent with wait: true is Ready at a revision that its suspended child has not seen")
	d := start(t, "r2-18", `
	root r path=r wait
	commit
	  r: K/a(path=a)
	  a: ConfigMap/rest
	commit
	  a: ConfigMap/rest=2`)
	// Suspended while it rests: one that a commit suspends in the middle of a
	// failing run never observes its generation (R2.12), and its parent waits.
	d.acted("a", "r")
	d.spec("a", map[string]any{"suspend": true})
	d.until("a has seen that it is suspended", func() bool {
		now, seen := d.generations("a")
		return now == seen
	})
	d.next()
	d.acted("r")
	if d.status("a", "lastAppliedRevision") == d.revision {
		t.Error("the child is at the new revision")
	}
}

// TestR2_20AParentWaitsForAChildThatComesSuspended: nothing ever makes that
// child Ready, and the run that gave up on it has the inventory of what it
// applied all the same.
func TestR2_20AParentWaitsForAChildThatComesSuspended(t *testing.T) {
	measure(t, "R2.20", "a parent with wait: true fails on a child that was suspended before it was ever Ready, and lists it")
	d := start(t, "r2-20-suspended", `
	root r path=r wait
	commit
	  r: ConfigMap/rest
	  a: ConfigMap/other
	commit
	  r: ConfigMap/rest K/a(path=a,suspend)`)
	d.acted("r")
	d.next()
	d.failed("r", "timeout waiting for")
	if !d.lists("r", d.owner("a")) {
		t.Error("the child is not in the inventory")
	}
	if now, seen := d.generations("a"); now == seen {
		t.Error("the child has observed its generation")
	}
	// Resumed, it gets Ready before its parent suspends it again, and that will do.
	d.spec("a", map[string]any{"suspend": nil})
	d.acted("r")
}

// TestR2_20AChildThatDependsOnTheParentThatWaitsForIt: each needs the other to
// be Ready first. What both have in Git is applied, and neither is ever Ready.
func TestR2_20AChildThatDependsOnTheParentThatWaitsForIt(t *testing.T) {
	measure(t, "R2.20", "a child that comes to depend on the parent that waits for it: neither is Ready again")
	d := start(t, "r2-20-ring", `
	root r path=r wait
	commit
	  r: K/a(path=a)
	  a: ConfigMap/rest
	commit
	  r: K/a(path=a,dep=r)`)
	d.acted("r", "a")
	d.next()
	d.failed("a", "is not ready")
	d.failed("r", "timeout waiting for")
	d.request("r")
	d.request("a")
	d.failed("a", "is not ready")
	d.failed("r", "timeout waiting for")
	if d.status("r", "lastAppliedRevision") == d.revision {
		t.Error("the parent is at the new revision")
	}
}
