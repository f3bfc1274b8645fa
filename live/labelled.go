package live

import (
	"context"
	"fmt"
	"maps"
	"slices"

	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// ownedSelector selects what carries the owner labels of some Kustomization.
const ownedSelector = ownership.KustomizationGroup + "/name"

// readLabelled reads what carries owner labels. In another cluster they may be
// those of a Flux of its own, which this one knows nothing of.
func (s *session) readLabelled(ctx context.Context, mapping *apimeta.RESTMapping) error {
	if s.cluster != "" {
		return nil
	}
	labelled, err := s.partial.all(ctx, mapping, "", metav1.ListOptions{LabelSelector: ownedSelector})
	if err != nil {
		if err := fatal(ctx, err); err != nil {
			return err
		}
		s.noteUnlisted(mapping, err)
	}
	for _, fields := range labelled {
		if err := s.keep(fields); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) noteUnlisted(mapping *apimeta.RESTMapping, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unlisted[mapping.GroupVersionKind.GroupKind().String()] = err
}

// sayUnlisted says, once, of which kinds orphans were not looked for.
func (s *session) sayUnlisted() {
	kinds := slices.Sorted(maps.Keys(s.unlisted))
	switch {
	case len(kinds) == 1:
		s.assume("kind "+kinds[0], "orphans of this kind were not looked for: "+s.unlisted[kinds[0]].Error())
	case len(kinds) > 1:
		s.assume("orphans", fmt.Sprintf("those of %d kinds were not looked for (%s), as with the first: %v", len(kinds), firstOf(kinds), s.unlisted[kinds[0]]))
	}
}
