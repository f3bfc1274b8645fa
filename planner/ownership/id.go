package ownership

import (
	"cmp"
	"fmt"
	"strings"
)

// rbacGroup is the one group whose object names may hold colons, which the
// inventory writes as two underscores (cli-utils v1.2.3,
// pkg/object/objmetadata.go, ObjMetadata.String).
const rbacGroup = "rbac.authorization.k8s.io"

// ObjectID identifies one object of one cluster the way an inventory of
// kustomize-controller does: without version and without UID (R6.1, R8.1).
// The zero value identifies nothing.
type ObjectID struct {
	// Cluster is empty for the cluster Flux runs in, else the
	// namespace/name of the Secret or ConfigMap behind spec.kubeConfig (R8.7).
	Cluster   string
	Group     string
	Kind      string
	Namespace string
	Name      string
}

// String gives the inventory form ns_name_group_kind, behind "cluster/" for
// an object of another cluster. ParseObjectID reads it back.
func (o ObjectID) String() string {
	name := o.Name
	if o.isRBAC() {
		name = strings.ReplaceAll(name, ":", "__")
	}
	id := o.Namespace + "_" + name + "_" + o.Group + "_" + o.Kind
	if o.Cluster != "" {
		return o.Cluster + "/" + id
	}
	return id
}

func (o ObjectID) isRBAC() bool {
	switch o.Kind {
	case "Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding":
		return o.Group == rbacGroup
	}
	return false
}

// Display gives the form people read: "Gateway demo/edge". The group is left
// out; two kinds of one name in different groups are rare enough for prose and
// never confused in machine output, which uses String.
func (o ObjectID) Display() string {
	name := o.Name
	if o.Namespace != "" {
		name = o.Namespace + "/" + name
	}
	if o.Cluster != "" {
		name += " (cluster " + o.Cluster + ")"
	}
	return o.Kind + " " + name
}

// Compare orders ids by cluster, namespace, kind, group, name.
func (o ObjectID) Compare(p ObjectID) int {
	return cmp.Or(
		cmp.Compare(o.Cluster, p.Cluster),
		cmp.Compare(o.Namespace, p.Namespace),
		cmp.Compare(o.Kind, p.Kind),
		cmp.Compare(o.Group, p.Group),
		cmp.Compare(o.Name, p.Name),
	)
}

// MarshalText makes an id its inventory form in JSON, as value and as key.
func (o ObjectID) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText is ParseObjectID.
func (o *ObjectID) UnmarshalText(text []byte) error {
	id, err := ParseObjectID(string(text))
	*o = id
	return err
}

// ParseObjectID reads the inventory form. Like kustomize-controller it turns
// every "__" of the name into ":" (R8.1), whatever the kind; only for kinds of
// RBAC does String turn it back. It refuses a text without the three
// separators, one without a kind, one without a name (controllers up to v1.6
// wrote such entries for skipped objects, R8.2), and a cluster that is not
// namespace/name.
func ParseObjectID(s string) (ObjectID, error) {
	var id ObjectID
	rest := s
	if i := strings.LastIndex(rest, "/"); i >= 0 {
		id.Cluster, rest = rest[:i], rest[i+1:]
		if _, err := ParseKustomizationID(id.Cluster); err != nil {
			return ObjectID{}, idError(s)
		}
	}
	namespace, rest, ok := strings.Cut(rest, "_")
	kindAt := strings.LastIndex(rest, "_")
	if !ok || kindAt < 0 {
		return ObjectID{}, idError(s)
	}
	id.Namespace, id.Kind, rest = namespace, rest[kindAt+1:], rest[:kindAt]
	groupAt := strings.LastIndex(rest, "_")
	if groupAt < 0 {
		return ObjectID{}, idError(s)
	}
	id.Group, id.Name = rest[groupAt+1:], strings.ReplaceAll(rest[:groupAt], "__", ":")
	if id.Name == "" {
		return ObjectID{}, fmt.Errorf("inventory entry %q has no name", s)
	}
	if id.Kind == "" {
		return ObjectID{}, idError(s)
	}
	return id, nil
}

func idError(s string) error {
	return fmt.Errorf("inventory entry %q is not of the form NAMESPACE_NAME_GROUP_KIND", s)
}

// Group and kind of a Flux Kustomization.
const (
	KustomizationGroup = "kustomize.toolkit.fluxcd.io"
	KustomizationKind  = "Kustomization"
)

// KustomizationID names a Flux Kustomization. Every Kustomization the planner
// follows lives in the cluster Flux runs in.
type KustomizationID struct {
	Namespace string
	Name      string
}

// String gives namespace/name.
func (k KustomizationID) String() string { return k.Namespace + "/" + k.Name }

// Object gives the Kustomization as the object that its parent owns.
func (k KustomizationID) Object() ObjectID {
	return ObjectID{Group: KustomizationGroup, Kind: KustomizationKind, Namespace: k.Namespace, Name: k.Name}
}

// Compare orders by namespace, then name.
func (k KustomizationID) Compare(l KustomizationID) int {
	return cmp.Or(cmp.Compare(k.Namespace, l.Namespace), cmp.Compare(k.Name, l.Name))
}

// MarshalText gives namespace/name.
func (k KustomizationID) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText is ParseKustomizationID.
func (k *KustomizationID) UnmarshalText(text []byte) error {
	id, err := ParseKustomizationID(string(text))
	*k = id
	return err
}

// ParseKustomizationID reads namespace/name.
func ParseKustomizationID(s string) (KustomizationID, error) {
	ns, name, ok := strings.Cut(s, "/")
	if !ok || ns == "" || name == "" || strings.Contains(name, "/") {
		return KustomizationID{}, fmt.Errorf("%q is not of the form NAMESPACE/NAME", s)
	}
	return KustomizationID{Namespace: ns, Name: name}, nil
}

// AsKustomization gives the Kustomization an object is, and whether it is one.
func (o ObjectID) AsKustomization() (KustomizationID, bool) {
	if o.Group != KustomizationGroup || o.Kind != KustomizationKind || o.Cluster != "" {
		return KustomizationID{}, false
	}
	return KustomizationID{Namespace: o.Namespace, Name: o.Name}, true
}
