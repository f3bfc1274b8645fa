package tree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// maxHistory is how far Between looks back.
const maxHistory = 100_000

// Commit is one commit of a history.
type Commit struct {
	Hash    string
	Subject string // first line of its message
}

// Between lists the commits that a source may have fetched or skipped on its
// way: those strictly between from and to on the first-parent line of to,
// oldest first. A change that took from in by a merge has it beside that line:
// then those from the merge on, as nothing before it has from in it. Where from
// is in neither way before to, or history is missing, it lists none and says
// why in a sentence. Of more than limit commits it lists
// the newest, and the sentence says how many it left out.
func (r *Repository) Between(from, to string, limit int) ([]Commit, string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	start, err := r.commit(from)
	if err != nil {
		return nil, "the commits between are not known: " + err.Error()
	}
	end, err := r.commit(to)
	if err != nil {
		return nil, "the commits between are not known: " + err.Error()
	}
	found, why := r.firstParents(start.Hash, end)
	if why != "" {
		return nil, fmt.Sprintf("the commits between %s and %s are not known: %s", from, to, why)
	}
	slices.Reverse(found)
	if left := len(found) - max(limit, 0); left > 0 {
		return found[left:], fmt.Sprintf("%d commits lie between %s and %s; the oldest %d are left out", len(found), from, to, left)
	}
	return found, ""
}

// firstParents walks from end back to start and lists what is between, newest
// first, or says why it could not.
func (r *Repository) firstParents(start plumbing.Hash, end *object.Commit) ([]Commit, string) {
	if end.Hash == start {
		return nil, ""
	}
	var found, since []Commit // since: from the merge on that took start in
	took := false
	for c := end; len(found) < maxHistory; {
		if !took && slices.Contains(c.ParentHashes, start) {
			took, since = true, slices.Clone(found)
		}
		if len(c.ParentHashes) == 0 && took {
			return since, ""
		}
		if len(c.ParentHashes) == 0 {
			return nil, "the first is not an ancestor of the second along first parents; take the first in by a merge or a rebase, and plan to what comes out"
		}
		if c.ParentHashes[0] == start {
			return found, ""
		}
		p, err := r.parent(c, 1)
		if err != nil {
			return nil, err.Error()
		}
		subject, _, _ := strings.Cut(strings.TrimSpace(p.Message), "\n")
		found = append(found, Commit{Hash: p.Hash.String(), Subject: subject})
		c = p
	}
	return nil, fmt.Sprintf("the history is longer than %d commits", maxHistory)
}
