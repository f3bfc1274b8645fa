package build

import "fmt"

// Builder builds Kustomizations. It is safe for concurrent use and remembers
// what it built: equal content with an equal spec is built once.
type Builder struct {
	opts  Options
	blobs blobs
	cache cache
}

// New makes a Builder with an empty memory.
func New(opts Options) *Builder { return &Builder{opts: opts} }

// Build renders one Kustomization. It neither panics nor returns an error:
// what goes wrong is part of the Result.
func (b *Builder) Build(r Request) Result {
	s, err := readSpec(r.Manifest)
	if err != nil {
		return Result{Unknown: err.Error(), Supply: "correct the manifest"}
	}
	made := b.cache.get(s, r.Artifact, func() (rendered, trace) {
		defer shareSchema()()
		f := newFS(r.Artifact, &b.blobs)
		return f.render(s), f.seen
	})
	v, err := resolve(s.PostBuild, namespaceOf(r.Manifest), r.Variables)
	if made.found == nil {
		return made.failure.basedOn(s, v)
	}
	if err != nil {
		return Result{Failed: err.Error()}
	}
	defer shareSchema()()
	f := finish{spec: s, base: r.Artifact.Base(), strict: b.opts.Strict, variables: v, found: made.found}
	return f.objects(made)
}

// render is the part of a build that reads the artifact: KC:reconcile's look
// at the path, KC:generate, and kustomize in KC:build.
func (f *artifactFS) render(s spec) rendered {
	dir := s.dir()
	switch f.at(dir) {
	case nothing:
		return rendered{failure: Result{Missing: true}}
	case directory:
	default:
		return rendered{failure: Result{Failed: fmt.Sprintf("spec.path %s is a file, not a directory", dir)}}
	}
	if err := f.generate(s); err != nil {
		return f.failure("the kustomization file cannot be generated", err)
	}
	found := &survey{fs: f, sops: s.sops()}
	found.visit(dir, nil, names{})
	if f.refused != "" {
		return f.failure("", nil)
	}
	if found.remote != "" {
		return rendered{failure: Result{
			Unknown: found.remote,
			Supply:  "a copy of what it refers to, in the repository and under a relative path",
			Basis:   f.basis(dir, found),
		}}
	}
	m, err := f.run(dir, found.openAPI)
	if err != nil || f.refused != "" {
		return f.failure("kustomize cannot build it", err)
	}
	found.index()
	found.fs = nil // the tree is not kept alive
	items, err := found.items(m)
	if err != nil {
		return f.failure("an object cannot be written", err)
	}
	return rendered{resources: m, items: items, found: found, gathered: f.gathered}
}
