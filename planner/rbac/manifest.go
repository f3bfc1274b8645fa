package rbac

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Account is the ServiceAccount that gets the rights.
type Account struct{ Namespace, Name string }

// Manifests writes a ServiceAccount and, for rules, the Roles, ClusterRoles and
// bindings of the given name, as YAML that kubectl takes. The notes are comments
// at the top; resource gives the name that the API has for a kind, in the plural.
func Manifests(w io.Writer, name string, to Account, rules []Rule, notes []string, resource func(ownership.GroupKind) string) error {
	var b strings.Builder
	for _, note := range notes {
		fmt.Fprintf(&b, "# %s\n", line(note))
	}
	fmt.Fprintf(&b, "apiVersion: v1\nkind: ServiceAccount\nmetadata: {namespace: %q, name: %q}\n", to.Namespace, to.Name)
	for _, namespace := range namespaces(rules) {
		role, metadata := "ClusterRole", fmt.Sprintf("{name: %q}", name)
		if namespace != "" {
			role, metadata = "Role", fmt.Sprintf("{namespace: %q, name: %q}", namespace, name)
		}
		fmt.Fprintf(&b, "---\napiVersion: %s/v1\nkind: %s\nmetadata: %s\nrules:\n", group, role, metadata)
		for _, rule := range rules {
			if rule.Namespace == namespace {
				rule.write(&b, resource)
			}
		}
		fmt.Fprintf(&b, "---\napiVersion: %s/v1\nkind: %sBinding\nmetadata: %s\n", group, role, metadata)
		fmt.Fprintf(&b, "roleRef: {apiGroup: %s, kind: %s, name: %q}\n", group, role, name)
		fmt.Fprintf(&b, "subjects:\n- {kind: ServiceAccount, namespace: %q, name: %q}\n", to.Namespace, to.Name)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const group = "rbac.authorization.k8s.io"

func (r Rule) write(b *strings.Builder, resource func(ownership.GroupKind) string) {
	fmt.Fprintf(b, "# %s\n- apiGroups: [%q]\n  resources: [%q]\n", line(r.Because), r.Kind.Group, resource(r.Kind))
	if r.Names != nil {
		fmt.Fprintf(b, "  resourceNames: [%s]\n", quoted(r.Names))
	}
	fmt.Fprintf(b, "  verbs: [%s]\n", quoted(r.Verbs))
}

func namespaces(rules []Rule) []string {
	var all []string
	for _, r := range rules {
		all = append(all, r.Namespace)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func quoted(words []string) string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = fmt.Sprintf("%q", word)
	}
	return strings.Join(all, ", ")
}

// line keeps a comment on its line.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// Defined gives the resources that the CustomResourceDefinitions of the plan's
// states name: a definition is called after its resource and group.
func Defined(t *ownership.Transition) map[ownership.GroupKind]string {
	all := make(map[ownership.GroupKind]string)
	for _, d := range t.States() {
		for _, k := range d.Kustomizations {
			for _, o := range k.Render.Objects {
				if resource, ok := strings.CutSuffix(o.ID.Name, "."+o.Defines.Group); ok && o.Defines.Kind != "" {
					all[o.Defines] = resource
				}
			}
		}
	}
	return all
}
