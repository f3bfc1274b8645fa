package execute

import (
	"fmt"
	"strings"
	"time"
)

// StaleError says that the plan is not about what the cluster or the repository
// is now. Nothing more was written.
type StaleError struct {
	What []string
	Now  string // where the run stands, "" before it began
}

func (e *StaleError) Error() string {
	text := "the plan is stale:\n- " + strings.Join(e.What, "\n- ")
	if e.Now != "" {
		return text + "\n" + e.Now
	}
	return text + "\nNothing was written. Plan again, from how it is now"
}

// ViolationError says that something happened to an object that has to live.
type ViolationError struct {
	Object objectID
	What   string
	Now    string // what stands, and how to recover
}

func (e *ViolationError) Error() string {
	return fmt.Sprintf("%s: %s\n%s", e.Object.Display(), e.What, e.Now)
}

// LockedError says that another run is at work.
type LockedError struct {
	Holder string
	Lease  objectID
}

func (e *LockedError) Error() string {
	return fmt.Sprintf("another run is at work: %s holds %s, and keeps renewing it", e.Holder, e.Lease.Display())
}

// TimeoutError says what did not come about in time.
type TimeoutError struct {
	Step    string
	After   time.Duration
	Missing []Missing
	Now     string
}

// Missing is a condition that does not hold, with what stands behind it.
type Missing struct {
	Condition string
	Why       string
	Behind    []string // messages of Kustomizations, last events
}

func (e *TimeoutError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: after %s this is still missing:", e.Step, e.After)
	for _, m := range e.Missing {
		fmt.Fprintf(&b, "\n- %s: %s", m.Condition, m.Why)
		for _, behind := range m.Behind {
			fmt.Fprintf(&b, "\n  %s", behind)
		}
	}
	return b.String() + "\n" + e.Now
}
