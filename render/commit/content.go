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
}

// message is what git takes.
func (c Content) message() string { return c.Subject + "\n\n" + strings.TrimSpace(c.Body) + "\n" }

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
	parent := from
	before, err := g.text("rev-parse", "--verify", from+"^{tree}")
	if err != nil {
		return nil, err
	}
	var made []Made
	for i, c := range contents {
		tree, err := g.tree(c)
		if err != nil {
			return nil, err
		}
		if tree == before {
			continue
		}
		if parent, err = g.commit(tree, parent, c.message(), date, sign); err != nil {
			return nil, err
		}
		made = append(made, Made{Index: i, Commit: parent, Tree: tree, Subject: c.Subject})
		before = tree
	}
	return made, nil
}

// Subjects lists the commits that one commit has and another has not, the
// oldest first: hash, subject, author. Of very many it gives the newest.
func Subjects(repository, without, with string) ([]string, error) {
	g, err := open(repository, true)
	if err != nil {
		return nil, err
	}
	defer g.close()
	out, err := g.text("log", "--reverse", "--max-count=50", "--no-merges", "--no-show-signature", "--format=%h %s (%an)", without+".."+with)
	if err != nil || out == "" {
		return nil, err
	}
	return strings.Split(out, "\n"), nil
}

// Made is a commit that was made.
type Made struct {
	Index   int // in the contents that were given
	Commit  string
	Tree    string
	Subject string
}
