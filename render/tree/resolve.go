package tree

import (
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/storer"
)

// maxPeel bounds tags that point at tags.
const maxPeel = 32

var (
	fullHash  = regexp.MustCompile(`^[0-9a-fA-F]{40}$`)
	shortHash = regexp.MustCompile(`^[0-9a-fA-F]{4,39}$`)
	describe  = regexp.MustCompile(`^.+-[0-9]+-g([0-9a-fA-F]{4,40})$`)
	suffix    = regexp.MustCompile(`^(?:\^\{(?:commit)?\}|([~^])([0-9]*))`)
)

// errNoRevision is wrapped by the errors for a revision that does not exist.
var errNoRevision = errors.New("no such revision")

// commit finds the commit that a revision names. Of gitrevisions it reads
// names of branches, tags and remote branches, full, short and described
// hashes, and the suffixes ~N, ^N and ^{commit}. The caller holds the lock.
func (r *Repository) commit(rev string) (*object.Commit, error) {
	if strings.ContainsAny(rev, ":") || strings.Contains(rev, "@{") || strings.Contains(rev, "..") {
		return nil, fmt.Errorf("%q is not the name of one commit; git rev-parse may give its hash", rev)
	}
	base, rest := rev, ""
	if i := strings.IndexAny(rev, "~^"); i >= 0 {
		base, rest = rev[:i], rev[i:]
	}
	c, err := r.named(base)
	for err == nil && rest != "" {
		m := suffix.FindStringSubmatch(rest)
		if m == nil {
			return nil, fmt.Errorf("%q: %q is not understood; git rev-parse %q may give its hash", rev, rest, rev)
		}
		c, err = r.ancestor(c, m[1], m[2])
		rest = rest[len(m[0]):]
	}
	if err != nil {
		return nil, fmt.Errorf("revision %q: %w", rev, err)
	}
	return c, nil
}

// named finds the commit of a name without suffixes, in git's order: full
// hash, references, short hash.
func (r *Repository) named(name string) (*object.Commit, error) {
	if name == "" || name == "@" {
		name = "HEAD"
	}
	if fullHash.MatchString(name) {
		return r.peel(plumbing.NewHash(name))
	}
	for _, rule := range plumbing.RefRevParseRules {
		ref, err := storer.ResolveReference(r.store, plumbing.ReferenceName(fmt.Sprintf(rule, name)))
		if err == nil {
			return r.peel(ref.Hash())
		}
	}
	if m := describe.FindStringSubmatch(name); m != nil {
		name = m[1]
	}
	if shortHash.MatchString(name) {
		return r.abbreviated(name)
	}
	return nil, r.noRevision(name)
}

// abbreviated finds the one commit or tag whose hash begins like that.
func (r *Repository) abbreviated(short string) (*object.Commit, error) {
	short = strings.ToLower(short)
	prefix, _ := hex.DecodeString(short[:len(short)&^1]) // the pattern lets only digits pass
	candidates, err := r.store.HashesWithPrefix(prefix)
	if err != nil {
		return nil, fmt.Errorf("look up the short hash: %w", err)
	}
	var found []*object.Commit
	for _, h := range candidates {
		if !strings.HasPrefix(h.String(), short) {
			continue
		}
		if c, err := r.peel(h); err == nil {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		return nil, r.noRevision(short)
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("the short hash is that of %d commits; give more of its digits", len(found))
}

// peel follows tags to a commit.
func (r *Repository) peel(h plumbing.Hash) (*object.Commit, error) {
	for range maxPeel {
		c, err := object.GetCommit(r.store, h)
		if err == nil {
			return c, nil
		}
		tag, tagErr := object.GetTag(r.store, h)
		if tagErr != nil {
			return nil, r.missing("commit", h, err)
		}
		h = tag.Target
	}
	return nil, errors.New("its tag points at a tag, which points at a tag, and so on")
}

// ancestor applies one suffix.
func (r *Repository) ancestor(c *object.Commit, op, digits string) (*object.Commit, error) {
	n := 1
	if digits != "" {
		var err error
		if n, err = strconv.Atoi(digits); err != nil {
			return nil, fmt.Errorf("%s%s is out of range", op, digits)
		}
	}
	switch {
	case op == "" || n == 0:
		return c, nil
	case op == "^":
		return r.parent(c, n)
	}
	var err error
	for ; n > 0 && err == nil; n-- {
		c, err = r.parent(c, 1)
	}
	return c, err
}

// parent gives the nth parent of a commit, counted from 1.
func (r *Repository) parent(c *object.Commit, n int) (*object.Commit, error) {
	if n > len(c.ParentHashes) {
		if len(c.ParentHashes) == 0 {
			return nil, fmt.Errorf("commit %s is the first of the history", short(c.Hash))
		}
		return nil, fmt.Errorf("commit %s has only %d parents", short(c.Hash), len(c.ParentHashes))
	}
	h := c.ParentHashes[n-1]
	p, err := object.GetCommit(r.store, h)
	if err != nil {
		return nil, r.missing("commit", h, err)
	}
	return p, nil
}

// short abbreviates a hash for sentences.
func short(h plumbing.Hash) string { return h.String()[:10] }
