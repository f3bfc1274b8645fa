package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// batch is a number of worlds that are recorded together.
type batch struct {
	cluster         *controlplane.Cluster
	plays           []*play
	seen            *seen
	gather, restart *meeting
}

// limit is the time a world has.
const limit = 6 * time.Minute

func newBatch(cluster *controlplane.Cluster, seeds []int64, restarts bool) *batch {
	b := &batch{cluster: cluster}
	for _, seed := range seeds {
		w := controlplane.ParseWorld(fmt.Sprintf("w%d", seed), Draw(seed))
		b.plays = append(b.plays, &play{World: w, cluster: cluster, batch: b})
	}
	if restarts {
		b.gather, b.restart = newMeeting(len(seeds)), newMeeting(len(seeds))
	}
	return b
}

// record plays all worlds of the batch, so many at a time, and gives what was
// recorded of each, in their order; of one that failed it is a part, and the
// error says so.
func (b *batch) record(ctx context.Context, parallel int) ([][]controlplane.Event, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var err error
	if b.seen, err = follow(ctx, b.cluster); err != nil {
		return nil, err
	}
	recorder, err := b.cluster.Record(ctx, resources["ConfigMap"], resources["Gateway"])
	if err != nil {
		return nil, err
	}
	defer recorder.Stop()
	slots := make(chan bool, parallel)
	errs := make([]error, len(b.plays))
	var all sync.WaitGroup
	for i, p := range b.plays {
		slots <- true
		all.Go(func() {
			errs[i] = b.one(ctx, p)
			<-slots
		})
	}
	all.Wait()
	traces, err := recorder.Traces(worldOf)
	if err != nil {
		return nil, err
	}
	events := make([][]controlplane.Event, len(b.plays))
	for i, p := range b.plays {
		events[i] = traces[p.Name]
		if errs[i] != nil {
			errs[i] = fmt.Errorf("world %s: %w", p.Name, errs[i])
		}
	}
	return events, errors.Join(errs...)
}

func (b *batch) one(ctx context.Context, p *play) error {
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := p.run(timed)
	if timed.Err() != nil && ctx.Err() == nil {
		p.mark("world timeout")
		p.end, err = time.Now(), nil
	}
	return errors.Join(err, p.clear(ctx))
}

// worldOf reads the name of the world off the namespace of an object.
func worldOf(e controlplane.Event) string {
	name, _, ok := strings.Cut(e.Object, "-")
	if !ok || !strings.HasPrefix(name, "w") {
		return ""
	}
	return name
}

// meeting is a point that a number of worlds have to reach before any goes on.
type meeting struct {
	mu      sync.Mutex
	missing int
	done    chan struct{}
	err     error
}

func newMeeting(n int) *meeting { return &meeting{missing: n, done: make(chan struct{})} }

// wait waits for all others; the last one to come does what has to be done.
func (m *meeting) wait(ctx context.Context, do func() error) error {
	m.mu.Lock()
	m.missing--
	last := m.missing == 0
	m.mu.Unlock()
	if last {
		m.err = do()
		close(m.done)
	}
	select {
	case <-m.done:
		return m.err
	case <-ctx.Done():
		return ctx.Err()
	}
}
