package render

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/layout"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// ref is an argument resolved: what to render, in which mode.
type ref struct {
	name string
	tree *tree.Tree
	mode string // "" is the layout's default
	rev  string // as git knows it; "" for a folder or uncommitted work
	live bool   // with the roots as the cluster has them

	unknowns    []ownership.Unknown    // what keeps it from being what was asked for
	assumptions []ownership.Assumption // how the argument was read
}

// resolve reads an argument, in this order: "" the work tree; a mode of the
// layout; a git revision; REV:MODE; a folder.
func (r *Repository) resolve(arg string) (ref, error) {
	if arg == "" && r.opts.Rev != "" {
		return r.base()
	}
	if arg == "" {
		return r.workTree()
	}
	if r.isLive(arg) {
		return r.liveState()
	}
	base, baseErr := r.base()
	if baseErr == nil {
		if l, err := r.layoutOf(base.tree); err == nil && slices.Contains(l.ModeNames(), arg) {
			base.name, base.mode = arg, arg
			return base, nil
		} else if err != nil && r.given == nil && hasLayout(base.tree) {
			return ref{}, err
		}
	}
	if found, ok, err := r.revision(arg); ok || err != nil {
		return found, err
	}
	if dir, ok := r.folder(arg); ok {
		if real, err := realPath(dir); err == nil && real == r.dir && r.git != nil {
			return r.workTree()
		}
		t, err := tree.Folder(dir)
		return ref{name: arg, tree: t}, err
	}
	return ref{}, r.nothing(arg, base, baseErr)
}

func hasLayout(t *tree.Tree) bool {
	_, ok := t.Lookup(layout.FileName)
	return ok
}

// base is where bare modes are looked up.
func (r *Repository) base() (ref, error) {
	if r.git == nil {
		return r.workTree()
	}
	rev := r.opts.Rev
	if rev == "" {
		rev = "HEAD"
	}
	return r.atRevision(rev)
}

func (r *Repository) workTree() (ref, error) {
	if r.git == nil {
		return r.plainFolder()
	}
	t, err := r.git.WorkTree()
	if err != nil {
		return ref{}, err
	}
	t, err = t.Sub(r.prefix)
	return ref{name: "work tree", tree: t}, err
}

// plainFolder reads a folder that is in no git repository, if something says
// that it is meant: it may be anything, and large.
func (r *Repository) plainFolder() (ref, error) {
	if _, err := os.Stat(filepath.Join(r.dir, layout.FileName)); err != nil && r.given == nil && r.opts.Repo == "." {
		return ref{}, fmt.Errorf("%s is in no git repository and has no %s; change into a repository, or name one with --repo DIR", r.dir, layout.FileName)
	}
	t, err := tree.Folder(r.dir)
	return ref{name: r.opts.Repo, tree: t}, err
}

func (r *Repository) atRevision(rev string) (ref, error) {
	t, err := r.git.Revision(rev)
	if err != nil {
		return ref{}, err
	}
	t, err = t.Sub(r.prefix)
	if err != nil {
		return ref{}, fmt.Errorf("revision %s has no folder %s: %w", rev, r.prefix, err)
	}
	return ref{name: rev, tree: t, rev: rev}, nil
}

// revision tries a git revision, then REV:MODE. An error means that it is one
// and cannot be read.
func (r *Repository) revision(arg string) (found ref, ok bool, err error) {
	if r.git == nil {
		return ref{}, false, nil
	}
	rev, mode := arg, ""
	if i := strings.LastIndex(arg, ":"); i > 0 {
		rev, mode = arg[:i], arg[i+1:]
	}
	if ok, err = r.git.Has(rev); !ok {
		if _, isFolder := r.folder(arg); isFolder {
			err = nil
		}
		return ref{}, false, err
	}
	found, err = r.atRevision(rev)
	found.name, found.mode = arg, mode
	return found, err == nil, err
}

// folder finds a folder named from the current one, or from the repository.
func (r *Repository) folder(arg string) (string, bool) {
	for _, dir := range []string{arg, filepath.Join(r.dir, arg)} {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir, true
		}
	}
	return "", false
}

// nothing says what an argument that is nothing could have been.
func (r *Repository) nothing(arg string, base ref, baseErr error) error {
	modes := ""
	if baseErr == nil {
		l, err := r.layoutOf(base.tree)
		if err == nil && len(l.ModeNames()) > 0 {
			modes = "; the modes are " + strings.Join(l.ModeNames(), ", ")
		}
	}
	if arg == layout.LiveMode && r.opts.Live == nil {
		return fmt.Errorf("%q is the state of a cluster, and none was read; name one with --kubeconfig FILE, --context NAME or --live FILE", arg)
	}
	if r.git == nil {
		return fmt.Errorf("%q is no mode and no folder, and %s is in no git repository%s", arg, r.dir, modes)
	}
	return fmt.Errorf("%q is no mode, no git revision (or REV:MODE) and no folder%s%s", arg, modes, r.elsewhere(arg))
}

// elsewhere says where git has a branch of that name after all: a fresh clone
// has most branches only as those of its remote.
func (r *Repository) elsewhere(arg string) string {
	rev, _, _ := strings.Cut(arg, ":")
	for _, remote := range []string{"origin", "upstream"} {
		if ok, _ := r.git.Has(remote + "/" + rev); ok {
			return fmt.Sprintf("; there is %s/%s", remote, rev)
		}
	}
	return "; git branch -a lists what is at hand, and a CI checkout may need its whole history fetched"
}

// layoutOf gives the layout of a tree: the one the options name, its own
// fluxmigrate.yaml, the roots that flux bootstrap wrote, or those of the cluster.
func (r *Repository) layoutOf(t *tree.Tree) (*layout.Layout, error) {
	l, err := r.given, error(nil)
	if l == nil && hasLayout(t) {
		var data []byte
		if data, err = t.ReadFile(layout.FileName); err == nil {
			l, err = layout.Parse(data, layout.FileName)
		}
	} else if l == nil {
		l, err = layout.Discover(t)
		if found := r.liveLayout(); errors.Is(err, layout.ErrNoRoots) && found != nil {
			l, err = found, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if err := CheckVersion(l.Flux.Version); err != nil {
		return nil, fmt.Errorf("%s, flux.version: %w", l.File, err)
	}
	return l.Select(r.opts.Cluster)
}
