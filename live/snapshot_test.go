package live

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"sigs.k8s.io/yaml"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const archiveFile = "testdata/snapshot.txtar"

func archive(t testing.TB) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(archiveFile)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestReadSnapshot(t *testing.T) {
	a := archive(t)
	o, err := ReadSnapshot(bytes.NewReader(a.Files[0].Data), "snapshot.yaml")
	if err != nil {
		t.Fatal(err)
	}
	got := print(o)
	if *update {
		a.Files[1].Data = []byte(got)
		if err := os.WriteFile(archiveFile, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got != string(a.Files[1].Data) {
		t.Errorf("got\n%s", got)
	}
}

func TestNoDataOfASecretIsKept(t *testing.T) {
	o, err := ReadSnapshot(bytes.NewReader(archive(t).Files[0].Data), "snapshot.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(fmt.Sprintf("%+v", o), "aHVudGVyMg") {
		t.Error("the observation holds the secret's value")
	}
}

func TestJSONReadsLikeYAML(t *testing.T) {
	text := archive(t).Files[0].Data
	var stream bytes.Buffer
	for _, doc := range bytes.Split(text, []byte("\n---\n")) {
		j, err := yaml.YAMLToJSON(doc)
		if err != nil {
			t.Fatal(err)
		}
		stream.Write(append(j, '\n'))
	}
	o, err := ReadSnapshot(&stream, "snapshot.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if got := print(o); got != string(archive(t).Files[1].Data) {
		t.Errorf("got\n%s", got)
	}
}

func print(o *ownership.Observed) string {
	var b strings.Builder
	fmt.Fprintf(&b, "from %s\nkustomize-controller %s, Kubernetes %s\n", o.From, o.Versions.KustomizeController, o.Versions.Kubernetes)
	for _, k := range o.Kustomizations {
		fmt.Fprintf(&b, "%s owner=%s generation=%d/%d revision=%q ready=%v deleting=%v traits=%v\n", k.ID.Object().Display(),
			k.Owner, k.Generation, k.ObservedGeneration, k.LastAppliedRevision, k.Ready, k.Deleting, k.Traits)
		s := k.Spec
		fmt.Fprintf(&b, "  spec %v\n", struct {
			Source               [3]string
			Path                 string
			Prune                bool
			Policy               string
			Suspend, Force, Wait bool
			Cluster              string
			DependsOn            []ownership.Dependency
		}{[3]string{s.Source.Kind, s.Source.Namespace, s.Source.Name}, s.Path, s.Prune, s.DeletionPolicy, s.Suspend, s.Force, s.Wait, s.Cluster, s.DependsOn})
		for _, in := range s.Inputs {
			fmt.Fprintf(&b, "  input %s %s optional=%v\n", in.Object.Display(), in.Purpose, in.Optional)
		}
		for _, id := range k.Inventory {
			fmt.Fprintf(&b, "  holds %s\n", id.Display())
		}
	}
	for _, x := range o.Objects {
		fmt.Fprintf(&b, "object %s uid=%s owner=%s deleting=%v traits=%v\n", x.ID.Display(), x.UID, x.Owner, x.Deleting, x.Traits)
	}
	for _, s := range o.Sources {
		fmt.Fprintf(&b, "source %s revision=%q suspended=%v\n", s.Ref, s.Revision, s.Suspended)
	}
	for _, u := range o.Unknowns {
		fmt.Fprintf(&b, "unknown %s: %s\n", u.Subject, u.Why)
	}
	return b.String()
}
