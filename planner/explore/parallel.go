package explore

import (
	"sync"
	"sync/atomic"
)

// parallel calls do(0) to do(n-1), each once and in no order, on as many
// goroutines as there are workers, and comes back when all of them have.
func parallel(workers, n int, do func(i int)) {
	if min(workers, n) <= 1 {
		for i := range n {
			do(i)
		}
		return
	}
	share(min(workers, n), n, do)
}

// share hands the calls to a fixed number of goroutines, this one among them.
func share(workers, n int, do func(i int)) {
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(i)
		}
	}
	var group sync.WaitGroup
	for range workers - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
}
