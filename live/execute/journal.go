package execute

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Journal is what a run has done and is about to do. It lies in a ConfigMap, so
// that whoever goes on with the run, from wherever, has it.
type Journal struct {
	Plan  string    `json:"plan"` // its seal
	Began time.Time `json:"began"`
	// Undoing says that the run is being taken back, so that it cannot go on.
	Undoing bool   `json:"undoing,omitempty"`
	Kept    []Kept `json:"kept"`
	Owners  []Mark `json:"owners"`
	// Sources are the revisions that the sources are to be at, by inventory id.
	Sources map[objectID]string `json:"sources"`
	Entries []Entry             `json:"entries"`
}

// Entry is one line: that a step begins, or that it is done.
type Entry struct {
	Step string    `json:"step"` // "2.1": the first step of the second stage
	Done bool      `json:"done,omitempty"`
	At   time.Time `json:"at"`
	// Of a step that begins: what it is about to write to.
	Object objectID `json:"object,omitzero"`
	UID    string   `json:"uid,omitempty"`
	// Was is the field before it was written, as JSON; "" of one that was not set.
	Was string `json:"was,omitempty"`
	// Token is what a run is asked for with.
	Token string `json:"token,omitempty"`
}

func stepName(stage, index int) string { return fmt.Sprintf("%d.%d", stage+1, index+1) }

// add adds an entry. Of the tokens that one step asks an object with again and
// again, the last two stay: the one that is there, and the one that will be.
func (j *Journal) add(e Entry) {
	asked := 0
	for i := len(j.Entries) - 1; i >= 0 && e.Token != ""; i-- {
		if old := j.Entries[i]; old.Token == "" || old.Step != e.Step || old.Object != e.Object {
			continue
		}
		if asked++; asked > 1 {
			j.Entries = slices.Delete(j.Entries, i, i+1)
		}
	}
	j.Entries = append(j.Entries, e)
}

// done says whether a step was seen to its end.
func (j *Journal) done(name string) bool {
	return slices.ContainsFunc(j.Entries, func(e Entry) bool { return e.Step == name && e.Done })
}

// hasBegun says whether a step was begun, or is done.
func (j *Journal) hasBegun(name string) bool {
	return slices.ContainsFunc(j.Entries, func(e Entry) bool { return e.Step == name })
}

// begun gives the last entry of a step that began writing to an object.
func (j *Journal) begun(name string, id objectID) (Entry, bool) {
	for _, e := range slices.Backward(j.Entries) {
		if e.Step == name && !e.Done && e.Object == id && e.UID != "" {
			return e, true
		}
	}
	return Entry{}, false
}

// first gives the first entry of a step that began writing to an object: it knows
// how that was before.
func (j *Journal) first(name string, id objectID) (Entry, bool) {
	i := slices.IndexFunc(j.Entries, func(e Entry) bool { return e.Step == name && !e.Done && e.Object == id && e.UID != "" })
	if i < 0 {
		return Entry{}, false
	}
	return j.Entries[i], true
}

// before gives the value that a field had, nil of one that was not set.
func (e Entry) before() (any, error) {
	if e.Was == "" {
		return nil, nil
	}
	var value any
	if err := json.Unmarshal([]byte(e.Was), &value); err != nil {
		return nil, fmt.Errorf("reading the journal, step %s: %w", e.Step, err)
	}
	return value, nil
}

// touched lists what was, or may have been, written to, sorted.
func (j *Journal) touched() []objectID {
	var all []objectID
	for _, e := range j.Entries {
		if e.Object != (objectID{}) {
			all = append(all, e.Object)
		}
	}
	slices.SortFunc(all, objectID.Compare)
	return slices.Compact(all)
}

// tokens gives those that this run has asked with, of every object.
func (j *Journal) tokens() map[objectID][]string {
	all := make(map[objectID][]string)
	for _, e := range j.Entries {
		if e.Token != "" {
			all[e.Object] = append(all[e.Object], e.Token)
		}
	}
	return all
}

// uids gives those from before the plan.
func (j *Journal) uids() map[objectID]string {
	all := make(map[objectID]string)
	for _, k := range j.Kept {
		all[k.Object] = k.UID
	}
	return all
}

func (j *Journal) encode() (string, error) {
	data, err := json.Marshal(j)
	if err != nil {
		return "", fmt.Errorf("writing the journal: %w", err)
	}
	return string(data), nil
}

func decodeJournal(text string) (*Journal, error) {
	var j Journal
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	return &j, nil
}
