package sim

import "strings"

// Reductions are ways to leave states out because nobody can tell the
// difference, a bit each: docs/model.md gives the argument for each of them.
// Those of reduce.go are always taken together, unless nothing is reduced.
type Reductions uint16

// The reductions.
const (
	JoinLook     Reductions = 1 << iota // a run looks at its cache when it reads its source
	JoinWork                            // and begins to work at once, where that shows nowhere
	JoinApply                           // an apply writes without reading before
	DecideEarly                         // what is read alike at any instant of a run is read when it builds
	JoinFailures                        // deletions fail, and objects of others are passed over, at the end of a run
	JoinEnd                             // a run whose end would change nothing is over
	DropSeen                            // what people have seen in a stage they do not look at again
	DropStatus                          // Ready and the applied commit, where nobody asks for that commit any more
	DropEntries                         // places in inventories that no run will look at
	DropVersions                        // versions in the cache with which a run does nothing
	AskApart                            // safety is asked without what bears on completion alone
	LikeBuilds                          // of builds that put alike, the first counts

	AllReductions = 1<<iota - 1
)

var reductionNames = []string{"JoinLook", "JoinWork", "JoinApply", "DecideEarly", "JoinFailures", "JoinEnd", "DropSeen", "DropStatus", "DropEntries", "DropVersions", "AskApart", "LikeBuilds"}

func (r Reductions) String() string {
	var names []string
	for i, name := range reductionNames {
		if r&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "|")
}

// may says whether a reduction may be made here. Each has a condition beside
// it; tests forget that of one, to see whether they would find out.
func (m *Model) may(r Reductions, condition bool) bool {
	return m.less != nil && m.less.on&r != 0 && (condition || m.less.careless&r != 0)
}
