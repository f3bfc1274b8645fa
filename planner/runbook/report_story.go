package runbook

import (
	"html/template"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// story is the story of the change as it is, as pictures: one before its first
// line and one after each.
type story struct {
	Object  string // that is lost
	Wanted  []string
	Moments []moment
	Drawn   bool // the model says how the object stands
	Explain string
}

// moment is one line and the picture after it.
type moment struct {
	N       int // 0 before the first line
	Text    template.HTML
	Changes []string // in words, what the line changes
	Owners  []ownerCard
	Object  objectCard
}

// ownerCard is a Kustomization in a picture.
type ownerCard struct {
	Name, Role, State     string
	Acts, Lists, Labelled bool
	Absent, Deleting      bool
	Lost                  bool // the object is
}

// objectCard is the object in a picture.
type objectCard struct {
	Name, Label     string
	Exists, Guarded bool
}

// storyboard gives the story; nil where there is none.
func (a author) storyboard() *story {
	lines := a.plan.Naive.Story
	if len(lines) == 0 {
		return nil
	}
	b := storyboard{plan: a.plan, lines: lines, lost: lostIn(lines)}
	b.change, b.changed = changeOf(a.plan, b.lost)
	s := &story{Object: b.lost.Display(), Wanted: displays(b.change.To), Drawn: lines[0].Before != nil, Explain: explainable(lines)}
	texts := Story(lines)
	now := lines[0].Before
	if s.Drawn {
		s.Moments = append(s.Moments, b.picture(0, nil, now, nil))
	}
	for i := range lines {
		then := now
		if lines[i].After != nil {
			now = lines[i].After
		}
		m := b.picture(i+1, then, now, &lines[i])
		m.Text = page.HTMLOf(texts[i])
		s.Moments = append(s.Moments, m)
	}
	return s
}

// storyboard draws the pictures of one story.
type storyboard struct {
	plan    *planner.Plan
	lines   []hazard.Line
	lost    ownership.ObjectID
	change  planner.Change // of the lost object
	changed bool
	been    []ownership.KustomizationID // that were there in a picture before
}

// lostIn gives the object that a story ends: the last that a line is about.
func lostIn(lines []hazard.Line) ownership.ObjectID {
	for _, l := range slices.Backward(lines) {
		if l.Object != (ownership.ObjectID{}) {
			return l.Object
		}
	}
	return ownership.ObjectID{}
}

func changeOf(p *planner.Plan, o ownership.ObjectID) (planner.Change, bool) {
	for _, c := range p.Changes {
		if c.Object == o {
			return c, true
		}
	}
	return planner.Change{}, false
}

// picture gives how it stands after a line; without cards where it is not known.
func (b *storyboard) picture(n int, then, now *hazard.Standing, line *hazard.Line) moment {
	m := moment{N: n}
	if now == nil {
		return m
	}
	if then != nil {
		m.Changes = differences(*then, *now)
	}
	for _, id := range b.cast() {
		card := b.card(id, now)
		card.Acts = line != nil && line.Actor == id.String()
		m.Owners = append(m.Owners, card)
	}
	m.Object = objectCard{Name: b.lost.Display(), Exists: now.Exists, Guarded: now.Guarded}
	if now.Owner != (ownership.KustomizationID{}) {
		m.Object.Label = now.Owner.String()
	}
	return m
}

func (b *storyboard) card(id ownership.KustomizationID, now *hazard.Standing) ownerCard {
	c := ownerCard{
		Name: id.String(), Lists: slices.Contains(now.ListedBy, id), Labelled: now.Exists && now.Owner == id,
		Absent: slices.Contains(now.Absent, id), Deleting: slices.Contains(now.Deleting, id),
		Lost: !now.Exists,
	}
	switch {
	case c.Absent && slices.Contains(b.been, id):
		c.State = "is gone"
	case c.Absent:
		c.State = "is not there yet"
	case c.Deleting:
		c.State = "is being deleted"
	default:
		c.State = "is there"
		b.been = append(b.been, id)
	}
	switch from, to := slices.Contains(b.change.From, id), slices.Contains(b.change.To, id); {
	case from && to:
		c.Role = "owner before and after"
	case from:
		c.Role = "owner before"
	case to:
		c.Role = "owner after"
	}
	return c
}

// cast gives the Kustomizations of the pictures: owners before, owners after,
// then who else lists the object, bears on it or acts.
func (b *storyboard) cast() []ownership.KustomizationID {
	all := slices.Concat(b.change.From, b.change.To)
	for _, l := range b.lines {
		for _, s := range []*hazard.Standing{l.Before, l.After} {
			if s != nil {
				all = append(all, slices.Concat(s.ListedBy, s.Deleting, s.Absent)...)
			}
		}
	}
	for _, l := range b.lines {
		if id, err := ownership.ParseKustomizationID(l.Actor); err == nil {
			all = append(all, id)
		}
	}
	var once []ownership.KustomizationID
	for _, id := range all {
		if !slices.Contains(once, id) {
			once = append(once, id)
		}
	}
	return once
}

// differences says in words what is not as it was.
func differences(then, now hazard.Standing) []string {
	var words []string
	if then.Exists && !now.Exists {
		words = append(words, "the object is deleted")
	}
	if !then.Exists && now.Exists {
		words = append(words, "the object is made anew, with another UID")
	}
	if now.Exists && then.Owner != now.Owner && now.Owner != (ownership.KustomizationID{}) {
		words = append(words, "its label names "+now.Owner.String())
	}
	if now.Exists && then.Guarded != now.Guarded {
		words = append(words, map[bool]string{true: "it is guarded", false: "its guard is gone"}[now.Guarded])
	}
	for _, list := range []struct {
		then, now        []ownership.KustomizationID
		comes, goesAgain string
	}{
		{then.ListedBy, now.ListedBy, " lists it", " does not list it any more"},
		{then.Deleting, now.Deleting, " is being deleted", ""},
		{now.Absent, then.Absent, " is there", " is gone"},
	} {
		words = append(words, news(list.then, list.now, list.comes)...)
		words = append(words, news(list.now, list.then, list.goesAgain)...)
	}
	return words
}

// news says words of those that are now and were not then.
func news(then, now []ownership.KustomizationID, words string) []string {
	var out []string
	for _, id := range now {
		if words != "" && !slices.Contains(then, id) {
			out = append(out, id.String()+words)
		}
	}
	return out
}
