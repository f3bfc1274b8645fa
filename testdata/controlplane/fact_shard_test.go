package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// assign gives a Kustomization to a shard, or back to the controller of those
// that have none.
func (d *play) assign(name string, shard any) {
	d.Helper()
	d.patch(d.owner(name), "test", labelled(map[string]any{controlplane.ShardLabel: shard}))
}

// TestR1_12AHandoverBetweenShardsHasNoBarrier is P3 with every precondition
// seen, the barrier V3 included, and a handed over to another controller
// during a run.
func TestR1_12AHandoverBetweenShardsHasNoBarrier(t *testing.T) {
	measure(t, "R1.12", "(U8) a run goes on after its Kustomization is given to another controller, which runs it meanwhile and handles the token of the barrier: the old run takes the label back, and the object is lost")
	d := start(t, "r1-12", suspendedMove)
	x, before := d.gateway(), d.uid(d.gateway())
	other, err := cluster.StartShard(d.name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Stop)
	old := d.hold(controlplane.Read(x).Once())
	d.wake("a")
	d.await(old)
	d.assign("a", d.name)
	d.next()
	d.acted("r")   // V1
	d.request("a") // V3, though the old run is under way
	d.next()
	d.acted("b")
	old.Release()
	d.until("the label says a", func() bool { return d.label(x) == "a" })
	b := d.hold(controlplane.Apply(x).By("b"))
	d.next()
	d.gone(x)
	b.Release()
	d.acted("a", "b")
	d.lost(x, before)
}

func TestR1_12NobodyRunsWhatNoShardMatches(t *testing.T) {
	measure(t, "R1.12", "a Kustomization whose shard nobody runs neither acts nor goes when it is deleted, while another does both; given back, it goes and deletes")
	d := start(t, "r1-12-nobody", single+"\n\tswitch\n\t  root c path=a noprune")
	x, before := d.gateway(), d.uid(d.gateway())
	d.assign("a", "nobody")
	d.next()
	d.next()
	d.remove(d.owner("a"))
	d.acted("c")
	d.remove(d.owner("c"))
	d.gone(d.owner("c"))
	d.stays("a is there, and the object", func() bool { return d.get(d.owner("a")) != nil && d.uid(x) == before && d.lists("a", x) })
	d.assign("a", nil)
	d.gone(d.owner("a"))
	d.lost(x, before)
}

func TestR3_3WhenADependencyIsReady(t *testing.T) {
	measure(t, "R3.3", "a dependency that has failed, or is in the middle of a run, or is Ready and has not seen its spec, holds its dependents back")
	for name, hinder := range map[string]func(d *play) (end func()){
		"failed": func(d *play) func() {
			d.spec("b", map[string]any{"path": "./nowhere"})
			d.failed("b", "kustomization path not found")
			return func() { d.spec("b", map[string]any{"path": "./b"}) }
		},
		"running": func(d *play) func() {
			h := d.hold(controlplane.DryRun(d.named("ConfigMap/other")))
			d.wake("b")
			d.await(h)
			return h.Release
		},
		"generation": func(d *play) func() {
			d.assign("b", "nobody")
			d.spec("b", map[string]any{"timeout": "1m"})
			if now := d.conditions("b"); now != "Ready=True Reconciling=<nil>" {
				d.Errorf("b %s", now)
			}
			return func() { d.assign("b", nil) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r3-3-"+name, `
	root a path=a dep=b
	root b path=b
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other`)
			end := hinder(d)
			d.request("a")
			if now := d.conditions("a"); now != "Ready=False Reconciling=<nil>" {
				t.Errorf("a %s", now)
			}
			end()
			d.acted("a", "b")
		})
	}
}
