package hazard_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// world is a tiny repository with its roots, over a line of commits and
// switches. A transition is derived from it as render would, and the oracle
// runs controllers in it.
//
//	root r path=r                  a root flux/r; spec words as in parentheses below
//	commit                         the next lines change the content of paths
//	  r: K/apps(path=a) K/infra(path=b,noprune)
//	  a: Gateway/edge+guard ConfigMap/x@other=v2
//	  b:                           an empty path
//	commit
//	  a: -                         no such path any more
//	switch                         the next lines change roots, outside Git
//	  root r path=r2
//	  -root q
//
// An object is KIND/NAME[@NAMESPACE][=CONTENT][+TRAIT…]; traits are guard,
// disabled, ignore, ifnotpresent, force. The words of a Kustomization are
// path, ns, policy, dep, input (KIND:NAME), cluster, and noprune, suspend,
// force. A CRD/Widget defines the kind Widget. "!fail" and "?why" in a path
// make its build fail or be unknown.
type world struct {
	commits []map[string]content
	roots   []map[string]token // by switch
	steps   []ownership.Position
}

type content struct {
	objects []token
	failed  bool
	unknown string
}

// token is one object as written in a path.
type token struct {
	object ownership.Object
	spec   ownership.Spec // of a Kustomization
}

// fataler is a test or a property.
type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

func (tok token) isKustomization() bool {
	_, ok := tok.object.ID.AsKustomization()
	return ok
}

func parseWorld(t fataler, text string) *world {
	t.Helper()
	w := &world{roots: []map[string]token{{}}}
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if err := w.line(words); err != nil {
			t.Fatalf("world, line %q: %v", line, err)
		}
	}
	if len(w.steps) < 1 {
		t.Fatalf("world has no commit")
	}
	return w
}

func (w *world) line(words []string) error {
	switch word := words[0]; {
	case word == "commit":
		next := map[string]content{}
		if n := len(w.commits); n > 0 {
			next = maps.Clone(w.commits[n-1])
		}
		w.commits = append(w.commits, next)
		w.steps = append(w.steps, ownership.Position{Commit: len(w.commits) - 1, Switch: len(w.roots) - 1})
	case word == "switch":
		w.roots = append(w.roots, maps.Clone(w.roots[len(w.roots)-1]))
		w.steps = append(w.steps, ownership.Position{Commit: len(w.commits) - 1, Switch: len(w.roots) - 1})
	case word == "root":
		tok, err := parseToken("K/" + words[1] + "(" + strings.Join(words[2:], ",") + ")")
		w.roots[len(w.roots)-1][words[1]] = tok
		return err
	case word == "-root":
		delete(w.roots[len(w.roots)-1], words[1])
	case strings.HasSuffix(word, ":"):
		return w.path(strings.TrimSuffix(word, ":"), words[1:])
	default:
		return fmt.Errorf("unknown word %q", word)
	}
	return nil
}

func (w *world) path(name string, words []string) error {
	at := w.commits[len(w.commits)-1]
	delete(at, name)
	if slices.Equal(words, []string{"-"}) {
		return nil
	}
	var c content
	for _, word := range words {
		switch {
		case word == "!fail":
			c.failed = true
		case strings.HasPrefix(word, "?"):
			c.unknown = word[1:]
		default:
			tok, err := parseToken(word)
			if err != nil {
				return err
			}
			c.objects = append(c.objects, tok)
		}
	}
	at[name] = c
	return nil
}

func parseToken(word string) (token, error) {
	var tok token
	digest := word
	tok.spec.Prune = true
	namespace, attrs := "demo", ""
	if head, tail, ok := strings.Cut(word, "("); ok {
		inside, traits, closed := strings.Cut(tail, ")")
		if !closed {
			return tok, fmt.Errorf("no ) in %q", word)
		}
		word, attrs = head+traits, inside
	}
	word, traits, _ := strings.Cut(word, "+")
	word, _, _ = strings.Cut(word, "=")
	word, ns, other := strings.Cut(word, "@")
	kind, name, ok := strings.Cut(word, "/")
	if !ok {
		return tok, fmt.Errorf("%q is not KIND/NAME", word)
	}
	id := ownership.ObjectID{Kind: kind, Namespace: namespace, Name: name}
	switch kind {
	case "K":
		id = ownership.KustomizationID{Namespace: "flux", Name: name}.Object()
	case "Namespace":
		id.Namespace = ""
	case "CRD":
		id.Namespace = ""
		tok.object.Defines = ownership.GroupKind{Kind: name}
	}
	if other {
		id.Namespace = ns
	}
	if err := tok.attributes(attrs, &id); err != nil {
		return tok, err
	}
	tok.object.ID, tok.object.Digest, tok.spec.Digest = id, digest, attrs
	return tok, tok.traits(traits)
}

func (tok *token) traits(text string) error {
	for trait := range strings.SplitSeq(text, "+") {
		switch trait {
		case "":
		case "guard":
			tok.object.Traits.PruneDisabled = true
		case "disabled":
			tok.object.Traits.ReconcileDisabled = true
		case "ignore":
			tok.object.Traits.SSA = "Ignore"
		case "ifnotpresent":
			tok.object.Traits.SSA = "IfNotPresent"
		case "force":
			tok.object.Traits.Force = true
		default:
			return fmt.Errorf("unknown trait %q", trait)
		}
	}
	return nil
}

func (tok *token) attributes(text string, id *ownership.ObjectID) error {
	for attr := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(attr, "=")
		switch name {
		case "":
		case "path":
			tok.spec.Path = value
		case "noprune":
			tok.spec.Prune = false
		case "suspend":
			tok.spec.Suspend = true
		case "force":
			tok.spec.Force = true
		case "policy":
			tok.spec.DeletionPolicy = value
		case "cluster":
			tok.spec.Cluster = value
		case "ns":
			id.Namespace = value
		case "dep":
			on := ownership.KustomizationID{Namespace: "flux", Name: value}
			tok.spec.DependsOn = append(tok.spec.DependsOn, ownership.Dependency{On: on})
		case "input":
			kind, name, _ := strings.Cut(value, ":")
			tok.spec.Inputs = append(tok.spec.Inputs, ownership.Input{Purpose: ownership.ForDecryption,
				Object: ownership.ObjectID{Kind: kind, Namespace: id.Namespace, Name: name}})
		case "uses":
			kind, name, _ := strings.Cut(value, ":")
			tok.object.Uses = append(tok.object.Uses, ownership.Use{Why: "sourceRef",
				Object: ownership.ObjectID{Kind: kind, Namespace: "demo", Name: name}})
		case "release":
			tok.object.Release = value
		default:
			return fmt.Errorf("unknown word %q", name)
		}
	}
	return nil
}

// basis gives how much of an unknown's text is its Basis: all, or, of one
// with a second "?", nothing.
func basis(unknown string) int {
	if strings.HasPrefix(unknown, "?") {
		return 0
	}
	return len(unknown)
}

// render builds a path of a commit for a spec.
func (w *world) render(s ownership.Spec, commit int) ownership.Render {
	c, ok := w.commits[commit][s.Path]
	switch {
	case !ok:
		return ownership.Render{Missing: true}
	case c.failed:
		return ownership.Render{Failed: "no build"}
	case c.unknown != "":
		return ownership.Render{Unknown: c.unknown, Basis: strings.TrimPrefix(c.unknown, "?")[:basis(c.unknown)]}
	}
	var r ownership.Render
	for _, tok := range c.objects {
		o := tok.object
		o.ID.Cluster = s.Cluster
		r.Objects = append(r.Objects, o)
	}
	slices.SortFunc(r.Objects, func(a, b ownership.Object) int { return a.ID.Compare(b.ID) })
	return r
}

// state walks from the roots.
func (w *world) state(at ownership.Position) *ownership.Desired {
	d := &ownership.Desired{Name: fmt.Sprintf("r%d.%d", at.Commit, at.Switch), At: at}
	known := map[ownership.KustomizationID]*ownership.Kustomization{}
	var queue []token
	visit := func(tok token, parent *ownership.KustomizationID) {
		id, _ := tok.object.ID.AsKustomization()
		k := known[id]
		if k == nil {
			k = &ownership.Kustomization{ID: id, Spec: tok.spec, Root: parent == nil, Render: w.render(tok.spec, at.Commit)}
			known[id] = k
			queue = append(queue, tok)
		}
		if parent != nil {
			k.Parents = append(k.Parents, *parent)
			k.Root = false
		}
	}
	roots := w.roots[at.Switch]
	for _, name := range slices.Sorted(maps.Keys(roots)) {
		visit(roots[name], nil)
	}
	for len(queue) > 0 {
		parent, _ := queue[0].object.ID.AsKustomization()
		c := w.commits[at.Commit][queue[0].spec.Path]
		queue = queue[1:]
		if c.failed || c.unknown != "" {
			continue
		}
		for _, tok := range c.objects {
			if tok.isKustomization() {
				visit(tok, &parent)
			}
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(known), ownership.KustomizationID.Compare) {
		slices.SortFunc(known[id].Parents, ownership.KustomizationID.Compare)
		d.Kustomizations = append(d.Kustomizations, *known[id])
	}
	return d
}

// transition gives all states and, for each spec of one, what it renders at
// later commits.
func (w *world) transition() *ownership.Transition {
	var states []*ownership.Desired
	for _, at := range w.steps {
		states = append(states, w.state(at))
	}
	last := len(states) - 1
	t := &ownership.Transition{From: states[0], To: states[last]}
	if last > 1 {
		t.Between = states[1:last]
	}
	for _, d := range states {
		for _, c := range w.artifacts() {
			if c <= d.At.Commit {
				continue
			}
			for _, k := range d.Kustomizations {
				t.Mixed = append(t.Mixed, w.view(k.ID, k.Spec, d.At, c))
			}
		}
		t.Mixed = append(t.Mixed, w.others(d)...)
	}
	return t
}

// follow adds the views of children that a parent with an old spec applies at
// a later commit as no state has them, as render does.
func (w *world) follow(t *ownership.Transition) *ownership.Transition {
	known := map[string]bool{}
	for _, d := range t.States() {
		for _, k := range d.Kustomizations {
			known[k.ID.String()+k.Spec.Digest] = true
		}
	}
	for i := 0; i < len(t.Mixed); i++ {
		v := t.Mixed[i]
		for _, tok := range w.commits[v.ArtifactAt][v.Spec.Path].objects {
			id, ok := tok.object.ID.AsKustomization()
			at := ownership.Position{Commit: v.ArtifactAt, Switch: v.SpecAt.Switch}
			key := fmt.Sprint(id, tok.spec.Digest, at)
			if !ok || known[id.String()+tok.spec.Digest] || known[key] {
				continue
			}
			known[key] = true
			for _, c := range w.artifacts() {
				if c >= v.ArtifactAt {
					t.Mixed = append(t.Mixed, w.view(id, tok.spec, at, c))
				}
			}
		}
	}
	return t
}

func (w *world) view(k ownership.KustomizationID, s ownership.Spec, at ownership.Position, commit int) ownership.View {
	return ownership.View{Kustomization: k, Spec: s, SpecAt: at, ArtifactAt: commit, Render: w.render(s, commit)}
}

// others gives the views of contested children with the manifests that their
// other parents apply.
func (w *world) others(d *ownership.Desired) []ownership.View {
	var views []ownership.View
	for _, parent := range d.Kustomizations {
		for _, tok := range w.commits[d.At.Commit][parent.Spec.Path].objects {
			id, ok := tok.object.ID.AsKustomization()
			child, _ := d.Kustomization(id)
			if !ok || child.Spec.Digest == tok.spec.Digest {
				continue
			}
			for _, c := range w.artifacts() {
				if c >= d.At.Commit {
					views = append(views, w.view(id, tok.spec, d.At, c))
				}
			}
		}
	}
	return views
}

// artifacts gives the commits of the steps.
func (w *world) artifacts() []int {
	var commits []int
	for _, at := range w.steps {
		commits = append(commits, at.Commit)
	}
	slices.Sort(commits)
	return slices.Compact(commits)
}
