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
