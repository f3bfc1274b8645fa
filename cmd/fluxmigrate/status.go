package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// status is an exit status. As an error it says nothing on standard error: the
// output has said it.
type status int

// The exit statuses, frozen.
const (
	ok          status = 0
	failure     status = 1
	usage       status = 2
	refuted     status = 3
	unknown     status = 4
	stale       status = 5
	violated    status = 6
	locked      status = 7
	naiveUnsafe status = 10
	interrupted status = 130
)

// statuses is what the help and docs/cli.md say.
var statuses = []struct {
	code    int
	meaning string
}{
	{0, "a plan was proved, or carried out, or there is nothing to do"},
	{1, "failure: something could not be read, rendered or written"},
	{2, "usage: the command line does not say what to do"},
	{3, "refuted: there is no safe plan, or check found a hazard that loses or blocks"},
	{4, "unknown: it cannot be said; never a go-ahead"},
	{5, "the plan is stale: it is not about the cluster or the repository as they are now"},
	{6, "while a plan was carried out, something happened to an object that has to live; nothing more was written"},
	{7, "another run is at work"},
	{10, "with plan --exit-code: the plan is proved, and the change as it is would not be safe"},
	{130, "interrupted"},
}

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// orNil makes an error of every status but success.
func (s status) orNil() error {
	if s == ok {
		return nil
	}
	return s
}

func statusOf(v verdict.Verdict) status {
	switch v {
	case verdict.Proved:
		return ok
	case verdict.Refuted:
		return refuted
	}
	return unknown
}

// usageError is a command line that does not say what to do.
type usageError struct {
	message string
	hints   []string
}

func (e usageError) Error() string { return e.message }

func usagef(hint, format string, args ...any) error {
	e := usageError{message: fmt.Sprintf(format, args...)}
	if hint != "" {
		e.hints = []string{hint}
	}
	return e
}

// report writes an error and gives its exit status.
func report(stderr io.Writer, err error) int {
	var code status
	var wrong usageError
	switch {
	case err == nil:
		return int(ok)
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &wrong):
		say(stderr, wrong.message)
		for _, hint := range wrong.hints {
			fmt.Fprintf(stderr, "  %s\n", page.Visible(hint))
		}
		return int(usage)
	}
	say(stderr, err.Error())
	return int(ofExecution(err))
}

// say writes a message to standard error. A message of several lines keeps
// them, and nothing in it can steer the terminal.
func say(stderr io.Writer, message string) {
	for i, line := range strings.Split(strings.TrimSpace(message), "\n") {
		lead := "fluxmigrate: "
		if i > 0 {
			lead = "  "
		}
		fmt.Fprintf(stderr, "%s%s\n", lead, page.Visible(strings.TrimRight(line, " \r")))
	}
}
