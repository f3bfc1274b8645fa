package ownership

import (
	"maps"
	"slices"
)

// ChangeKind says what a transition means for one object.
type ChangeKind string

// The kinds of change.
const (
	Kept      ChangeKind = "kept"      // in both, with the same one owner; or a root in both
	Created   ChangeKind = "created"   // desired after only
	Dropped   ChangeKind = "dropped"   // desired before only, and an owner deletes it
	Moved     ChangeKind = "moved"     // in both, one owner before and another after; a root may have none
	Contested ChangeKind = "contested" // in both, more than one owner before or after; From may equal To
	Orphaned  ChangeKind = "orphaned"  // desired before only, and nobody deletes it
	Renamed   ChangeKind = "renamed"   // dropped, and created under another id from the same file
	// Undecided: desired in one state, and in the other the render of an owner
	// is not known. The object may be kept there; nothing else is claimed.
	Undecided ChangeKind = "unknown"
)

// Change is what a transition means for one object.
//
// A rename has two changes: of the old id one of kind Renamed, which is
// deleted like a Dropped one; of the new id one of kind Created. Each names the
// other in Other.
type Change struct {
	Kind   ChangeKind
	Object ObjectID
	From   []KustomizationID // owners before, sorted
	To     []KustomizationID // owners after, sorted
	Other  ObjectID          // Renamed: the id after; Created by a rename: the id before; else zero
	// SameContent: Kept, Moved and Contested objects whose rendered content
	// is alike in every owner before and after. A root's content is its spec.
	SameContent bool
}

// Diff gives one change for every object of either state, sorted by id: what
// the two states mean, whatever happens on the way from one to the other.
// Whether the way is safe is not its business, and Orphaned is a statement
// about the state after: an owner that is suspended there, or cannot build,
// deletes nothing for as long as that lasts.
func Diff(from, to *Desired) []Change {
	before, after := from.Owners(), to.Owners()
	changes := make([]Change, 0, max(len(before), len(after)))
	for _, id := range idsOf(before, after) {
		c := Change{Object: id, From: before[id], To: after[id]}
		_, was := before[id]
		_, is := after[id]
		switch {
		case was && is:
			c.Kind = kindInBoth(c.From, c.To)
			c.SameContent = sameContent(from, to, c)
		case was:
			c.Kind = fates{from: from, to: to, owners: before}.of(id)
		case unclear(from, after, id):
			c.Kind = Undecided
		default:
			c.Kind = Created
		}
		changes = append(changes, c)
	}
	markRenames(changes, from, to)
	return changes
}

func idsOf(before, after map[ObjectID][]KustomizationID) []ObjectID {
	ids := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.SortFunc(ids, ObjectID.Compare)
	return slices.Compact(ids)
}

func kindInBoth(from, to []KustomizationID) ChangeKind {
	switch {
	case len(from) > 1 || len(to) > 1:
		return Contested
	case slices.Equal(from, to):
		return Kept
	}
	return Moved
}

// sameContent compares the digests of every owner's render. No digest is like
// no other: what is not known is not the same.
func sameContent(from, to *Desired, c Change) bool {
	if len(c.From) == 0 || len(c.To) == 0 {
		id, _ := c.Object.AsKustomization()
		a, _ := from.Kustomization(id)
		b, _ := to.Kustomization(id)
		return a.Spec.Digest != "" && a.Spec.Digest == b.Spec.Digest
	}
	digests := append(digestsIn(from, c.From, c.Object), digestsIn(to, c.To, c.Object)...)
	return digests[0] != "" && len(slices.Compact(digests)) == 1
}

func digestsIn(d *Desired, owners []KustomizationID, id ObjectID) []string {
	var digests []string
	for _, owner := range owners {
		k, _ := d.Kustomization(owner)
		o, _ := k.Render.Find(id)
		digests = append(digests, o.Digest)
	}
	return digests
}
