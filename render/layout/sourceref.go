package layout

import "github.com/fluxmigrate/fluxmigrate/planner/ownership"

// ParseSourceRef reads [KIND/]NAMESPACE/NAME; the kind is GitRepository where
// it is left out.
func ParseSourceRef(s string) (ownership.SourceRef, error) { return parseSource(s) }
