package scene

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Digest is equal for two scenes that are the same question: they may differ
// in names, titles and words only.
func (s *Scene) Digest() string {
	content, err := json.Marshal(s.Anonymous())
	if err != nil {
		panic(err) // plain data
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Anonymous gives a copy without what is for people only: see Names. Why a build
// is unknown is "?".
func (s *Scene) Anonymous() Scene {
	a := *s
	a.Objects = append([]Object(nil), s.Objects...)
	for i := range a.Objects {
		a.Objects[i].ID = ""
	}
	a.Kustomizations = append([]Kustomization(nil), s.Kustomizations...)
	for i := range a.Kustomizations {
		k := &a.Kustomizations[i]
		k.ID = ""
		k.Specs = append([]Spec(nil), k.Specs...)
		for j := range k.Specs {
			k.Specs[j].Words = ""
		}
		k.Builds = append([]Build(nil), k.Builds...)
		for j := range k.Builds {
			if k.Builds[j].Unknown != "" {
				k.Builds[j].Unknown = "?"
			}
		}
	}
	a.Sources, a.Commits = make([]string, len(s.Sources)), make([]string, len(s.Commits))
	a.Stages = append([]Stage(nil), s.Stages...)
	for i := range a.Stages {
		a.Stages[i].Title = ""
	}
	return a
}
