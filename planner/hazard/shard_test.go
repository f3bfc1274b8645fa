package hazard_test

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

// before has two Kustomizations of one shard each, and a Gateway that leaves.
const (
	shardsBefore = `
		a/root prune path=r: Kustomization a/old shard=east, Kustomization a/new shard=west
		a/old prune path=old: Gateway x/gate, ConfigMap x/old
		a/new prune path=new: ConfigMap x/new`
	shardsAfter = `
		a/root prune path=r: Kustomization a/old shard=OLD, Kustomization a/new shard=NEW
		a/old prune path=old: ConfigMap x/old
		a/new prune path=new: ConfigMap x/new, Gateway x/gate`
)

const handover = "Kustomization a/old: its label sharding.fluxcd.io/key changes ("

var shardCases = []struct {
	name, old, new string // labels after
	live           string // label of the old owner in the cluster; "" where nobody looked
	selectors      []string
	want           string // how the unknowns begin; "" for none
}{
	{name: "nobody changes its shard", old: "east", new: "west"},
	{name: "the old owner gets another shard", old: "west", new: "west", want: handover + "east, west)"},
	{name: "the old owner leaves the shards", old: "", new: "west", want: handover + "none, east)"},
	{name: "the new owner gets another shard", old: "east", new: "east", want: "Kustomization a/new: its label"},
	{name: "the cluster has another shard than Git", old: "east", new: "west", live: "north", want: handover + "east, north)"},
	{name: "the cluster has the same", old: "east", new: "west", live: "east",
		selectors: []string{"!sharding.fluxcd.io/key", "sharding.fluxcd.io/key in (east, west)"}},
	{name: "the main controller runs what the shards run", old: "east", new: "west", live: "east",
		selectors: []string{"", "sharding.fluxcd.io/key in (east,west)"}, want: "Deployment flux-system/controller-0: selects every Kustomization"},
	{name: "controllers go by another label", old: "east", new: "west", live: "east",
		selectors: []string{"!team", "sharding.fluxcd.io/key=east, team in (a, b)"}, want: "Deployment flux-system/controller-0: selects Kustomizations by the label team"},
	{name: "one controller goes by another label", old: "east", new: "west", live: "east", selectors: []string{"team=a"}},
}

func TestAChangeOfTheShardIsUnknownWhereItMatters(t *testing.T) {
	for _, c := range shardCases {
		t.Run(c.name, func(t *testing.T) {
			after := strings.NewReplacer("shard=OLD", "shard="+c.old, "shard=NEW", "shard="+c.new).Replace(shardsAfter)
			got := shardUnknowns(hazard.Find(shardTransition(t, shardsBefore, after), shardsSeen(c.live, c.selectors)))
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("got unknown %q, want %q", got, c.want)
			}
		})
	}
}

// What it holds stays with it whoever runs it.
func TestAChangeOfTheShardAloneIsHarmless(t *testing.T) {
	after := strings.Replace(shardsBefore, "shard=east", "shard=west", 1)
	if got := shardUnknowns(hazard.Find(shardTransition(t, shardsBefore, after), nil)); got != "" {
		t.Errorf("unknown: %s", got)
	}
}

func shardTransition(t *testing.T, before, after string) *ownership.Transition {
	t.Helper()
	from, err := plantest.State("from", before)
	if err != nil {
		t.Fatal(err)
	}
	to, err := plantest.State("to", after)
	if err != nil {
		t.Fatal(err)
	}
	to.At = ownership.Position{Commit: 1}
	return &ownership.Transition{From: from, To: to}
}

func shardsSeen(live string, selectors []string) *ownership.Observed {
	if live == "" {
		return nil
	}
	o := &ownership.Observed{Kustomizations: []ownership.ObservedKustomization{{ID: ownership.KustomizationID{Namespace: "a", Name: "old"}, Shard: live}}}
	for i, s := range selectors {
		id := plantest.ObjectID("Deployment", "flux-system/controller-"+string(rune('0'+i)))
		o.Controllers = append(o.Controllers, ownership.Controller{ID: id, WatchLabelSelector: s})
	}
	return o
}

func shardUnknowns(found hazard.Findings) string {
	var all []string
	for _, u := range found.Unknowns {
		if strings.Contains(u.Why, "R1.12") {
			all = append(all, u.Subject+": "+u.Why)
		}
	}
	return strings.Join(all, "\n")
}
