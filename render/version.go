package render

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/blang/semver/v4"

	"github.com/fluxmigrate/fluxmigrate/render/layout"
)

// FluxVersion is the version of kustomize-controller to imitate for a state:
// that of the options, else that of the layout it is read with, else "".
func (r *Repository) FluxVersion(arg string) (string, error) {
	l, err := r.layoutFor(arg)
	if err != nil {
		return "", err
	}
	return r.fluxVersion(l), nil
}

func (r *Repository) fluxVersion(l *layout.Layout) string {
	return cmp.Or(r.opts.FluxVersion, l.Flux.Version)
}

// CheckVersion refuses what is no version of kustomize-controller. Flux itself
// is numbered otherwise: 2.2 has the controller 1.2, and so on.
func CheckVersion(version string) error {
	if version == "" {
		return nil
	}
	v, err := parseVersion(version)
	switch {
	case err != nil:
		return fmt.Errorf("%q is no version: want that of kustomize-controller, as in v1.9.6", version)
	case v.Major == 2:
		return fmt.Errorf("%s is a version of Flux: want that of its kustomize-controller, v1.%d.0 or later", version, v.Minor)
	case v.Major > 2:
		return fmt.Errorf("there is no kustomize-controller %s; as in v1.9.6", version)
	}
	return nil
}

func parseVersion(version string) (semver.Version, error) {
	return semver.ParseTolerant(strings.TrimPrefix(version, "v"))
}

// strict says whether a controller refuses undefined variables, as those from
// v1.9.0 on do (R4.10). Where the version is not known they are let pass: a
// build that fails deletes nothing, so to take it for failed could hide a loss.
func strict(version string) bool {
	v, err := parseVersion(version)
	return err == nil && v.GTE(semver.MustParse("1.9.0"))
}

// TreeAt gives the hash of the tree of a commit, or of the folder in it that the
// repository was opened in: as a stage of a plan names it.
func (r *Repository) TreeAt(commit string) (string, error) {
	at, err := r.atRevision(commit)
	if err != nil {
		return "", err
	}
	return at.tree.Hash(), nil
}
