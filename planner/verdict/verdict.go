// Package verdict is the one vocabulary of answers: for a naive change, for a
// plan, for a pair of a matrix.
package verdict

// Verdict is one of three answers. The zero value is none of them and never
// valid in output.
type Verdict string

// The three answers.
const (
	Proved  Verdict = "proved"  // nothing that should live can be lost
	Refuted Verdict = "refuted" // some order of events loses something
	Unknown Verdict = "unknown" // we cannot tell; never a success
)

// Worst gives the answer for a whole from the answers for its parts: refuted
// before unknown before proved. No parts are proved.
func Worst(parts ...Verdict) Verdict {
	worst := Proved
	for _, v := range parts {
		switch {
		case v == Refuted:
			return Refuted
		case v != Proved:
			worst = Unknown
		}
	}
	return worst
}
