package planner

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/datadriven"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// scene is a transition written as text; see testdata/build.
//
//	state from commit=c1         a state; its lines follow
//	NS/NAME KEY=VALUE…           a Kustomization; by= names its parents
//	  KIND NS/NAME KEY=VALUE…    an object it renders
//	view NS/NAME spec=from artifact=to [missing]
//	losses                       ways to lose an object, found by hand
//	live                         what a cluster holds
//	plan [route=…] [flux=…]      the plan, as text
type scene struct {
	states map[string]*ownership.Desired
	in     Input
	found  hazard.Findings
}

func newScene() *scene { return &scene{states: map[string]*ownership.Desired{}} }

func (s *scene) state(d *datadriven.TestData) {
	name := d.CmdArgs[0].Key
	state := &ownership.Desired{Name: name, Commit: arg(d, "commit"), Tree: "tree-" + arg(d, "commit")}
	if name == "to" {
		if state.At.Switch = 1; state.Commit != s.states["from"].Commit {
			state.At.Commit = 1
		}
	}
	for _, line := range strings.Split(d.Input, "\n") {
		if words := strings.Fields(line); !strings.HasPrefix(line, " ") {
			state.Kustomizations = append(state.Kustomizations, kustomizationOf(words))
		} else {
			k := &state.Kustomizations[len(state.Kustomizations)-1]
			k.Render.Objects = append(k.Render.Objects, objectOf(words))
		}
	}
	addChildren(state)
	s.states[name] = state
}

// addChildren makes every Kustomization an object of its parents.
func addChildren(d *ownership.Desired) {
	for _, child := range d.Kustomizations {
		for _, p := range child.Parents {
			i := slices.IndexFunc(d.Kustomizations, func(k ownership.Kustomization) bool { return k.ID == p })
			r := &d.Kustomizations[i].Render
			r.Objects = append(r.Objects, ownership.Object{ID: child.ID.Object(), File: child.File, Digest: child.Spec.Digest, SpecDigest: child.Spec.Digest})
		}
	}
	for i := range d.Kustomizations {
		sortObjects(d.Kustomizations[i].Render.Objects)
	}
	slices.SortFunc(d.Kustomizations, func(a, b ownership.Kustomization) int { return a.ID.Compare(b.ID) })
}

func sortObjects(objects []ownership.Object) {
	slices.SortFunc(objects, func(a, b ownership.Object) int { return a.ID.Compare(b.ID) })
}

func kustomizationOf(words []string) ownership.Kustomization {
	k := ownership.Kustomization{ID: id(words[0]), Root: true, Spec: ownership.Spec{Prune: true}}
	k.Spec.Source = ownership.SourceRef{Kind: "GitRepository", Namespace: "flux-system", Name: "platform"}
	for key, value := range pairs(words[1:]) {
		switch key {
		case "by":
			k.Root = false
			for _, p := range strings.Split(value, ",") {
				k.Parents = append(k.Parents, id(p))
			}
		case "file":
			k.File = value
		case "madeby":
			k.MadeBy = value
		case "path":
			k.Spec.Path = value
		case "prune":
			k.Spec.Prune = value != "false"
		case "suspend":
			k.Spec.Suspend = true
		case "policy":
			k.Spec.DeletionPolicy = value
		case "dependson":
			k.Spec.DependsOn = append(k.Spec.DependsOn, ownership.Dependency{On: id(value)})
		default:
			panic("scene: Kustomization has no " + key)
		}
	}
	k.Spec.Digest = fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, k.Spec)))
	return k
}

var groups = map[string]string{
	"Gateway": "gateway.networking.k8s.io", "HelmRelease": "helm.toolkit.fluxcd.io",
	"HelmRepository": "source.toolkit.fluxcd.io", "Kustomization": ownership.KustomizationGroup,
	"CustomResourceDefinition": "apiextensions.k8s.io", "Database": "db.example.com",
}

func idOf(kind, name string) objectID {
	ns, n, ok := strings.Cut(name, "/")
	if !ok {
		ns, n = "", name
	}
	return objectID{Group: groups[kind], Kind: kind, Namespace: ns, Name: n}
}

func objectOf(words []string) ownership.Object {
	o := ownership.Object{ID: idOf(words[0], words[1]), Digest: "same"}
	for key, value := range pairs(words[2:]) {
		switch key {
		case "file":
			o.File = value
		case "reconcile":
			o.Traits.ReconcileDisabled = true
		case "guard":
			o.Traits.PruneDisabled = true
		case "ssa":
			o.Traits.SSA = value
		case "defines":
			o.Defines = ownership.GroupKind{Group: groups[value], Kind: value}
		case "uses":
			kind, name, _ := strings.Cut(value, ":")
			o.Uses = append(o.Uses, ownership.Use{Object: idOf(kind, name), Why: "sourceRef"})
		default:
			panic("scene: object has no " + key)
		}
	}
	return o
}

func (s *scene) view(d *datadriven.TestData) {
	spec, artifact := s.states[arg(d, "spec")], s.states[arg(d, "artifact")]
	k, _ := spec.Kustomization(id(d.CmdArgs[0].Key))
	v := ownership.View{Kustomization: k.ID, Spec: k.Spec, SpecAt: spec.At, ArtifactAt: artifact.At.Commit}
	v.Render.Missing = d.HasArg("missing")
	for _, line := range lines(d.Input) {
		v.Render.Objects = append(v.Render.Objects, objectOf(line))
	}
	sortObjects(v.Render.Objects)
	s.in.Transition.Mixed = append(s.in.Transition.Mixed, v)
}

func (s *scene) losses(d *datadriven.TestData) {
	for _, line := range lines(d.Input) {
		l := hazard.Loss{Object: idOf(line[0], line[1])}
		p := pairs(line[2:])
		l.How, l.Transient = hazard.How(p["how"]), p["transient"] != ""
		if p["by"] != "" {
			l.By = id(p["by"])
		}
		if kind, name, ok := strings.Cut(p["via"], ":"); ok {
			l.Via = idOf(kind, name)
		} else if l.How == hazard.ByFinalizer {
			l.Via = l.By.Object()
		}
		s.found.Losses = append(s.found.Losses, l)
		if p["code"] != "" {
			var owners []ksID
			if l.By != (ksID{}) {
				owners = []ksID{l.By}
			}
			s.found.Hazards = append(s.found.Hazards, hazard.Hazard{Code: p["code"], Name: "some hazard", Severity: hazard.Loses,
				Harm: "it is lost.", Objects: []objectID{l.Object}, Owners: owners,
				Story: []hazard.Line{{Actor: l.By.String(), Action: "deletes", Object: l.Object, Rule: "R0.2"}}})
		}
	}
}

func (s *scene) live(d *datadriven.TestData) {
	s.in.Observed = &ownership.Observed{From: "snapshot.yaml"}
	for _, line := range strings.Split(d.Input, "\n") {
		if words := strings.Fields(line); words[0] == "object" {
			s.in.Observed.Objects = append(s.in.Observed.Objects, ownership.ObservedObject{
				ID: idOf(words[1], words[2]), Owner: id(pairs(words[3:])["owner"])})
		} else if !strings.HasPrefix(line, " ") {
			k := kustomizationOf(words)
			s.in.Observed.Kustomizations = append(s.in.Observed.Kustomizations, ownership.ObservedKustomization{ID: k.ID, Spec: k.Spec})
		} else {
			k := &s.in.Observed.Kustomizations[len(s.in.Observed.Kustomizations)-1]
			k.Inventory = append(k.Inventory, idOf(words[0], words[1]))
		}
	}
}

func (s *scene) needs(d *datadriven.TestData) {
	for _, line := range lines(d.Input) {
		s.found.Prerequisites = append(s.found.Prerequisites, hazard.Prerequisite{
			Object: idOf(line[1], line[2]), Kustomization: id(line[0]), Purpose: line[3], Because: "nothing makes it"})
	}
}

func (s *scene) input(d *datadriven.TestData) Input {
	in := s.in
	in.Transition.From, in.Transition.To = s.states["from"], s.states["to"]
	in.Route, in.Flux, in.Tool = step.Route(arg(d, "route")), arg(d, "flux"), "v0.0.0"
	return in
}

func (s *scene) facts(in Input) facts {
	all := facts{changes: ownership.Diff(in.Transition.From, in.Transition.To), findings: s.found}
	all.protected = func(o objectID) string {
		reason, _ := hazard.Protected(o, ownership.Object{}, in.Protect)
		return reason
	}
	return all
}

func arg(d *datadriven.TestData, key string) string {
	for _, a := range d.CmdArgs {
		if a.Key == key && len(a.Vals) > 0 {
			return a.Vals[0]
		}
	}
	return ""
}

func id(s string) ksID {
	k, err := ownership.ParseKustomizationID(s)
	if err != nil {
		panic(err)
	}
	return k
}

func lines(input string) [][]string {
	var all [][]string
	for _, line := range strings.Split(input, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			all = append(all, words)
		}
	}
	return all
}

func pairs(words []string) map[string]string {
	all := make(map[string]string)
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		all[key] = value
	}
	return all
}
