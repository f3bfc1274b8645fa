package ownership

import "slices"

// Selection is one label selector of an object.
type Selection struct {
	Field     string // where it stands, as "spec.selector"
	Kind      string // of what it selects; Pod stands for what makes pods as well
	Namespace string // "" is every one
	Requires  []Requirement
}

// Requirement is one condition of a selector; Operator is one of In, NotIn,
// Exists and DoesNotExist.
type Requirement struct {
	Key, Operator string
	Values        []string
}

// Selects says whether a selection takes an object with the given labels. One
// that requires nothing takes all, and no label matters to it.
func (s Selection) Selects(o ObjectID, labels []Field) bool {
	if s.Namespace != "" && s.Namespace != o.Namespace {
		return false
	}
	return !slices.ContainsFunc(s.Requires, func(r Requirement) bool { return !r.Holds(labels) })
}

// Holds says whether labels meet a requirement. One with an operator that is not
// known holds, so that nothing is concluded from it.
func (r Requirement) Holds(labels []Field) bool {
	i := slices.IndexFunc(labels, func(f Field) bool { return f.Name == r.Key })
	switch r.Operator {
	case "In":
		return i >= 0 && slices.Contains(r.Values, labels[i].Value)
	case "NotIn":
		return i < 0 || !slices.Contains(r.Values, labels[i].Value)
	case "Exists":
		return i >= 0
	case "DoesNotExist":
		return i < 0
	}
	return true
}
