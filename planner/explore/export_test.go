package explore

import "context"

// RunSmall is Run with chunks of 3 states and batches of 4 chunks, so that a
// small model has many of them, and with hashes of which only the bits of mask
// count, so that unlike states collide.
func RunSmall[S comparable, L any](ctx context.Context, m Model[S, L], o Options[S, L], mask uint64) Result[S, L] {
	s := newSearch(ctx, m, o)
	s.sizes, s.hashMask = sizes{chunk: 3, batch: 4}, mask
	s.run()
	return s.result
}
