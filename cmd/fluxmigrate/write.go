package main

import (
	"errors"
	"fmt"
	"maps"
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
		&cli.StringFlag{Name: "write", Usage: "write the commits of the plan as numbered patches for git am into a new folder `DIR`; commits of the change stay commits, where they stand one on the other on the state before", TakesFile: true},
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
		if err := r.writePatches(out, editor, base, contents, publishing(p)); err != nil {
			return fmt.Errorf("writing the patches: %w", err)
		}
	}
	if r.branch != "" {
		if err := r.makeBranch(out, editor, base, contents, publishing(p)); err != nil {
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
			if contents[i].Own, err = commit.OwnBetween(editor.Dir(), transition.From.Commit, transition.To.Commit); err != nil {
				return "", nil, err
			}
		}
	}
	return base, contents, nil
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

func (r writeRequest) writePatches(out output, editor *render.Editor, base string, contents []commit.Content, stages []int) error {
	made, err := commit.Patches(editor.Dir(), r.patches, base, contents)
	if err != nil {
		return err
	}
	options := map[string]bool{}
	for _, m := range made {
		fmt.Fprintf(out.stderr, "fluxmigrate: wrote %s%s\n", m.File, ofStage(m, stages))
		if cr, err := commit.HasCarriageReturns(m.File); err == nil && cr {
			options[" --keep-cr"] = true
		}
		if strings.HasPrefix(m.Subject, "[") {
			options[" --keep-non-patch"] = true
		}
	}
	fmt.Fprintf(out.stderr, "fluxmigrate: they apply one after the other on %s: git am%s %s/*.patch; those of a stage are merged together, when its turn comes\n",
		base[:12], strings.Join(slices.Sorted(maps.Keys(options)), ""), pasted(strings.TrimSuffix(r.patches, "/")))
	return nil
}

// ofStage says which stage a commit belongs to, and whose it is.
func ofStage(m commit.Made, stages []int) string {
	text := fmt.Sprintf(" (stage %d", stages[m.Index]+1)
	if m.Author != "" {
		text += ", a commit of " + m.Author
	}
	if m.AsOne != "" {
		text += ", the change as one commit, because " + m.AsOne
	}
	return text + ")"
}

// pasted gives a path as a shell takes it for one word.
func pasted(path string) string {
	if plainPath.MatchString(path) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

var plainPath = regexp.MustCompile(`^[A-Za-z0-9_./@%+=:,][A-Za-z0-9_./@%+=:,-]*$`)

func (r writeRequest) makeBranch(out output, editor *render.Editor, base string, contents []commit.Content, stages []int) error {
	made, err := commit.Branch(editor.Dir(), r.branch, base, contents)
	if err != nil {
		return err
	}
	first := "" // the last commit of the first stage
	for i, m := range made {
		name := r.branch
		if left := len(made) - 1 - i; left > 0 {
			name = fmt.Sprintf("%s~%d", r.branch, left)
		}
		if m.Index == made[0].Index {
			first = name
		}
		fmt.Fprintf(out.stderr, "fluxmigrate: made %s, %s: %s%s\n", name, m.Commit[:12], m.Subject, ofStage(m, stages))
	}
	fmt.Fprintf(out.stderr, "fluxmigrate: the commits of a stage are pushed and merged together, when its turn comes\n")
	if first != r.branch {
		fmt.Fprintf(out.stderr, "fluxmigrate: where a squash, a rebase or a merge queue made another commit of a stage, put the rest on that one, as a merge could bring edits back that are taken out: git rebase --onto origin/main %s %s\n", first, r.branch)
	}
	return nil
}
