package scene

import "fmt"

// Names is what of a scene is for people only. Two scenes of one digest differ
// in nothing else, so a plan holds such a scene once, and the names of each.
type Names struct {
	Kustomizations []string   `json:"kustomizations"`
	Objects        []string   `json:"objects"`
	Sources        []string   `json:"sources"`
	Commits        []string   `json:"commits"`
	Titles         []string   `json:"titles"`            // of stages
	Words          [][]string `json:"words"`             // of the specs of each Kustomization
	Unknown        [][]string `json:"unknown,omitempty"` // of the builds of each Kustomization; none where all are known
}

// Names gives those of a scene.
func (s *Scene) Names() Names {
	n := Names{Kustomizations: []string{}, Objects: []string{}, Sources: append([]string{}, s.Sources...),
		Commits: append([]string{}, s.Commits...), Titles: []string{}, Words: [][]string{}}
	for _, o := range s.Objects {
		n.Objects = append(n.Objects, o.ID)
	}
	for _, t := range s.Stages {
		n.Titles = append(n.Titles, t.Title)
	}
	unknown, any := [][]string{}, false
	for _, k := range s.Kustomizations {
		words, why := []string{}, []string{}
		for _, spec := range k.Specs {
			words = append(words, spec.Words)
		}
		for _, b := range k.Builds {
			why, any = append(why, b.Unknown), any || b.Unknown != ""
		}
		n.Kustomizations, n.Words, unknown = append(n.Kustomizations, k.ID), append(n.Words, words), append(unknown, why)
	}
	if any {
		n.Unknown = unknown
	}
	return n
}

// Name gives an anonymous scene its names, in place. It fails on names of
// another scene.
func (s *Scene) Name(n Names) error {
	for _, list := range []struct {
		what       string
		has, named int
	}{
		{"Kustomizations", len(s.Kustomizations), len(n.Kustomizations)}, {"objects", len(s.Objects), len(n.Objects)},
		{"sources", len(s.Sources), len(n.Sources)}, {"commits", len(s.Commits), len(n.Commits)},
		{"stages", len(s.Stages), len(n.Titles)}, {"Kustomizations with words", len(s.Kustomizations), len(n.Words)},
	} {
		if list.has != list.named {
			return fmt.Errorf("names: a scene has %d %s, and %d are named", list.has, list.what, list.named)
		}
	}
	s.Sources, s.Commits = n.Sources, n.Commits
	for i := range s.Objects {
		s.Objects[i].ID = n.Objects[i]
	}
	for i := range s.Stages {
		s.Stages[i].Title = n.Titles[i]
	}
	for i := range s.Kustomizations {
		if err := s.Kustomizations[i].name(i, n); err != nil {
			return err
		}
	}
	return nil
}

func (k *Kustomization) name(i int, n Names) error {
	k.ID = n.Kustomizations[i]
	if len(k.Specs) != len(n.Words[i]) {
		return fmt.Errorf("names: %s has %d specs, and %d are named", k.ID, len(k.Specs), len(n.Words[i]))
	}
	for j := range k.Specs {
		k.Specs[j].Words = n.Words[i][j]
	}
	for j := range k.Builds {
		why := ""
		if i < len(n.Unknown) && j < len(n.Unknown[i]) {
			why = n.Unknown[i][j]
		}
		if (why == "") != (k.Builds[j].Unknown == "") {
			return fmt.Errorf("names: build %d of %s is unknown, and nothing says why, or the other way round", j, k.ID)
		}
		k.Builds[j].Unknown = why
	}
	return nil
}
