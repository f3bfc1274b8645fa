package commit

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Content is what one commit holds, and says.
type Content struct {
	On      string            // the commit whose content it is, but for Files
	Files   map[string][]byte // that differ, by their path in the repository; nil: the file is removed
	Subject string
	Body    string
	// Own lists commits that people made, which the content holds. They are made
	// again first, with their authors, dates and messages, and what the content
	// has otherwise comes in a commit behind them.
	Own Own
}

// message is what git takes; why says why own commits are not made again.
func (c Content) message(why string) string {
	text := c.Subject + "\n\n" + strings.TrimSpace(c.Body) + "\n"
	switch {
	case len(c.Own.Lines) == 0:
		return text
	case why != "":
		return text + "\nIt holds as one commit, because " + why + ":\n- " + strings.Join(c.Own.Lines, "\n- ") + "\n"
	}
	return text + "\nThe commits before it are the change as it was made. This one makes the\ncontent of the stage of it: git carries edits that protect along.\n"
}

// tree writes the content and gives the hash of its tree.
func (g *git) tree(c Content) (string, error) {
	if _, err := g.run(nil, "read-tree", c.On); err != nil {
		return "", err
	}
	if len(c.Files) > 0 {
		if err := g.update(c.Files); err != nil {
			return "", err
		}
	}
	return g.text("write-tree")
}

// update puts files into the index, each with the mode it has there.
func (g *git) update(files map[string][]byte) error {
	modes, err := g.modes()
	if err != nil {
		return err
	}
	written, err := g.blobs(files)
	if err != nil {
		return err
	}
	var info strings.Builder
	for _, p := range slices.Sorted(maps.Keys(files)) {
		hash, mode := written[p], modes[p]
		switch {
		case hash == "":
			hash, mode = noHash, "0"
		case mode == "":
			mode = "100644"
		}
		fmt.Fprintf(&info, "%s %s\t%s\x00", mode, hash, p)
	}
	_, err = g.run([]byte(info.String()), "update-index", "-z", "--index-info")
	return err
}

// noHash is that of what is not there.
const noHash = "0000000000000000000000000000000000000000"

// modes gives the mode of every file of the index.
func (g *git) modes() (map[string]string, error) {
	out, err := g.run(nil, "ls-files", "--stage", "--full-name", "-z", ":/")
	modes := map[string]string{}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		if about, p, ok := strings.Cut(entry, "\t"); ok {
			modes[p], _, _ = strings.Cut(about, " ")
		}
	}
	return modes, err
}

// blobs writes the contents and gives their hashes.
func (g *git) blobs(files map[string][]byte) (map[string]string, error) {
	var paths, list []string
	for _, p := range slices.Sorted(maps.Keys(files)) {
		if files[p] == nil {
			continue
		}
		file := filepath.Join(g.scratch, fmt.Sprintf("blob-%d", len(paths)))
		if err := os.WriteFile(file, files[p], 0o600); err != nil {
			return nil, err
		}
		paths, list = append(paths, p), append(list, file)
	}
	hashes := map[string]string{}
	if len(paths) == 0 {
		return hashes, nil
	}
	out, err := g.run([]byte(strings.Join(list, "\n")+"\n"), "hash-object", "-w", "--no-filters", "--stdin-paths")
	if err != nil {
		return nil, err
	}
	for i, hash := range strings.Fields(string(out)) {
		hashes[paths[i]] = hash
	}
	return hashes, nil
}

// commit makes a commit of a tree. date is that of author and committer; ""
// is now.
func (g *git) commit(tree, parent, message, date string, sign bool) (string, error) {
	args := []string{"commit-tree", "-p", parent, "-F", "-"}
	if sign {
		args = append(args, "-S")
	}
	dated := *g
	if date != "" {
		dated.env = append(slices.Clone(g.env), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	}
	out, err := dated.run([]byte(message), append(args, tree)...)
	if err != nil {
		return "", fmt.Errorf("%w; git config user.name and user.email say who makes a commit", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// chain makes one commit after the other, beginning on from, and leaves out
// what changes nothing.
func (g *git) chain(from string, contents []Content, date string, sign bool) ([]Made, error) {
	before, err := g.text("rev-parse", "--verify", from+"^{tree}")
	if err != nil {
		return nil, err
	}
	if from, err = g.text("rev-parse", "--verify", from+"^{commit}"); err != nil {
		return nil, err
	}
	tip := Made{Commit: from, Tree: before}
	var made []Made
	for i, c := range contents {
		tree, err := g.tree(c)
		if err != nil {
			return nil, err
		}
		own, why, err := g.again(tip, c.Own, date, sign)
		if err != nil {
			return nil, err
		}
		for _, m := range own {
			m.Index, tip = i, m
			made = append(made, m)
		}
		if tree == tip.Tree {
			continue
		}
		hash, err := g.commit(tree, tip.Commit, c.message(why), date, sign)
		if err != nil {
			return nil, err
		}
		tip = Made{Index: i, Commit: hash, Tree: tree, Subject: c.Subject, AsOne: why}
		made = append(made, tip)
	}
	return made, nil
}

// Made is a commit that was made.
type Made struct {
	Index   int // in the contents that were given; several may be of one
	Commit  string
	Tree    string
	Subject string
	Author  string // of a commit that people made; else ""
	AsOne   string // why people's own commits are in this one
	File    string // its patch, where patches are made
}
