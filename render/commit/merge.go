package commit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Merged is what git makes of a merge.
type Merged struct {
	Files     map[string][]byte // that differ from the content of theirs; nil where one is missing
	Conflicts []string          // files that git leaves to a person; then Files is nil
}

// Merge foresees what comes out where a commit, theirs, is merged into a branch
// that has a content of ours on top of from: by git's own merge, with its
// detection of renamed files. Nothing is written into the repository.
func Merge(repository, from string, ours Content, theirs string) (Merged, error) {
	g, err := open(repository, true)
	if err != nil {
		return Merged{}, err
	}
	defer g.close()
	tree, err := g.tree(ours)
	if err != nil {
		return Merged{}, err
	}
	tree, conflicts, err := g.mergeOf(tree, from, theirs)
	if err != nil {
		return Merged{}, fmt.Errorf("what a merge gives is not known: %w", err)
	}
	if len(conflicts) > 0 {
		return Merged{Conflicts: conflicts}, nil
	}
	files, err := g.between(theirs, tree)
	return Merged{Files: files}, err
}

// mergeOf gives the tree that comes out where a commit, theirs, is merged into one
// that has a tree of ours on top of from; or the files that git leaves to a person.
func (g *git) mergeOf(ours, from, theirs string) (tree string, conflicts []string, err error) {
	commit, err := g.unnamed().commit(ours, from, "ours", "@0 +0000", false)
	if err != nil {
		return "", nil, err
	}
	out, err := g.run(nil, "merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", commit, theirs)
	words := strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
	var failed *failure
	if errors.As(err, &failed) && failed.status == 1 && len(words) > 1 {
		return "", words[1:], nil
	}
	return words[0], nil, err
}

// unnamed makes commits that nobody keeps.
func (g *git) unnamed() *git {
	return &git{dir: g.dir, scratch: g.scratch, env: append(slices.Clone(g.env), "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x")}
}

// between gives the files of one tree that another has otherwise.
func (g *git) between(before, after string) (map[string][]byte, error) {
	out, err := g.run(nil, "diff-tree", "-r", "-z", "--no-renames", "--raw", before, after)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	var paths, hashes []string
	words := strings.Split(string(out), "\x00")
	for i := 0; i+1 < len(words); i += 2 {
		about := strings.Fields(words[i])
		if len(about) < 5 {
			continue
		}
		if files[words[i+1]] = nil; about[4] != "D" {
			paths, hashes = append(paths, words[i+1]), append(hashes, about[3])
		}
	}
	contents, err := g.contents(hashes)
	for i, content := range contents {
		files[paths[i]] = content
	}
	return files, err
}

// contents reads blobs.
func (g *git) contents(hashes []string) ([][]byte, error) {
	if len(hashes) == 0 {
		return nil, nil
	}
	out, err := g.run([]byte(strings.Join(hashes, "\n")+"\n"), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	var all [][]byte
	for range hashes {
		header, rest, _ := bytes.Cut(out, []byte("\n"))
		words := strings.Fields(string(header))
		size, err := strconv.Atoi(words[len(words)-1])
		if err != nil || size > len(rest) {
			return nil, fmt.Errorf("git cat-file: %s", header)
		}
		all = append(all, append([]byte{}, rest[:size]...))
		out = bytes.TrimPrefix(rest[size:], []byte("\n"))
	}
	return all, nil
}
