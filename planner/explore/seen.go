package explore

// The seen set finds the index of a state by its hash. It is cut into shards by
// the low bits of the hash, so that several goroutines can add to it. A shard is
// an open table of 8-byte slots:
//
//	high half  the high half of the hash: where the walk begins, and what
//	           spares most comparisons of states
//	low half   the code of the state, plus one; an empty slot is zero
//
// A code is the index of a state or, from the moment a state is found until it
// is numbered, the place of the candidate.
type shard struct {
	slots []uint64
	used  int
	fresh []code // the candidates of this batch that are new states
}

const (
	mostShards = 64 // each goroutine that merges reads the hashes of all candidates
	leastSlots = 64
)

type code uint32

// isCandidate marks a code that is the place of a candidate.
const isCandidate code = 1 << 31

func slot(hash uint64, c code) uint64 { return hash&^0xffffffff | uint64(c+1) }

// add puts a code into an empty place.
func (t *shard) add(place uint32, hash uint64, c code) {
	t.slots[place] = slot(hash, c)
	if t.used++; t.used*4 > len(t.slots)*3 {
		t.double()
	}
}

// double moves the slots into a table of twice the size.
func (t *shard) double() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	for _, s := range old {
		if s != 0 {
			t.slots[t.walk(s>>32, 0)] = s
		}
	}
}

// replace puts a code in the place of another.
func (t *shard) replace(hash uint64, old, c code) {
	t.slots[t.walk(hash>>32, slot(hash, old))] = slot(hash, c)
}

// walk gives the first place for a tag that holds a slot of this value.
func (t *shard) walk(tag, value uint64) uint32 {
	mask := uint32(len(t.slots) - 1)
	p := uint32(tag) & mask
	for t.slots[p] != value {
		p = (p + 1) & mask
	}
	return p
}

// shardOf gives the shard for a hash.
func (s *search[S, L]) shardOf(hash uint64) *shard { return &s.shards[hash&uint64(len(s.shards)-1)] }

// probe looks for a state in the seen set. It gives the code, or the empty
// place where the state belongs.
func (s *search[S, L]) probe(t *shard, hash uint64, state *S) (known code, place uint32, ok bool) {
	mask := uint32(len(t.slots) - 1)
	tag := uint32(hash >> 32)
	for p := tag & mask; ; p = (p + 1) & mask {
		v := t.slots[p]
		if v == 0 {
			return 0, p, false
		}
		if c := code(v) - 1; uint32(v>>32) == tag && *s.state(c) == *state {
			return c, p, true
		}
	}
}

// state gives the state that a code stands for.
func (s *search[S, L]) state(c code) *S {
	if c&isCandidate == 0 {
		return s.states.at(int32(c))
	}
	chunk, k := s.place(c)
	return &s.chunks[chunk].to[k]
}
