package explore

// A column keeps one value for each state, in segments: a large column grows
// without being copied, so memory stays linear in the number of states.
type column[T any] struct {
	segments [][]T
}

const (
	segmentBits = 16
	segmentSize = 1 << segmentBits
)

// at gives the place of the value of state i.
func (c *column[T]) at(i int32) *T {
	return &c.segments[i>>segmentBits][i&(segmentSize-1)]
}

// grow makes place for the states 0 to n-1. Places given out before are stale.
func (c *column[T]) grow(n int) {
	if len(c.segments) == 0 {
		c.segments = append(c.segments, nil)
	}
	// Most models are small: the first segment is as long as it has to be.
	if first := c.segments[0]; len(first) < min(n, segmentSize) {
		size := min(max(n, 2*len(first)), segmentSize)
		c.segments[0] = append(make([]T, 0, size), first...)[:size]
	}
	for len(c.segments)*segmentSize < n {
		c.segments = append(c.segments, make([]T, segmentSize))
	}
}
