package worlds

import (
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

const small = `flux v1.9.6
-- 7/world --
accounts
root r path=r
commit
  r: K/a(path=a,noprune,dep=r) ConfigMap/x=v1+guard
  a: !fail
quiet
policy a Orphan
switch
  root r path=r suspend
-- 7/trace --
git commit 0
source fetch 0
hand apply r #1 gen=1 (path=r)
r finalizer r on
r status r busy=Progressing obs=-1 ready=Unknown/Progressing
r get x none
r apply x #1 own=r =v1 +guard
r status r applied=0 busy=no inv=a,x ready=True/ReconciliationSucceeded
r status r refused=409
hand patch r #1 gen=1 token=t1
a delete x
etcd gone x #1 lost
r status r inv=
`

func TestARecordingIsRead(t *testing.T) {
	found, err := ParseArchive([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	r := found[0]
	if r.Seed != 7 || r.Version != "v1.9.6" || !r.Accounts || len(r.Steps) != 4 || r.Steps[2].Args[1] != "Orphan" {
		t.Errorf("world %+v", r)
	}
	if got := r.State(ownership.Position{}).Kustomizations; len(got) != 2 || got[0].Render.Failed == "" || got[1].Render.Objects[0].ID.Name != "x" {
		t.Errorf("state %+v", got)
	}
	get, apply, status, gone, last := r.Events[5], r.Events[6], r.Events[7].Status, r.Events[11], r.Events[12].Status
	if !get.None || apply.UID != 1 || apply.Owner != "r" || apply.Content != "v1" || !apply.Traits.PruneDisabled {
		t.Errorf("get %+v, apply %+v", get, apply)
	}
	if status.Ready != "True" || status.Busy != "" || status.Observed != -1 || status.Attempted != -1 || !slices.Equal(status.Inventory, []string{"a", "x"}) {
		t.Errorf("status %+v", status)
	}
	if r.Events[8].Status != nil || r.Events[8].Refused != 409 {
		t.Errorf("a status that was refused: %+v", r.Events[8])
	}
	if patch := r.Events[9]; patch.Spec == nil || patch.SpecNew || patch.Spec.Spec.Path != "r" || patch.Token != "t1" {
		t.Errorf("patch %+v", patch)
	}
	if !gone.Lost || last.Inventory == nil || len(last.Inventory) != 0 {
		t.Errorf("gone %+v, then %+v", gone, last)
	}
}

func TestAMistakeInARecordingHasItsLine(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"flux v1.9.6", "v1.9.6", "flux VERSION"},
		{"7/trace", "8/trace", "SEED/trace"},
		{"accounts", "acounts", `line "acounts": unknown word`},
		{"+guard", "+gaurd", `unknown trait "gaurd"`},
		{"r get x none", "r got x none", `line 6, "r got x none": unknown verb`},
		{"r get x none", "r get x nothing", `unknown fact "nothing"`},
		{"busy=no", "bussy=no", `"bussy=no": unknown field`},
		{"source fetch 0", "source fetch", "want a number"},
		{"#1 own=r", "#one own=r", "invalid syntax"},
		{"commit\n  r:", "  r:", "unknown word"},
	} {
		_, err := ParseArchive([]byte(strings.Replace(small, tt.old, tt.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("with %q: %v, want %q", tt.new, err, tt.want)
		}
	}
}

func TestACommonGuardIsOnWhatIsRendered(t *testing.T) {
	w, err := Parse("root r path=r meta\ncommit\n  r: ConfigMap/x")
	if err != nil {
		t.Fatal(err)
	}
	if k := w.State(ownership.Position{}).Kustomizations[0]; !k.Render.Objects[0].Traits.PruneDisabled {
		t.Errorf("%+v has no guard", k)
	}
}
