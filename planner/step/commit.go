package step

import "github.com/fluxmigrate/fluxmigrate/planner/ownership"

// Commit is the content of one commit that a plan publishes: that of one end
// of the transition, with edits on top.
type Commit struct {
	Revision string // as Publish names it
	OnTo     bool   // on top of the state after; else of the state before
	Edits    []Step // those with a File
	// Merged: what git makes of merging the state after into the branch that
	// has the commits before, in place of the state after and Edits.
	Merged bool
}

// Staged is a transition along such commits, each with the files it would
// really have, rendered again.
type Staged struct {
	// Transition begins with the state before; then comes each commit at the
	// number that Made says.
	Transition ownership.Transition
	Commits    []Made // in the order they were asked for
}

// Made is a commit as it was made.
type Made struct {
	Revision string
	At       int    // its commit in Staged.Transition
	Tree     string // git tree hash
	Edits    []Placed
	Merge    *Merge // nil where nothing is merged, or a merge gives just this content
}

// Placed is where an edit was made so that it wins; Trouble says why it was
// made nowhere.
type Placed struct {
	File    string
	How     string // what in the file is edited; "" for the manifest itself
	Trouble string
}

// Merge is what git makes of merging the state after into a branch that has the
// edits of an earlier commit of the plan. It is not the content of the commit,
// and no part of Staged.Transition; a Commit that is Merged has it.
type Merge struct {
	Tree      string   // "" where it is not known or does not come out clean
	Files     []string // that differ from the content that is wanted
	Conflicts []string // files that git leaves to a person
	Unknown   string   // why it is not known
}

// Declares gives the file that declares what a step edits: File, unless the
// edit wins elsewhere.
func (s Step) Declares() string {
	if s.Declared != "" {
		return s.Declared
	}
	return s.File
}
