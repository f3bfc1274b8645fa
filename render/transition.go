package render

import (
	"runtime"
	"slices"
	"sync"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// transition joins states into a transition. The first is where it starts,
// the last, which may be the same, where it ends.
func transition(states []*state) *ownership.Transition {
	last := len(states) - 1
	t := &ownership.Transition{From: states[0].desired, To: states[last].desired}
	for _, s := range states[min(1, last):last] {
		t.Between = append(t.Between, s.desired)
	}
	t.Mixed = mixed(states)
	return t
}

// look is one mixed view to build: a manifest, written at a place, at the
// artifacts of a state. spec is the state that the manifest, or the parent that
// wrote it, is of.
type look struct {
	id       ownership.KustomizationID
	manifest map[string]any
	tainted  []string
	spec, at *state
	written  ownership.Position
	since    since           // what the values show of the sources
	values   build.Variables // what to substitute from; nil is what the artifacts' state has
}

// mixed builds every view that is no plain state: other manifests of a
// contested child, and each spec at the artifact of a later commit (R2.3).
// A Kustomization whose source is not that of its parent may also run a newer
// spec at an older artifact. One whose spec is the same in every state has no
// mixed views: they are its plain ones.
//
// A parent that runs an old spec at a new artifact may apply children as no
// state has them; those are followed too. And the ConfigMaps and Secrets that a
// run substitutes from may be those of before or after, whatever it builds:
// another Kustomization applies them (R4.10).
func mixed(states []*state) []ownership.View {
	changing := changingSpecs(states)
	var looks []look
	for _, s := range states {
		for _, a := range artifactsOf(states, s) {
			for _, n := range s.nodes {
				if !s.mayMeet(a, n.id) {
					continue
				}
				looks = append(looks, s.looks(n, a, changing[n.id])...)
				mixes, whole := choices(states, a, n.spec.Inputs)
				if !whole {
					noteTooMany(states[len(states)-1].desired, n.id)
				}
				for _, v := range mixes {
					looks = append(looks, look{id: n.id, manifest: n.manifest, tainted: n.tainted, spec: s, at: a,
						written: s.desired.At, values: v, since: v.since})
				}
			}
		}
	}
	return buildAll(looks, states)
}

// noteTooMany says that not every mix of values was looked at.
func noteTooMany(to *ownership.Desired, id ownership.KustomizationID) {
	u := ownership.Unknown{Subject: "Kustomization " + id.String(),
		Why:    "so many of the ConfigMaps and Secrets that it substitutes from change that not every mix of old and new values was looked at",
		Supply: "change them in commits of their own"}
	if !slices.Contains(to.Unknowns, u) {
		to.Unknowns = append(to.Unknowns, u)
	}
}

// looks gives the manifests of one Kustomization of s that need a look at the
// artifacts of a.
func (s *state) looks(n *node, a *state, changing bool) []look {
	var looks []look
	if s != a && changing {
		looks = append(looks, look{id: n.id, manifest: n.manifest, tainted: n.tainted, spec: s, at: a, written: s.desired.At})
	}
	for _, other := range n.others {
		looks = append(looks, look{id: n.id, manifest: other, tainted: n.tainted, spec: s, at: a, written: s.desired.At})
	}
	return looks
}

// buildAll builds looks, then those at the children they lead to.
func buildAll(looks []look, states []*state) []ownership.View {
	follow := newFollower(states)
	var all []ownership.View
	for round := 0; len(looks) > 0 && round < maxPasses; round++ {
		jobs := make([]func() seen, len(looks))
		for i, l := range looks {
			jobs[i] = func() seen { return l.build() }
		}
		var next []look
		for i, found := range inParallel(jobs) {
			all = append(all, found.view)
			next = append(next, follow.children(looks[i], found)...)
		}
		looks = next
	}
	return all
}

// changingSpecs gives the Kustomizations that some state lacks, or has with
// another spec.
func changingSpecs(states []*state) map[ownership.KustomizationID]bool {
	count := map[ownership.KustomizationID]int{}
	digests := map[ownership.KustomizationID]string{}
	changing := map[ownership.KustomizationID]bool{}
	for _, s := range states {
		for _, n := range s.nodes {
			if known, ok := digests[n.id]; ok && known != n.spec.Digest {
				changing[n.id] = true
			}
			digests[n.id] = n.spec.Digest
			count[n.id]++
		}
	}
	for id, n := range count {
		changing[id] = changing[id] || n < len(states)
	}
	return changing
}

// artifactsOf gives the states whose artifacts a spec of s may meet: its own,
// and one for each other commit.
func artifactsOf(states []*state, s *state) []*state {
	found := []*state{s}
	seen := map[int]bool{s.desired.At.Commit: true}
	for _, a := range states {
		if !seen[a.desired.At.Commit] {
			seen[a.desired.At.Commit] = true
			found = append(found, a)
		}
	}
	return found
}

// mayMeet says whether a spec of s can run at the artifacts of a.
func (s *state) mayMeet(a *state, id ownership.KustomizationID) bool {
	if a.desired.At.Commit >= s.desired.At.Commit {
		return true
	}
	k, _ := s.desired.Kustomization(id)
	return s.otherSource(k)
}

// otherSource says whether somebody above a Kustomization reads from another
// source, so that nothing orders its spec and its artifact (R2.3, H16).
func (s *state) otherSource(k ownership.Kustomization) bool {
	return s.above(k, k.Spec.Source, map[ownership.KustomizationID]bool{})
}

func (s *state) above(k ownership.Kustomization, source ownership.SourceRef, visited map[ownership.KustomizationID]bool) bool {
	if visited[k.ID] {
		return false
	}
	visited[k.ID] = true
	for _, id := range k.Parents {
		parent, ok := s.desired.Kustomization(id)
		if ok && (parent.Spec.Source != source || s.above(parent, source, visited)) {
			return true
		}
	}
	return false
}

// inParallel runs jobs on all cores and gives their results in order.
func inParallel[T any](jobs []func() T) []T {
	results := make([]T, len(jobs))
	var wait sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, job := range jobs {
		free <- struct{}{}
		wait.Go(func() {
			defer func() { <-free }()
			results[i] = job()
		})
	}
	wait.Wait()
	return results
}
