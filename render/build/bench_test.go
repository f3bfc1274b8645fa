package build_test

import (
	"sync"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/render/build"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// BenchmarkBothStates builds every Kustomization of two states, cold, in
// parallel; BenchmarkReference builds those of one, path after path, as the
// controller does. The first must take less than half of the second.
func BenchmarkBothStates(b *testing.B) {
	states := []*tree.Tree{artifact(b, "namespace-move-unguarded", "start"), artifact(b, "namespace-move-unguarded", "moved")}
	var requests []build.Request
	for _, state := range states {
		for _, ks := range kustomizations(b, state) {
			requests = append(requests, build.Request{Artifact: state, Manifest: ks})
		}
	}
	for b.Loop() {
		builder := build.New(build.Options{}) // lax: values from outside Git are not here
		var group sync.WaitGroup
		work := make(chan build.Request)
		for range 2 {
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
	b.ReportMetric(float64(len(requests)), "builds/op")
}

func BenchmarkReference(b *testing.B) {
	state := artifact(b, "namespace-move-unguarded", "start")
	root := onDisk(b, state)
	list := kustomizations(b, state)
	for b.Loop() {
		for _, ks := range list {
			_, _ = reference(root, ks, false)
		}
	}
	b.ReportMetric(float64(len(list)), "builds/op")
}
