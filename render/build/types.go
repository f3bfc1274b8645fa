package build

import "github.com/fluxmigrate/fluxmigrate/render/tree"

// Options say which controller is imitated.
type Options struct {
	// Strict makes an undefined variable without a default fail the build, as
	// controllers since v1.9.0 do; older ones put an empty string (R4.10).
	Strict bool
}

// Request asks for one build.
type Request struct {
	// Artifact is what source-controller would archive (R4.2).
	Artifact *tree.Tree
	// Manifest is the effective Kustomization, kind
	// kustomize.toolkit.fluxcd.io/v1: spec and metadata. It is not changed.
	Manifest map[string]any
	// Variables resolves substituteFrom; nil has nothing at hand.
	Variables Variables
}

// Variables gives what is known of the ConfigMaps and Secrets that a
// substituteFrom names. Kind is "ConfigMap" or "Secret". It must be safe for
// concurrent use.
type Variables interface {
	Lookup(kind, namespace, name string) Values
}

// Values is what is known of one ConfigMap or Secret. The zero value says that
// it is not at hand: it may exist, and nobody knows with what.
type Values struct {
	State State
	// Data holds the values that can be read, of a Secret decoded; of a source
	// that is not at hand, those that somebody gives for it.
	Data map[string]string
	// Opaque names the keys whose values cannot be read, as in a Secret
	// encrypted with SOPS. Together with the keys of Data they are all keys.
	Opaque []string
}

// State says how much is known of a source of variables.
type State int

// States of a source of variables.
const (
	NotAtHand State = iota
	Found
	Absent // certainly not in the cluster
)

// Result is what one build gives. At most one of Missing, Failed and Unknown
// is set, and Objects is empty then.
type Result struct {
	// Objects in the order of the build, which is kustomize's legacy order.
	Objects []Object
	// Missing: spec.path is not in the artifact (R4.1).
	Missing bool
	// Failed says why the controller's own build would fail (R4.5). It never
	// holds a value that comes from a Secret.
	Failed string
	// Unknown says why nobody can tell what the controller would render.
	Unknown string
	// Supply says what the user can supply to make an unknown known.
	Supply string
	// Basis tells, of an unknown, whether it can have changed: two with an equal
	// one depend on equal files, specs and variables. "" where that is not known.
	Basis string
	// Gathered lists what a made-up kustomization file has, as paths of the
	// repository, a directory with a "/" at its end; nil where the directory has
	// a file of its own (R4.3).
	Gathered []string
	// Assumptions are facts that were taken for granted, sorted.
	Assumptions []string
}

// Object is one object as the controller would apply it: with the common
// metadata, without the owner labels.
type Object struct {
	Data map[string]any
	// File is the repository path that the object comes from; for a generated
	// object the kustomization file that generates it; "" where none is known.
	File string
	// IDUnknown says why apiVersion, kind, name or namespace of the object are
	// not certain; "" where they are.
	IDUnknown string
	// Tainted lists the fields whose value is not certain, sorted, as dotted
	// paths ("spec.path", "spec.patches[0].patch"). A path stands for
	// everything below it.
	Tainted []string
	// Encrypted: the object or data in it is encrypted with SOPS, and the
	// content is opaque.
	Encrypted bool
}
