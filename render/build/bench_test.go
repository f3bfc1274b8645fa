package build_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/render/build"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// BenchmarkBothStates builds every Kustomization of two states, cold, in
// parallel, and then, in the same iteration, those of one with Flux's own
// code, path after path, as the controller does. The ratio of the two times is
// to stay under 0.5.
func BenchmarkBothStates(b *testing.B) {
	start, moved := artifact(b, "namespace-move-unguarded", "start"), artifact(b, "namespace-move-unguarded", "moved")
	list := kustomizations(b, start)
	requests := append(requestsOf(start, list), requestsOf(moved, kustomizations(b, moved))...)
	root := onDisk(b, start)
	var ours, theirs time.Duration
	for b.Loop() {
		begin := time.Now()
		buildAll(requests)
		ours += time.Since(begin)
		begin = time.Now()
		for _, ks := range list {
			_, _ = reference(root, ks, false)
		}
		theirs += time.Since(begin)
	}
	b.ReportMetric(float64(len(requests)), "builds/op")
	b.ReportMetric(ours.Seconds()/float64(b.N), "ours-s/op")
	b.ReportMetric(theirs.Seconds()/float64(b.N), "reference-s/op")
	b.ReportMetric(ours.Seconds()/theirs.Seconds(), "ratio")
}

func requestsOf(state *tree.Tree, list []map[string]any) []build.Request {
	var requests []build.Request
	for _, ks := range list {
		requests = append(requests, build.Request{Artifact: state, Manifest: ks})
	}
	return requests
}

func buildAll(requests []build.Request) {
	builder := build.New(build.Options{}) // lax: values from outside Git are not here
	var group sync.WaitGroup
	work := make(chan build.Request)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for r := range work {
				builder.Build(r)
			}
		})
	}
	for _, r := range requests {
		work <- r
	}
	close(work)
	group.Wait()
}
