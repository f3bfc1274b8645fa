package commit

import (
	"errors"
	"fmt"
	"strings"
)

// Branch makes commits of contents, one on the other from a commit on, and then
// a branch of that name. They are signed where git is set up so. A branch that
// is there is left alone, and is an error; on any error there is no branch.
func Branch(repository, name, from string, contents []Content) ([]Made, error) {
	g, err := open(repository, false)
	if err != nil {
		return nil, err
	}
	defer g.close()
	if err := g.free(name); err != nil {
		return nil, err
	}
	signed, _ := g.text("config", "--type=bool", "--get", "commit.gpgSign") // unset is an error, and is no
	made, err := g.chain(from, contents, "", signed == "true")
	if err != nil {
		return nil, err
	}
	if len(made) == 0 {
		return nil, errors.New("no commit of the plan changes a file")
	}
	// noHash: the reference must not be there.
	if _, err := g.run(nil, "update-ref", "-m", "fluxmigrate plan --branch", "refs/heads/"+name, made[len(made)-1].Commit, noHash); err != nil {
		return nil, err
	}
	return made, nil
}

// Free says why a branch of that name cannot be made: it is there, or git takes
// the name for something else.
func Free(repository, name string) error {
	g, err := open(repository, true)
	if err != nil {
		return err
	}
	defer g.close()
	return g.free(name)
}

// free refuses what git branch does: HEAD would be taken for a branch wherever
// git looks a revision up, and @ is HEAD.
func (g *git) free(name string) error {
	if _, err := g.run(nil, "check-ref-format", "refs/heads/"+name); err != nil || strings.HasPrefix(name, "-") || name == "HEAD" || name == "@" {
		return fmt.Errorf("%q is no name for a branch", name)
	}
	if _, err := g.run(nil, "show-ref", "--verify", "--quiet", "refs/tags/"+name); err == nil {
		return fmt.Errorf("there is a tag %s, and git takes the name for the tag wherever it looks a revision up; name the branch otherwise", name)
	}
	if _, err := g.run(nil, "show-ref", "--verify", "--quiet", "refs/heads/"+name); err == nil {
		return fmt.Errorf("there is a branch %s already, and it is left alone; name another one, or remove it with git branch -D %s", name, name)
	}
	return nil
}
