package worlds

import (
	"fmt"
	"testing"
)

// corpus is every recording there is.
func corpus(t *testing.T) []*Recording {
	t.Helper()
	var all []*Recording
	for folder, version := range map[string]string{"": "v1.9.6", "v1.7.3": "v1.7.3"} {
		recordings, err := Load("../../../testdata/worlds/" + folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range recordings {
			if r.Version != version {
				t.Errorf("%s lies among those of %s", r, version)
			}
		}
		all = append(all, recordings...)
	}
	return all
}

// live is an object as the trace leaves it.
type live struct {
	uid, generation int
	terminating     bool
	rest            string
}

func seen(e Event) live {
	return live{e.UID, e.Generation, e.Terminating, fmt.Sprint(e.Owner, e.Content, e.Traits)}
}

// TestEveryReadSeesWhatTheTraceHasWritten holds that the order of the events is
// one in which they can have happened.
func TestEveryReadSeesWhatTheTraceHasWritten(t *testing.T) {
	reads := 0
	for _, r := range corpus(t) {
		objects := map[string]live{}
		for _, e := range r.Events {
			if e.Refused > 0 {
				continue
			}
			now, there := objects[e.Object]
			switch e.Verb {
			case "get":
				reads++
				if e.None == there || there && now != seen(e) {
					t.Errorf("%s, line %d: %s has read %s as %+v (none: %v), and it is %+v (there: %v)",
						r, e.Line, e.Who, e.Object, seen(e), e.None, now, there)
				}
			case "apply", "patch":
				if there && now.uid != e.UID {
					t.Errorf("%s, line %d: %s has another UID, and is not gone", r, e.Line, e.Object)
				}
				objects[e.Object] = seen(e)
			case "delete":
				if e.UID > 0 {
					objects[e.Object] = seen(e)
				}
			case "gone":
				if now.uid != e.UID {
					t.Errorf("%s, line %d: %s #%d is gone, and #%d was there", r, e.Line, e.Object, e.UID, now.uid)
				}
				delete(objects, e.Object)
			}
		}
	}
	if reads == 0 {
		t.Error("nothing is read")
	}
}
