package render

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
	"github.com/fluxmigrate/fluxmigrate/render/layout"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// defaultBetween is how many commits between two revisions are looked at where
// the layout does not say.
const defaultBetween = 8

// Options say where to read from and what stands in for what Git does not
// hold.
type Options struct {
	Repo        string   // a folder, in a git work tree or not; "" is the current one
	Layout      string   // a file to use in place of the repository's fluxmigrate.yaml
	Rev         string   // the revision bare modes are looked up in; "" is HEAD
	Roots       []string // NAMESPACE/NAME=PATH, in place of a layout
	SourcePaths []string // [KIND/]NAMESPACE/NAME=DIR
	Vars        []string // NAME=VALUE, for postBuild
	Cluster     string   // of the layout's clusters
	FluxVersion string   // of kustomize-controller; "" is that of the layout, else not known
	// Live gives the ConfigMaps that a cluster was seen to have, for postBuild;
	// nil where nobody looked.
	Live    *ownership.Observed
	Between int // how many commits between two revisions to look at; 0 is the layout's number, else 8
}

// Repository reads states from one repository or folder.
type Repository struct {
	opts    Options
	dir     string           // absolute
	git     *tree.Repository // nil where the folder is in no git repository
	prefix  string           // of dir below the work tree's root
	given   *layout.Layout   // from Options, nil where each state has its own
	builder *build.Builder
	vars    map[string]string
	others  map[ownership.SourceRef]*tree.Tree // of Options.SourcePaths
	states  map[stateKey]*state                // rendered so far
}

// Open opens the repository that Options.Repo lies in. A folder in no git
// repository can be planned on too, by its modes and by other folders.
func Open(opts Options) (*Repository, error) {
	if opts.Repo == "" {
		opts.Repo = "."
	}
	r := &Repository{opts: opts, states: map[stateKey]*state{}}
	var err error
	if r.dir, err = realPath(opts.Repo); err != nil {
		return nil, fmt.Errorf("open the repository: %w", err)
	}
	if err := CheckVersion(opts.FluxVersion); err != nil {
		return nil, fmt.Errorf("--flux-version: %w", err)
	}
	if r.git, err = tree.Open(r.dir); err != nil && !errors.Is(err, tree.ErrNoRepository) {
		return nil, err
	}
	if err := r.findPrefix(); err != nil {
		return nil, err
	}
	if r.vars, err = pairs("--var", opts.Vars); err != nil {
		return nil, err
	}
	if err := r.openSources(); err != nil {
		return nil, err
	}
	r.given, err = givenLayout(opts)
	return r, err
}

func realPath(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// findPrefix places the repository's folder below the work tree: the layout
// and the paths in it are relative to it. From a folder without a layout of
// its own it goes up to the one that has one, else to the top of the work
// tree, as git does; a folder that is given a layout stays.
func (r *Repository) findPrefix() error {
	if r.git == nil || r.git.Root() == "" {
		return nil
	}
	root, err := realPath(r.git.Root())
	if err != nil {
		return fmt.Errorf("open the repository: %w", err)
	}
	rel, err := filepath.Rel(root, r.dir)
	if err != nil || strings.HasPrefix(rel, "..") {
		return nil //nolint:nilerr // a .git elsewhere: the folder is the whole of it
	}
	for rel != "." && !r.stays(filepath.Join(root, rel)) {
		rel = filepath.Dir(rel)
	}
	r.dir = filepath.Join(root, rel)
	if rel != "." {
		r.prefix = filepath.ToSlash(rel)
	}
	return nil
}

// stays says whether a folder below the top of a work tree is one to plan on.
func (r *Repository) stays(dir string) bool {
	if explicit := r.opts.Repo != "."; explicit && dir == r.dir && (r.opts.Layout != "" || len(r.opts.Roots) > 0) {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, layout.FileName))
	return err == nil
}

func (r *Repository) openSources() error {
	r.others = map[ownership.SourceRef]*tree.Tree{}
	for _, flag := range r.opts.SourcePaths {
		name, dir, ok := strings.Cut(flag, "=")
		ref, err := layout.ParseSourceRef(name)
		if !ok || err != nil {
			return fmt.Errorf("--source-path %q: want KIND/NAMESPACE/NAME=DIR, as in OCIRepository/flux-system/manifests=./manifests", flag)
		}
		t, err := tree.Folder(dir)
		if err != nil {
			return fmt.Errorf("--source-path %s: %w", flag, err)
		}
		r.others[ref] = t
	}
	return nil
}

// givenLayout reads the layout that the options name in place of the
// repository's own.
func givenLayout(opts Options) (*layout.Layout, error) {
	switch {
	case opts.Layout != "" && len(opts.Roots) > 0:
		return nil, errors.New("--layout and --root exclude each other: put the root into the layout file")
	case len(opts.Roots) > 0:
		return layout.FromRoots(opts.Roots, "")
	case opts.Layout == "":
		return nil, nil
	}
	data, err := os.ReadFile(opts.Layout)
	if err != nil {
		return nil, fmt.Errorf("read the layout: %w", err)
	}
	return layout.Parse(data, opts.Layout)
}

func pairs(flag string, values []string) (map[string]string, error) {
	m := map[string]string{}
	for _, v := range values {
		name, value, ok := strings.Cut(v, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("%s %q: want NAME=VALUE", flag, v)
		}
		m[name] = value
	}
	return m, nil
}
