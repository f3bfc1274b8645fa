package hazard

import (
	"cmp"
	"slices"
)

// losses gives the ends of objects that both ends of the transition desire,
// one for each (object, by, how): the one with the plainest views, then the
// first found, which has the shortest chain of causes.
func (f *facts) losses() []*end {
	var ends []*end
	for _, o := range f.sorted {
		if !f.kept(o) {
			continue
		}
		var best []*end
		for _, e := range f.ends[o] {
			if e.how == byMaker {
				continue
			}
			i := slices.IndexFunc(best, func(b *end) bool { return b.by == e.by && b.how == e.how })
			switch {
			case i < 0:
				best = append(best, e)
			case e.mixed() < best[i].mixed():
				best[i] = e
			}
		}
		slices.SortStableFunc(best, func(a, b *end) int {
			return cmp.Or(cmp.Compare(a.mixed(), b.mixed()), a.by.Compare(b.by), cmp.Compare(a.how, b.how))
		})
		ends = append(ends, best...)
	}
	return ends
}

// loss writes an end down for others.
func (f *facts) loss(e *end) Loss {
	return Loss{
		Object: e.object, By: e.by, How: e.how, Via: e.via, At: e.at, Held: e.held,
		Adopters:  f.toOwners[e.object],
		Transient: e.how != ByCascade && !f.ownsAtAnEnd(e),
	}
}

func (f *facts) ownsAtAnEnd(e *end) bool {
	return slices.Contains(f.fromOwners[e.object], e.by) || slices.Contains(f.toOwners[e.object], e.by)
}
