package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/render"
	"github.com/fluxmigrate/fluxmigrate/render/commit"
)

// writeRequest says what to make of the commits of a plan.
type writeRequest struct {
	patches string // a folder
	branch  string
}

func writeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "write", Usage: "write the commits of the plan as numbered patches for git am into a new folder `DIR`", TakesFile: true},
		&cli.StringFlag{Name: "branch", Usage: "make the commits of the plan in this repository, as a new branch `NAME`; work tree and index stay as they are"},
	}
}

func readWrite(ctx *cli.Context) writeRequest {
	return writeRequest{patches: ctx.String("write"), branch: ctx.String("branch")}
}

// write makes patches or a branch, before anything is shown: where that fails,
// there is nothing.
func (r writeRequest) write(out output, l *loaded, from, to string, p *planner.Plan) error {
	if r.patches == "" && r.branch == "" {
		return nil
	}
	editor, err := l.repository.Editor(from, to)
	if err != nil {
		return err
	}
	base, contents, err := contentsOf(editor, l, from, to, p)
	if err != nil {
		return fmt.Errorf("making the commits of the plan: %w", err)
	}
	if r.branch != "" { // before there are patches
		if err := commit.Free(editor.Dir(), r.branch); err != nil {
			return fmt.Errorf("making the branch: %w", err)
		}
	}
	if r.patches != "" {
		if err := r.writePatches(out, editor, base, contents); err != nil {
			return fmt.Errorf("writing the patches: %w", err)
		}
	}
	if r.branch != "" {
		if err := r.makeBranch(out, editor, base, contents); err != nil {
			return fmt.Errorf("making the branch: %w", err)
		}
	}
	return nil
}

// contentsOf gives what each commit of a plan holds and says.
func contentsOf(editor *render.Editor, l *loaded, from, to string, p *planner.Plan) (base string, contents []commit.Content, err error) {
	transition, err := l.repository.Transition(from, to)
	if err != nil {
		return "", nil, err
	}
	commits := planner.CommitsOf(transition.From, transition.To, p.Stages)
	if len(commits) == 0 {
		return "", nil, noCommits(p)
	}
	if base, contents, err = editor.Contents(commits); err != nil {
		return "", nil, err
	}
	stages := publishing(p)
	for i := range contents {
		contents[i].Subject, contents[i].Body = runbook.Message(p, stages[i])
		if first := !slices.ContainsFunc(commits[:i], func(c step.Commit) bool { return c.OnTo }); first && commits[i].OnTo {
			contents[i].Body += ownCommits(editor, transition.From.Commit, transition.To.Commit)
		}
	}
	return base, contents, nil
}

// ownCommits lists the user's commits that a commit of the plan holds.
func ownCommits(editor *render.Editor, from, to string) string {
	own, err := commit.Subjects(editor.Dir(), from, to)
	if err != nil || len(own) == 0 {
		return ""
	}
	return "\nIt holds, as one commit:\n- " + strings.Join(own, "\n- ") +
		"\nMerging these in its place does as well, where the same content comes out.\n"
}

func noCommits(p *planner.Plan) error {
	if len(p.Stages) == 0 {
		return errors.New("the plan has no stages: " + p.Reason)
	}
	return errors.New("the plan publishes no commit; --route commits asks for one that does")
}

// publishing lists the stages that publish a commit.
func publishing(p *planner.Plan) []int {
	var all []int
	for i, stage := range p.Stages {
		if slices.ContainsFunc(stage.Steps, func(s step.Step) bool { return s.Kind == step.Publish }) {
			all = append(all, i)
		}
	}
	return all
}

func (r writeRequest) writePatches(out output, editor *render.Editor, base string, contents []commit.Content) error {
	files, err := commit.Patches(editor.Dir(), r.patches, base, contents)
	if err != nil {
		return err
	}
	keep := ""
	for _, file := range files {
		fmt.Fprintf(out.stderr, "fluxmigrate: wrote %s\n", file)
		if cr, err := commit.HasCarriageReturns(file); err == nil && cr {
			keep = " --keep-cr"
		}
	}
	fmt.Fprintf(out.stderr, "fluxmigrate: they apply one after the other on %s: git am%s %s/*.patch; each one belongs to a stage, and is merged when its turn comes\n",
		base[:12], keep, pasted(strings.TrimSuffix(r.patches, "/")))
	return nil
}

// pasted gives a path as a shell takes it for one word.
func pasted(path string) string {
	if plainPath.MatchString(path) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

var plainPath = regexp.MustCompile(`^[A-Za-z0-9_./@%+=:,][A-Za-z0-9_./@%+=:,-]*$`)

func (r writeRequest) makeBranch(out output, editor *render.Editor, base string, contents []commit.Content) error {
	made, err := commit.Branch(editor.Dir(), r.branch, base, contents)
	if err != nil {
		return err
	}
	for i, m := range made {
		name := r.branch
		if left := len(made) - 1 - i; left > 0 {
			name = fmt.Sprintf("%s~%d", r.branch, left)
		}
		fmt.Fprintf(out.stderr, "fluxmigrate: made %s (%s): %s\n", name, m.Commit[:12], m.Subject)
	}
	fmt.Fprintf(out.stderr, "fluxmigrate: each commit belongs to a stage, and is pushed and merged when its turn comes\n")
	return nil
}
