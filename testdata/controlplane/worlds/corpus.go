package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// corpus writes recordings to a folder, and counts.
type corpus struct {
	cluster  *controlplane.Cluster
	version  string
	folder   string
	parallel int

	worlds, moved, lost, restless, timeouts, events int
	began                                           time.Time
}

// chunk is how many worlds share a file.
const chunk = 50

// restartChunk is how many worlds restart the controller together.
const restartChunk = 10

// record records the worlds of the seeds. Those that restart the controller
// come last, among themselves.
func (c *corpus) record(ctx context.Context, seeds []int64) error {
	c.began = time.Now()
	if err := os.MkdirAll(c.folder, 0o755); err != nil {
		return err
	}
	with, without := []int64{}, []int64{}
	for _, seed := range seeds {
		if Restarts(seed) {
			with = append(with, seed)
		} else {
			without = append(without, seed)
		}
	}
	for seeds := range slices.Chunk(without, chunk) {
		if err := c.batch(ctx, "worlds", seeds, c.parallel); err != nil {
			return err
		}
	}
	for seeds := range slices.Chunk(with, restartChunk) {
		if err := c.batch(ctx, "restarts", seeds, len(seeds)); err != nil {
			return err
		}
	}
	return nil
}

// batch records one file. Nothing is written where a world failed.
func (c *corpus) batch(ctx context.Context, kind string, seeds []int64, parallel int) error {
	b := newBatch(c.cluster, seeds, kind == "restarts")
	traces, err := b.record(ctx, parallel)
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "flux %s\n", c.version)
	for i, events := range traces {
		w := traceOf(b.plays[i], events)
		c.count(w)
		fmt.Fprintf(&text, "-- %d/world --\n%s-- %d/trace --\n%s\n", seeds[i], Draw(seeds[i]), seeds[i], strings.Join(w.lines, "\n"))
	}
	name := filepath.Join(c.folder, fmt.Sprintf("%s-%03d.txtar", kind, seeds[0]))
	if err := os.WriteFile(name, []byte(text.String()), 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d worlds; so far %s\n", name, len(seeds), c)
	return nil
}

func (c *corpus) count(w *writer) {
	c.worlds++
	c.events += len(w.lines)
	for _, of := range []struct {
		counter *int
		yes     bool
	}{{&c.moved, w.moved > 0}, {&c.lost, len(w.lost) > 0}, {&c.restless, slices.Contains(w.lines, "world restless")},
		{&c.timeouts, slices.Contains(w.lines, "world timeout")}} {
		if of.yes {
			*of.counter++
		}
	}
}

// String says what was counted.
func (c *corpus) String() string {
	return fmt.Sprintf("%d worlds, %d lines; in %d a living object changed its owner, %d lost an object that was wanted, %d were restless, %d took too long; %.0f worlds a minute",
		c.worlds, c.events, c.moved, c.lost, c.restless, c.timeouts, float64(c.worlds)/time.Since(c.began).Minutes())
}
