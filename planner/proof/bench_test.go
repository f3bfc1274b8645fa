package proof_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
)

// handover is pairs of owners; in one commit n guarded objects move within
// each, which is safe and has to be visited to the end.
func handover(b *testing.B, pairs, objects int) *ownership.Transition {
	b.Helper()
	var before, after, roots strings.Builder
	for p := range pairs {
		fmt.Fprintf(&roots, " K/a%d(path=a%d) K/b%d(path=b%d)", p, p, p, p)
		var list strings.Builder
		for o := range objects {
			fmt.Fprintf(&list, " ConfigMap/x%d-%d+guard", p, o)
		}
		fmt.Fprintf(&before, "  a%d:%s\n  b%d:\n", p, list.String(), p)
		fmt.Fprintf(&after, "  a%d:\n  b%d:%s\n", p, p, list.String())
	}
	text := "root r path=r\ncommit\n  r:" + roots.String() + "\n" + before.String() + "commit\n" + after.String()
	w, err := worlds.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	return w.Follow(w.Transition())
}

// BenchmarkProve shows what a proof costs against the number of like objects
// that one owner hands over, and against the number of owners that do, none of
// which has anything to do with another.
func BenchmarkProve(b *testing.B) {
	for _, size := range []struct{ pairs, objects int }{{1, 10}, {1, 100}, {1, 1000}, {10, 1}, {100, 1}} {
		b.Run(fmt.Sprintf("owners=%d/objects=%d", size.pairs, size.objects), func(b *testing.B) {
			t := handover(b, size.pairs, size.objects)
			states := 0
			for b.Loop() {
				states = proof.Prove(b.Context(), proof.Question{Transition: t, Controller: "v1.9.6"}).States
			}
			b.ReportMetric(float64(states), "states/op")
		})
	}
}
