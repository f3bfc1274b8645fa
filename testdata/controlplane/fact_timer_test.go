package controlplane_test

import (
	"strings"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

func TestR1_10WhatATimerStarts(t *testing.T) {
	measure(t, "R1.10", "by itself a runs again at its interval after a success, at its retry interval after a failure, and after the requeue time while it waits for a dependency; suspended it does not")
	for name, c := range map[string]struct {
		fields map[string]any
		pause  time.Duration // at the least, between two runs; 0 where there are none
		sign   string        // of a run: verb and name
	}{
		"success":    {map[string]any{"interval": "4s", "retryInterval": "1h"}, 4 * time.Second, "dry-run _rest_"},
		"failure":    {map[string]any{"interval": "1h", "retryInterval": "2s", "serviceAccountName": "nobody"}, 2 * time.Second, "dry-run _rest_"},
		"dependency": {map[string]any{"interval": "1h", "retryInterval": "1h", "dependsOn": []any{map[string]any{"name": "nobody"}}}, time.Second, "get _nobody_"},
		"suspended":  {map[string]any{"interval": "1s", "retryInterval": "1s", "suspend": true}, 0, "dry-run _rest_"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r1-10-"+name, single+"\n\t  c: ConfigMap/other\n\tswitch\n\t  root c path=c")
			d.spec("a", c.fields)
			d.request("a")
			recorder := d.record()
			if c.pause == 0 {
				d.next()
				d.next()
				d.spec("c", map[string]any{"interval": "1s"})
				d.until("another has run three times", func() bool { return len(d.times(recorder, "dry-run _other_")) >= 3 })
				if n := len(d.times(recorder, c.sign)); n > 0 {
					t.Errorf("%d runs", n)
				}
				return
			}
			d.until("three runs", func() bool { return len(d.times(recorder, c.sign)) >= 3 })
			begins := d.times(recorder, c.sign)
			for i := range begins[1:] {
				// The interval is jittered by a twentieth.
				if pause := begins[i+1].Sub(begins[i]); pause < c.pause*9/10 {
					t.Errorf("a pause of %s", pause)
				}
			}
		})
	}
}

// times are those of the requests of kustomize-controller that are meant: a
// verb and a part of the object's id.
func (d *play) times(recorder *controlplane.Recorder, meant string) []time.Time {
	d.Helper()
	time.Sleep(time.Second) // a trace of the whole cluster is long to read
	verb, object, _ := strings.Cut(meant, " ")
	var times []time.Time
	for _, e := range d.trace(recorder) {
		if e.Verb == verb && strings.Contains(e.Object, object) && strings.HasPrefix(e.Actor, "kustomize-controller") {
			times = append(times, e.Time)
		}
	}
	return times
}
