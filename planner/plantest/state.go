package plantest

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// State reads a desired state from a text with one Kustomization a line:
//
//	flux-system/root prune path=./cluster: Kustomization flux-system/apps file=cluster/apps.yaml
//	flux-system/apps prune path=./apps dependsOn=flux-system/infra: ConfigMap demo/x, Gateway demo/edge guarded
//
// Before the colon, separated by spaces: NAMESPACE/NAME and any of
//
//	root prune suspend wait force          flags of the spec; root marks a root that something renders
//	path=P policy=P cluster=NS/NAME file=F madeBy=WHO digest=D
//	source=KIND/NS/NAME                    default GitRepository/flux-system/platform
//	dependsOn=NS/NAME healthCheck=NS/NAME  may be repeated
//	substituteFrom=KIND/NAME decryption=KIND/NAME serviceAccountName=KIND/NAME; "?" at the end: optional
//	missing failed unknown unknownID       what the build gives
//
// After it, separated by commas, the objects: KIND[.GROUP] [NS/]NAME and any of
//
//	file=F digest=D guarded reconcileDisabled ssa=S force loadBalancer release=R shard=S
//	defines=GROUP/KIND                     of a CustomResourceDefinition
//	uses=WHY:KIND:NS/NAME                  may be repeated
//
// The file of a Kustomization that another one renders is that of the object
// there, where it names none. Empty lines and lines with # are skipped. A text
// that cannot be read is an error with its line.
func State(name, text string) (*ownership.Desired, error) {
	d := &ownership.Desired{Name: name}
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		k, err := kustomization(line)
		if err != nil {
			return nil, fmt.Errorf("state %s, line %d: %w", name, n+1, err)
		}
		d.Kustomizations = append(d.Kustomizations, k)
	}
	slices.SortFunc(d.Kustomizations, func(a, b ownership.Kustomization) int { return a.ID.Compare(b.ID) })
	link(d)
	return d, nil
}

// link fills in what follows from who renders whom.
func link(d *ownership.Desired) {
	owners := d.Owners()
	for i := range d.Kustomizations {
		k := &d.Kustomizations[i]
		k.Parents = owners[k.ID.Object()]
		k.Root = k.Root || len(k.Parents) == 0
		for _, p := range k.Parents {
			parent, _ := d.Kustomization(p)
			at, _ := slices.BinarySearchFunc(parent.Render.Objects, k.ID.Object(),
				func(o ownership.Object, id ownership.ObjectID) int { return o.ID.Compare(id) })
			object := &parent.Render.Objects[at]
			if k.File == "" {
				k.File = object.File
			}
			if object.Digest == "" {
				object.Digest = k.Spec.Digest
			}
		}
	}
}

func kustomization(line string) (ownership.Kustomization, error) {
	head, objects, _ := strings.Cut(line, ": ")
	words := strings.Fields(strings.TrimSuffix(head, ":"))
	id, err := ownership.ParseKustomizationID(words[0])
	k := ownership.Kustomization{ID: id}
	k.Spec.Source = ownership.SourceRef{Kind: "GitRepository", Namespace: "flux-system", Name: "platform"}
	k.Spec.Digest = digest(strings.Join(words[1:], " "))
	for _, word := range words[1:] {
		if err == nil {
			err = option(&k, word)
		}
	}
	for _, text := range strings.Split(objects, ",") {
		if text = strings.TrimSpace(text); text == "" || err != nil {
			continue
		}
		var o ownership.Object
		o, err = object(text)
		o.ID.Cluster = k.Spec.Cluster
		k.Render.Objects = append(k.Render.Objects, o)
	}
	slices.SortStableFunc(k.Render.Objects, func(a, b ownership.Object) int { return a.ID.Compare(b.ID) })
	return k, err
}

func digest(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s)))[:12] }

func option(k *ownership.Kustomization, word string) error {
	name, value, _ := strings.Cut(word, "=")
	switch name {
	case "root":
		k.Root = true
	case "prune":
		k.Spec.Prune = true
	case "suspend":
		k.Spec.Suspend = true
	case "wait":
		k.Spec.Wait = true
	case "force":
		k.Spec.Force = true
	case "path":
		k.Spec.Path = ownership.CleanPath(value)
	case "policy":
		k.Spec.DeletionPolicy = value
	case "cluster":
		k.Spec.Cluster = value
	case "file":
		k.File = value
	case "madeBy":
		k.MadeBy = value
	case "digest":
		k.Spec.Digest = value
	case "missing":
		k.Render.Missing = true
	case "failed":
		k.Render.Failed = "the build fails"
	case "unknown":
		k.Render.Unknown = "a base is not at hand"
	case "unknownID":
		k.Render.UnknownIDs = append(k.Render.UnknownIDs, "a name has a variable without value")
	default:
		return reference(k, name, value)
	}
	return nil
}

func reference(k *ownership.Kustomization, name, value string) error {
	switch name {
	case "source":
		part := strings.Split(value, "/")
		if len(part) != 3 {
			return fmt.Errorf("source %q is not KIND/NS/NAME", value)
		}
		k.Spec.Source = ownership.SourceRef{Kind: part[0], Namespace: part[1], Name: part[2]}
	case "healthCheck":
		on, err := ownership.ParseKustomizationID(value)
		k.Spec.HealthChecks = append(k.Spec.HealthChecks, on)
		return err
	case "dependsOn":
		on, err := ownership.ParseKustomizationID(value)
		k.Spec.DependsOn = append(k.Spec.DependsOn, ownership.Dependency{On: on})
		return err
	case ownership.ForSubstitution, ownership.ForDecryption, ownership.ForImpersonation, ownership.ForKubeConfig:
		kind, input, ok := strings.Cut(strings.TrimSuffix(value, "?"), "/")
		if !ok {
			return fmt.Errorf("%s %q is not KIND/NAME", name, value)
		}
		k.Spec.Inputs = append(k.Spec.Inputs, ownership.Input{
			Object:  ownership.ObjectID{Kind: kind, Namespace: k.ID.Namespace, Name: input},
			Purpose: name, Optional: strings.HasSuffix(value, "?"),
		})
	default:
		return fmt.Errorf("unknown word %q", name)
	}
	return nil
}
