package ownership

// ChangeKind says what a transition means for one object.
type ChangeKind string

// The kinds of change.
const (
	Kept      ChangeKind = "kept"      // one owner, the same before and after
	Created   ChangeKind = "created"   // desired after only
	Dropped   ChangeKind = "dropped"   // desired before only
	Moved     ChangeKind = "moved"     // in both, one owner before and another after
	Contested ChangeKind = "contested" // in both, more than one owner before or after; From may equal To
	Orphaned  ChangeKind = "orphaned"  // desired before only, and nobody deletes it
	Renamed   ChangeKind = "renamed"   // dropped, and created under another id from the same file
)

// Change is what a transition means for one object.
type Change struct {
	Kind   ChangeKind
	Object ObjectID
	From   []KustomizationID // owners before, sorted
	To     []KustomizationID // owners after, sorted
	Other  ObjectID          // Renamed: the id after; else zero
	// SameContent: Kept, Moved and Contested objects whose rendered content
	// is alike in every owner before and after.
	SameContent bool
}
