package ownership

import "strings"

// Fetch is how a source follows what is pushed: not at all while it is
// suspended, and not by itself while it names one commit, tag or digest.
type Fetch struct {
	Suspended bool
	Pinned    string // as "tag v1.2.0"; "" where it follows
}

// Stands says whether what is pushed does not reach the source by itself.
func (f Fetch) Stands() bool { return f.Suspended || f.Pinned != "" }

// PinnedBy gives the reference that keeps a source of a kind from following
// what is pushed, of its spec.ref; "" where none does. Where there are several,
// source-controller takes the first of this order (GitRepository and
// OCIRepository, spec.ref). Ranges of versions, branches and the tags of a
// registry follow.
func PinnedBy(kind string, ref map[string]string) string {
	for _, field := range []string{"digest", "commit", "name", "semver", "tag"} {
		switch value := ref[field]; {
		case value == "":
		case field == "digest", field == "commit",
			field == "name" && strings.HasPrefix(value, "refs/tags/"),
			field == "tag" && kind != "OCIRepository":
			return field + " " + value
		default:
			return ""
		}
	}
	return ""
}

// CommitOf gives the commit that a revision of a GitRepository names, as
// "main@sha1:HASH" or, before v0.36, "main/HASH"; one that is a commit itself is
// given as it is.
func CommitOf(revision string) string { return revision[strings.LastIndexAny(revision, ":/")+1:] }
