package worlds

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Token is one object as written in a path. Objects of one content and one set
// of traits have one digest.
type Token struct {
	Object    ownership.Object
	Spec      ownership.Spec // of a Kustomization
	Content   string         // the word behind =
	Immutable bool           // a change of its content is refused, unless by force
	Guards    bool           // of a Kustomization: its commonMetadata guards what it applies
}

// IsKustomization says whether the object is a Kustomization.
func (tok Token) IsKustomization() bool {
	_, ok := tok.Object.ID.AsKustomization()
	return ok
}

// ParseToken reads KIND/NAME[@NAMESPACE][(WORD,…)][=CONTENT][+TRAIT…].
func ParseToken(word string) (Token, error) {
	var tok Token
	digest := word
	tok.Spec.Prune = true
	attrs := ""
	if head, tail, ok := strings.Cut(word, "("); ok {
		inside, traits, closed := strings.Cut(tail, ")")
		if !closed {
			return tok, fmt.Errorf("no ) in %q", word)
		}
		word, attrs = head+traits, inside
	}
	word, traits, _ := strings.Cut(word, "+")
	word, tok.Content, _ = strings.Cut(word, "=")
	word, ns, other := strings.Cut(word, "@")
	kind, name, ok := strings.Cut(word, "/")
	if !ok {
		return tok, fmt.Errorf("%q is not KIND/NAME", word)
	}
	id := tok.identify(kind, name)
	if other {
		id.Namespace = ns
	}
	if err := tok.attributes(attrs, &id); err != nil {
		return tok, err
	}
	tok.Object.ID, tok.Object.Digest, tok.Spec.Digest = id, digest, attrs
	return tok, tok.traits(traits)
}

func (tok *Token) identify(kind, name string) ownership.ObjectID {
	id := ownership.ObjectID{Kind: kind, Namespace: "demo", Name: name}
	switch kind {
	case "K":
		id = ownership.KustomizationID{Namespace: "flux", Name: name}.Object()
	case "Namespace":
		id.Namespace = ""
	case "CRD":
		id.Namespace = ""
		tok.Object.Defines = ownership.GroupKind{Kind: name}
	}
	return id
}

func (tok *Token) traits(text string) error {
	for trait := range strings.SplitSeq(text, "+") {
		if !tok.trait(trait) {
			return fmt.Errorf("unknown trait %q", trait)
		}
	}
	return nil
}

func (tok *Token) trait(trait string) bool {
	switch trait {
	case "":
	case "guard":
		tok.Object.Traits.PruneDisabled = true
	case "disabled":
		tok.Object.Traits.ReconcileDisabled = true
	case "ignore":
		tok.Object.Traits.SSA = "Ignore"
	case "ifnotpresent":
		tok.Object.Traits.SSA = "IfNotPresent"
	case "force":
		tok.Object.Traits.Force = true
	case "immutable":
		tok.Immutable = true
	default:
		return false
	}
	return true
}

func (tok *Token) attributes(text string, id *ownership.ObjectID) error {
	for attr := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(attr, "=")
		switch name {
		case "":
		case "path":
			tok.Spec.Path = value
		case "noprune":
			tok.Spec.Prune = false
		case "suspend":
			tok.Spec.Suspend = true
		case "force":
			tok.Spec.Force = true
		case "wait":
			tok.Spec.Wait = true
		case "meta":
			tok.Guards = true
		case "policy":
			tok.Spec.DeletionPolicy = value
		case "cluster":
			tok.Spec.Cluster = value
		case "ns":
			id.Namespace = value
		case "dep":
			on := ownership.KustomizationID{Namespace: "flux", Name: value}
			tok.Spec.DependsOn = append(tok.Spec.DependsOn, ownership.Dependency{On: on})
		case "input":
			kind, name, _ := strings.Cut(value, ":")
			tok.Spec.Inputs = append(tok.Spec.Inputs, ownership.Input{Purpose: ownership.ForDecryption,
				Object: ownership.ObjectID{Kind: kind, Namespace: id.Namespace, Name: name}})
		case "uses":
			kind, name, _ := strings.Cut(value, ":")
			tok.Object.Uses = append(tok.Object.Uses, ownership.Use{Why: "sourceRef",
				Object: ownership.ObjectID{Kind: kind, Namespace: "demo", Name: name}})
		case "release":
			tok.Object.Release = value
		default:
			return fmt.Errorf("unknown word %q", name)
		}
	}
	return nil
}
