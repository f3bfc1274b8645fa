package edit

import (
	"path"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/yamledit"
)

// Edit is one field of one object. Paths are those of the tree that is edited.
type Edit struct {
	Object ownership.ObjectID // as it is rendered
	File   string             // that declares it
	Field  string             // as a step of a plan says it; see Path
	Value  string             // "" removes the field; of spec.dependsOn NAMESPACE/NAME
	Owners []Owner            // who renders the object from that file
}

// Owner is a Kustomization that renders what is edited.
type Owner struct {
	ID   ownership.KustomizationID
	File string // that declares it; "" where that is no manifest of the tree
	Dir  string // that it builds
	// Components are spec.components, relative to Dir.
	Components []string
}

// Level is one place where an edit can be made.
type Level struct {
	File string // that changes
	How  string // "" for a plain edit; else what in the file is edited
	// PatchesOf lists the Kustomizations whose spec.patches change with it.
	PatchesOf []ownership.KustomizationID
	wide      bool // the patch that is edited means more objects, as far as can be told from it
	apply     func(Files) error
}

// Apply makes the edit there. The error says what stands in the way; then no
// file has changed.
func (l Level) Apply(f Files) error { return l.apply(f) }

// Path is where a field lies in a manifest: "spec.prune", or
// "metadata.annotations[key]".
func Path(field string) yamledit.Path {
	before, key, bracket := strings.Cut(field, "[")
	var at yamledit.Path
	for _, name := range strings.Split(before, ".") {
		at = append(at, name)
	}
	if bracket {
		at = append(at, strings.TrimSuffix(key, "]"))
	}
	return at
}

// Value gives what a field is set to: truth values are no strings.
func Value(field, value string) any {
	switch field {
	case "spec.prune", "spec.suspend", "spec.wait", "spec.force":
		return value == "true"
	}
	return value
}

// neighbours says behind which field a new one is put.
var neighbours = map[string][]string{
	"spec.prune":          {"path", "interval"},
	"spec.deletionPolicy": {"prune", "path", "interval"},
	"spec.suspend":        {"prune", "path", "interval"},
	"spec.path":           {"interval"},
	"spec.dependsOn":      {"interval"},
}

// behind gives where a new field goes; what is missing of metadata comes behind
// the name.
func behind(field string) []string {
	if strings.HasPrefix(field, "metadata.") {
		return []string{"namespace", "name"}
	}
	return neighbours[field]
}

// set makes the edit in one document of a text.
func (e Edit) set(raw []byte, doc int, above yamledit.Path) ([]byte, error) {
	at := append(above[:len(above):len(above)], Path(e.Field)...)
	switch {
	case e.Field == dependsOn:
		return yamledit.Append(raw, doc, at, e.dependency(), behind(e.Field)...)
	case e.Value == "":
		return yamledit.Remove(raw, doc, at)
	}
	return yamledit.Set(raw, doc, at, Value(e.Field, e.Value), behind(e.Field)...)
}

const dependsOn = "spec.dependsOn"

// dependency is an entry of spec.dependsOn, with its namespace where that is
// another one.
func (e Edit) dependency() yamledit.Map {
	namespace, name, _ := strings.Cut(e.Value, "/")
	entry := yamledit.Map{{Name: "name", Value: name}}
	if namespace != e.Object.Namespace {
		entry = append(entry, yamledit.Field{Name: "namespace", Value: namespace})
	}
	return entry
}

// AddStub makes the folder of stubs, if it is not there.
func AddStub(f Files, dir string) {
	file := path.Join(dir, "kustomization.yaml")
	if !f.has(file) {
		f.write(file, []byte(stub))
	}
}

// stub renders nothing: a kustomization file without resources would have one
// generated (R4.4).
const stub = `# An orphan stub: it renders nothing. The Kustomizations that point here forget
# what they held, and delete none of it. It can go when they are gone.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: []
`
