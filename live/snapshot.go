package live

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// howTo is what to type to get a snapshot.
const howTo = "write one with: kubectl get kustomizations.kustomize.toolkit.fluxcd.io,gitrepositories,deployments,… -A -o yaml"

// ReadSnapshotFile is ReadSnapshot of a file.
func ReadSnapshotFile(path string) (*ownership.Observed, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading the snapshot: %w; %s", err, howTo)
	}
	defer f.Close()
	return ReadSnapshot(f, path)
}

// ReadSnapshot reads what `kubectl get … -A -o yaml` (or json) wrote: Lists,
// single objects, or several documents of either; and, for the version of
// Kubernetes, a document that `kubectl version -o yaml` wrote. The name says in
// messages and in Observed.From where it came from.
//
// Of Flux Kustomizations it keeps spec, inventory and status, of sources
// revision and suspension, of every object, these included, its metadata. An
// inventory entry that cannot be read and an object that is there twice with
// two contents become Unknowns. Anything that is no Kubernetes object is an
// error that names document, item and kind; so is a snapshot without objects.
func ReadSnapshot(r io.Reader, name string) (*ownership.Observed, error) {
	c := collector{observed: ownership.Observed{From: name}}
	if err := eachManifest(r, c.take); err != nil {
		return nil, fmt.Errorf("snapshot %s: %w", name, err)
	}
	if len(c.observed.Objects) == 0 {
		return nil, errors.New("snapshot " + name + ": holds no objects; " + howTo)
	}
	return c.finish(), nil
}

// collector sorts manifests into an observation.
type collector struct {
	observed    ownership.Observed
	twoVersions bool // of kustomize-controller
}

func (c *collector) take(manifest map[string]any) error {
	if version, ok := serverVersion(manifest); ok {
		c.observed.Versions.Kubernetes = version
		return nil
	}
	object, err := observedObject(manifest)
	if err != nil {
		return err
	}
	what := kindOf(manifest, object.ID)
	if what == isObservation {
		return c.observation(manifest)
	}
	c.observed.Objects = append(c.observed.Objects, object)
	switch what {
	case isKustomization:
		k, unknowns, err := observedKustomization(manifest)
		if err != nil {
			return err
		}
		c.observed.Kustomizations = append(c.observed.Kustomizations, k)
		c.observed.Unknowns = append(c.observed.Unknowns, unknowns...)
	case isSource:
		s, err := observedSource(manifest, object.ID)
		if err != nil {
			return err
		}
		c.observed.Sources = append(c.observed.Sources, s)
	case isRelease:
		return c.release(manifest, object.ID)
	case isController:
		c.controller(manifest, object.ID)
	}
	return nil
}

// finish sorts everything and drops what is there twice.
func (c *collector) finish() *ownership.Observed {
	o := &c.observed
	o.Objects = once(c, o.Objects, func(o ownership.ObservedObject) ownership.ObjectID { return o.ID })
	o.Kustomizations = once(c, o.Kustomizations, func(k ownership.ObservedKustomization) ownership.ObjectID {
		return k.ID.Object()
	})
	o.Releases = once(c, o.Releases, func(r ownership.ObservedRelease) ownership.ObjectID { return r.ID })
	o.Controllers = once(c, o.Controllers, func(d ownership.Controller) ownership.ObjectID { return d.ID })
	o.Sources = once(c, o.Sources, func(s ownership.ObservedSource) ownership.ObjectID { return sourceID(s.Ref) })
	slices.SortFunc(o.Missing, ownership.ObjectID.Compare)
	o.Missing = slices.Compact(o.Missing)
	c.withoutManagers()
	c.notLookedAt()
	slices.SortFunc(o.Assumptions, func(a, b ownership.Assumption) int {
		return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Text, b.Text))
	})
	o.Assumptions = slices.Compact(o.Assumptions)
	slices.SortFunc(o.Unknowns, func(a, b ownership.Unknown) int {
		return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Why, b.Why))
	})
	o.Unknowns = slices.Compact(o.Unknowns)
	return o
}

// once sorts by id and keeps the first of each; a second with another content
// is an unknown.
func once[T any](c *collector, items []T, id func(T) ownership.ObjectID) []T {
	slices.SortStableFunc(items, func(a, b T) int { return id(a).Compare(id(b)) })
	return slices.CompactFunc(items, func(a, b T) bool {
		same := id(a) == id(b)
		if same && !reflect.DeepEqual(a, b) {
			c.observed.Unknowns = append(c.observed.Unknowns, ownership.Unknown{
				Subject: id(a).Display(),
				Why:     "is in the snapshot twice, with two contents",
				Supply:  "take a new snapshot in one go",
			})
		}
		return same
	})
}

func (c *collector) assume(subject, text string) {
	c.observed.Assumptions = append(c.observed.Assumptions, ownership.Assumption{Subject: subject, Text: text})
}

// withoutManagers says what it costs that kubectl leaves out managed fields.
func (c *collector) withoutManagers() {
	without := 0
	for _, o := range c.observed.Objects {
		if !o.ManagersKnown {
			without++
		}
	}
	if without == 0 {
		return
	}
	c.assume("managed fields", fmt.Sprintf("%d of %d objects were read without them: who set a guard on them, and with it whether "+
		"it outlives the next run, is not known (R5.10); who made a root is told from labels alone. "+
		"fluxmigrate snapshot reads them, and so does kubectl get --show-managed-fields", without, len(c.observed.Objects)))
}
