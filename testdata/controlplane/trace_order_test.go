package controlplane

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestATraceIsInTheOrderOfEtcd gives events by the time of their answers:
// resourceVersion, then what happened; answers of writes can overtake each
// other.
func TestATraceIsInTheOrderOfEtcd(t *testing.T) {
	var events []Event
	for i, line := range strings.Fields("1:create 5:apply 1:get 3:status 9:gone 9:delete 5:status 0:dry-run 9:apply") {
		var e Event
		fmt.Sscanf(strings.Replace(line, ":", " ", 1), "%d %s", &e.ResourceVersion, &e.Verb)
		e.Time, e.UID = time.Unix(int64(i), 0), "x"
		e.end = e.Verb == "delete"
		events = append(events, e)
	}
	events[8].Refused = 409
	events = append(events, notFound(events[4].Time.Add(-time.Millisecond)))
	slices.Reverse(events)
	sortTrace(events)
	var got []string
	for _, e := range events {
		got = append(got, fmt.Sprintf("%d:%s:%v", e.ResourceVersion, e.Verb, e.Unchanged))
	}
	want := "1:create:false 1:get:false 3:status:false 5:apply:false 5:status:true 9:delete:false 9:gone:false 0:get:false 0:dry-run:false 9:apply:false"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

// notFound is a read that did not find the object, answered while it went.
func notFound(at time.Time) Event {
	return Event{Time: at, Verb: "get", Refused: 404}
}
