package planner

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	asked "github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// about is a component whose scene is called after a name.
func about(name string) proof.Component {
	s := &asked.Scene{Controller: "v1.9.6", Sources: []string{"source of " + name}, Commits: []string{"a", "b of " + name},
		Objects: []asked.Object{{ID: "demo_" + name + "__ConfigMap", Kustomization: -1, Starts: []asked.Live{{Exists: true}}}},
		Kustomizations: []asked.Kustomization{{ID: "flux/" + name, Object: -1, Specs: []asked.Spec{{Words: "path ./" + name}},
			Builds: []asked.Build{{Puts: []asked.Put{{}}}, {Commit: 1, Unknown: "nobody knows <" + name + ">"}}}},
		Stages: []asked.Stage{{Title: "Publish " + name, Acts: []asked.Act{{Kind: asked.Publish, Commit: 1}}}}}
	return proof.Component{Objects: []ownership.ObjectID{{Kind: "ConfigMap", Namespace: "demo", Name: name}}, Scene: s,
		Digest: s.Digest(), Safety: verdict.Proved, Completion: verdict.Proved}
}

func TestScenesThatDifferInNamesAreWrittenOnceAndReadAsTheyWere(t *testing.T) {
	unlike := about("c")
	unlike.Scene.Kustomizations[0].Specs[0].Prune = true
	p := Proofs{Naive: []proof.Proof{{Components: []proof.Component{about("a"), about("b"), unlike, {Why: "there is no scene"}}}},
		Plan: []proof.Proof{{Components: []proof.Component{about("a")}}}}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var d proofsDocument
	if err := json.Unmarshal(text, &d); err != nil || len(d.Scenes) != 2 {
		t.Errorf("%d scenes are written (%v), want 2:\n%s", len(d.Scenes), err, text)
	}
	var again Proofs
	if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(again, p) {
		t.Errorf("read back (%v) as\n%+v\nwant\n%+v", err, again, p)
	}
	again.Naive[0].Components[0].Scene.Stages[0].Acts[0].Commit = 9
	if again.Naive[0].Components[1].Scene.Stages[0].Acts[0].Commit == 9 {
		t.Error("two components share their scene")
	}
}

func TestProofsWithScenesThatFitNothingAreRefused(t *testing.T) {
	text, err := json.Marshal(Proofs{Naive: []proof.Proof{{Components: []proof.Component{about("a"), about("b")}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, old, new, want string }{
		{"a scene that is not there", `"scene":0`, `"scene":1`, "one of those listed"},
		{"no number", `"scene":0,`, ``, "go together"},
		{"a scene nobody has", `],"naive"`, `,{"controller":"v1.9.6"}],"naive"`, "belongs to no component"},
		{"a field that no scene has", `"subject":0`, `"subjects":0`, "subjects"},
		{"a name too many", `"objects":["demo_b__ConfigMap"],"sources"`, `"objects":["demo_b__ConfigMap","x"],"sources"`, "1 objects, and 2 are named"},
		{"a spec too many", `["path ./b"]`, `["path ./b","path ./c"]`, "flux/b has 1 specs, and 2 are named"},
		{"nothing says why", `["","nobody knows <b>"]`, `["",""]`, "nothing says why"},
		{"a reason for what is known", `["","nobody knows <b>"]`, `["why","nobody knows"]`, "the other way round"},
		{"the form of before", `"scene":0`, `"scene":{}`, "cannot unmarshal object"},
	} {
		plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(text))
		bad := strings.ReplaceAll(plain, tt.old, tt.new)
		if bad == plain {
			t.Errorf("%s: nothing was changed in\n%s", tt.name, plain)
		}
		if err := json.Unmarshal([]byte(bad), new(Proofs)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}
