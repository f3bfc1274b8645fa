// Package oracle_test asks random small questions in two ways and holds the
// answers against each other: the model with and without reductions, the
// checker, a search that remembers nothing, scenes split and unsplit, like
// members of a class, worlds with and without failures.
//
//	make oracle
//
// asks more than 20,000 of them; a plain test run a few hundred. ORACLE is how
// many times as many, ORACLE_SEED which ones. A question that gets two answers
// is made small and printed.
package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"
)

func fromEnv(name string, or int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return or
}

// tally counts the questions of one test by what came of them.
type tally struct {
	start time.Time
	count map[string]int
}

func (y *tally) add(what string) { y.count[what]++ }

func (y *tally) String() string {
	var parts []string
	for what, n := range y.count {
		parts = append(parts, fmt.Sprint(n, " ", what))
	}
	sort.Strings(parts)
	return fmt.Sprintf("%s, %s", strings.Join(parts, ", "), time.Since(y.start).Round(time.Second/10))
}

// ask draws n questions, or ORACLE times as many, and says what came of them,
// as each notes it. The same seed draws the same.
func ask(t *testing.T, n int, one func(t *testing.T, r *rand.Rand, note func(what string))) *tally {
	t.Helper()
	t.Parallel()
	n *= fromEnv("ORACLE", 1)
	seed := uint64(fromEnv("ORACLE_SEED", 20261130))
	y := &tally{start: time.Now(), count: map[string]int{}}
	for i := range n {
		one(t, rand.New(rand.NewPCG(seed, uint64(i))), y.add)
		if t.Failed() {
			t.Fatalf("question %d of seed %d", i, seed)
		}
	}
	t.Logf("ORACLE %s: %d questions: %s", t.Name(), n, y)
	return y
}
