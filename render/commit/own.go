package commit

import (
	"fmt"
	"slices"
	"strings"
)

// Own is the commits that people made between two others.
type Own struct {
	Hashes []string // the oldest first
	Lines  []string // that name them: hash, subject, author; of very many the newest
	AsOne  string   // why they cannot be made again one by one; "" where they can
}

// most is how many commits are made again.
const most = 100

// OwnBetween gives the commits that one commit has and another has not.
func OwnBetween(repository, without, with string) (Own, error) {
	g, err := open(repository, true)
	if err != nil {
		return Own{}, err
	}
	defer g.close()
	lines, err := g.text("log", "--reverse", "--max-count=50", "--no-merges", "--no-show-signature", "--format=%h %s (%an)", without+".."+with)
	if err != nil || lines == "" {
		return Own{}, err
	}
	list, err := g.text("rev-list", "--reverse", "--topo-order", "--parents", without+".."+with)
	if err != nil {
		return Own{}, err
	}
	own := Own{Lines: strings.Split(lines, "\n")}
	own.Hashes, own.AsOne = line(without, strings.Split(list, "\n"))
	return own, nil
}

// line gives commits, each written with its parents, that stand one on the
// other from a commit on; else it says why they do not.
func line(from string, commits []string) (hashes []string, why string) {
	if len(commits) > most {
		return nil, fmt.Sprintf("the change has %d commits", len(commits))
	}
	if slices.ContainsFunc(commits, func(c string) bool { return strings.Count(c, " ") > 1 }) {
		return nil, "the change has merge commits"
	}
	before := from
	for _, each := range commits {
		hash, parent, _ := strings.Cut(each, " ")
		if parent != before {
			return nil, "the change does not stand on the state before"
		}
		hashes, before = append(hashes, hash), hash
	}
	return hashes, ""
}

// again makes people's own commits again on a tip, as a rebase does. Those that
// stand there are taken as they are, those that change nothing are left out.
// Where git leaves one to a person there is none, and why says so.
func (g *git) again(tip Made, own Own, date string, sign bool) (made []Made, why string, err error) {
	if own.AsOne != "" {
		return nil, own.AsOne, nil
	}
	for _, hash := range own.Hashes {
		// To pick it is to merge it into one that stands where it stands.
		tree, conflicts, err := g.mergeOf(tip.Tree, hash+"^", hash)
		if err != nil {
			return nil, "they could not be made again (" + err.Error() + ")", nil
		}
		if len(conflicts) > 0 {
			return nil, fmt.Sprintf("commit %s does not apply on the protection: git leaves %s to a person", hash[:12], strings.Join(conflicts, ", ")), nil
		}
		if tree == tip.Tree {
			continue
		}
		if tip, err = g.oneAgain(hash, tree, tip.Commit, date, sign); err != nil {
			return nil, "", err
		}
		made = append(made, tip)
	}
	return made, "", nil
}

// oneAgain makes a commit with the author, date and message of another.
func (g *git) oneAgain(hash, tree, parent, date string, sign bool) (Made, error) {
	about, err := g.text("show", "-s", "--no-show-signature", "--date=raw", "--format=%P%x00%an%x00%ae%x00%ad%x00%s%x00%B", hash)
	if err != nil {
		return Made{}, err
	}
	words := strings.SplitN(about, "\x00", 6)
	if len(words) < 6 {
		return Made{}, fmt.Errorf("git says nothing of commit %s", hash)
	}
	made := Made{Commit: hash, Tree: tree, Subject: words[4], Author: words[1]}
	if words[0] == parent {
		return made, nil
	}
	as := *g
	as.env = append(slices.Clone(g.env), "GIT_AUTHOR_NAME="+words[1], "GIT_AUTHOR_EMAIL="+words[2], "GIT_AUTHOR_DATE="+words[3])
	if date != "" {
		as.env = append(as.env, "GIT_COMMITTER_DATE="+date)
	}
	made.Commit, err = as.commit(tree, parent, words[5]+"\n", "", sign)
	return made, err
}
