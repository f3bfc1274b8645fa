package sim

import "slices"

// Standing is how the subject of a scene stands at one moment, as the API has
// it: what decides whether a prune or a finalizer deletes it (R0.2, R0.3).
type Standing struct {
	Exists   bool     `json:"exists"`
	Guarded  bool     `json:"guarded,omitempty"`
	Owner    string   `json:"owner,omitempty"`    // the Kustomization that its labels name; "" for none of the scene
	ListedBy []string `json:"listedBy,omitempty"` // the Kustomizations whose inventories list it
	Deleting []string `json:"deleting,omitempty"` // those that are being deleted
	Absent   []string `json:"absent,omitempty"`   // those that do not exist
}

// standing gives that of a state.
func (m *Model) standing(c *cluster) *Standing {
	subject := c.objects[m.s.Subject]
	s := &Standing{Exists: subject.exists, Guarded: subject.exists && subject.guarded()}
	if subject.exists && subject.owner >= 0 {
		s.Owner = m.s.Kustomizations[subject.owner].ID
	}
	for k, ks := range m.s.Kustomizations {
		if c.ks[k].n == 0 {
			s.Absent = append(s.Absent, ks.ID)
			continue
		}
		api := c.ks[k].api()
		if api.inventory&bit(m.s.Subject) != 0 {
			s.ListedBy = append(s.ListedBy, ks.ID)
		}
		if api.deleting {
			s.Deleting = append(s.Deleting, ks.ID)
		}
	}
	return s
}

// standsTold says whether the states of the model are true to the inventories:
// not where it has forgotten entries that make no difference.
func (m *Model) standsTold() bool { return m.less == nil || m.less.on&DropEntries == 0 }

// stand says with the first line how the subject stood before it, and with each
// line how it stands after it, where that is not as it was.
func (t *teller) stand(line *Line, first bool) {
	if !t.m.standsTold() {
		return
	}
	if first {
		line.Before = t.stood
	}
	if now := t.m.standing(&t.after); !now.same(t.stood) {
		line.After, t.stood = now, now
	}
}

func (s *Standing) same(o *Standing) bool {
	return s.Exists == o.Exists && s.Guarded == o.Guarded && s.Owner == o.Owner && slices.Equal(s.ListedBy, o.ListedBy) &&
		slices.Equal(s.Deleting, o.Deleting) && slices.Equal(s.Absent, o.Absent)
}
