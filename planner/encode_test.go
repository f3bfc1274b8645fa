package planner

import (
	"bytes"
	"strings"
	"testing"
)

func TestDecodeRefusesWhatIsNoPlanOfThisVersion(t *testing.T) {
	p, _ := planned(t, "content_move")
	good, err := Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, old, new, want string }{
		{"an unknown field", `"reason":`, `"reasons":`, "reasons"},
		{"another version", "v1alpha1", "v9", "this program reads fluxmigrate.dev/v1alpha1 Plan"},
		{"another kind", `"kind": "Plan"`, `"kind": "Layout"`, "it is fluxmigrate.dev/v1alpha1 Layout"},
		{"a second document", "\n}\n", "\n}\n{}", "there is more after the document"},
		{"an inventory entry that does not parse", "demo_bitnami_source.toolkit.fluxcd.io_HelmRepository", "demo", "NAMESPACE_NAME_GROUP_KIND"},
		{"half a document", "\n}\n", "", "unexpected EOF"},
	} {
		t.Run(test.name, func(t *testing.T) {
			bad := strings.ReplaceAll(string(good), test.old, test.new)
			if _, err := Decode([]byte(bad)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Decode says %v, not %s", err, test.want)
			}
		})
	}
}

func TestTheSchemaRefusesWhatDecodeRefuses(t *testing.T) {
	p, _ := planned(t, "content_move")
	good, _ := Encode(p)
	for _, test := range []struct{ name, old, new string }{
		{"an unknown field", `"reason":`, `"reasons":`},
		{"a verdict that is none", `"verdict": "refuted"`, `"verdict": "fine"`},
		{"a step that is none", `"kind": "GuardObject"`, `"kind": "Explode"`},
		{"a condition that is none", `"kind": "guarded"`, `"kind": "hidden"`},
		{"an object without its form", "demo_bitnami_source.toolkit.fluxcd.io_HelmRepository", "demo"},
		{"a list that is null", `"unknowns": []`, `"unknowns": null`},
	} {
		bad := strings.ReplaceAll(string(good), test.old, test.new)
		if bad == string(good) || againstSchema(t, []byte(bad)) == nil {
			t.Errorf("the schema takes a document with %s", test.name)
		}
	}
}

func TestEncodeLeavesThePlanAlone(t *testing.T) {
	p := &Plan{APIVersion: APIVersion, Kind: Kind, Stages: []Stage{{Title: "One"}}}
	if _, err := Encode(p); err != nil || p.Changes != nil || p.Stages[0].Steps != nil {
		t.Errorf("Encode changed the plan it was given (%v): %+v", err, p)
	}
}

// FuzzDecode: whatever Decode takes, Encode writes and Decode reads back alike.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"apiVersion":"fluxmigrate.dev/v1alpha1","kind":"Plan"}`))
	f.Add([]byte(`{"apiVersion":"fluxmigrate.dev/v1alpha1","kind":"Plan","stages":[{"title":"t","route":"commits","steps":[{"kind":"GuardObject","target":"demo_edge_gateway.networking.k8s.io_Gateway","needs":[{"kind":"acted","kustomization":"a/b"}]}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Decode(data)
		if err != nil {
			return
		}
		first, err := Encode(p)
		if err != nil {
			t.Skip(err) // an id without its parts, written by hand
		}
		again, err := Decode(first)
		if err != nil {
			t.Skip(err)
		}
		if second, err := Encode(again); err != nil || !bytes.Equal(first, second) {
			t.Errorf("another document after one round (%v):\n%s\n%s", err, first, second)
		}
	})
}
