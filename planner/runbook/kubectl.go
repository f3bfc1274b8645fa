package runbook

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

const (
	guardKey  = "kustomize.toolkit.fluxcd.io/prune"
	ownerKey  = "kustomize.toolkit.fluxcd.io/"
	manager   = "--field-manager=fluxmigrate"
	patience  = "--timeout=10m"
	requested = "reconcile.fluxcd.io/requestedAt"
)

// argument names an object for kubectl: kind with its group, so that no other
// kind of that name is meant, and the name behind a slash, so that it cannot
// be taken for a flag.
func argument(o ownership.ObjectID) string {
	if o.Group == "" {
		return o.Kind + "/" + o.Name
	}
	return o.Kind + "." + o.Group + "/" + o.Name
}

// place is where one kubectl command can reach: a namespace of a cluster.
type place struct{ cluster, namespace string }

// perCommand is how many objects one command names at most.
const perCommand = 20

// perPlace builds commands for the objects of each place, in the order of
// their first object.
func perPlace(objects []ownership.ObjectID, build func(scope, names []string) page.Command) []page.Command {
	var order []place
	byPlace := make(map[place][]string)
	for _, o := range objects {
		p := place{o.Cluster, o.Namespace}
		if _, ok := byPlace[p]; !ok {
			order = append(order, p)
		}
		byPlace[p] = append(byPlace[p], argument(o))
	}
	var commands []page.Command
	for _, p := range order {
		if p.cluster != "" {
			commands = append(commands, page.Raw("# on the cluster behind kubeConfig "+page.Visible(p.cluster)+":"))
		}
		for some := range slices.Chunk(byPlace[p], perCommand) {
			commands = append(commands, build(p.scope(), some))
		}
	}
	return commands
}

func (p place) scope() []string {
	if p.namespace == "" {
		return nil
	}
	return []string{"-n", p.namespace}
}

// kubectl puts a command together: verb, scope, names, rest.
func kubectl(verb []string, scope, names []string, rest ...string) page.Command {
	args := append([]string{"kubectl"}, verb...)
	args = append(args, scope...)
	args = append(args, names...)
	return page.Run(append(args, rest...)...)
}

// get prints the lines of a template for each object. Several objects come as
// a list, which the template has to range over.
func get(objects []ownership.ObjectID, lines ...string) []page.Command {
	return perPlace(objects, func(scope, names []string) page.Command {
		body := lines
		if len(names) > 1 {
			body = append([]string{"{range .items[*]}{.kind} {.metadata.name}"}, lines...)
			body = append(body, "{end}")
		}
		return kubectl([]string{"get"}, scope, names).And("-o jsonpath='\n" + strings.Join(body, "\n") + "\n'")
	})
}

// Lines of templates. They hold nothing the user named.
const (
	showOwner    = `owner       {.metadata.labels.kustomize\.toolkit\.fluxcd\.io/name}`
	showOwnersNS = `  of        {.metadata.labels.kustomize\.toolkit\.fluxcd\.io/namespace}`
	showUID      = `uid         {.metadata.uid}`
	showDeleting = `deleting    {.metadata.deletionTimestamp}`
	showGuard    = `prune       {.metadata.annotations.kustomize\.toolkit\.fluxcd\.io/prune}`
	// R6.4: a label guards as an annotation does.
	showGuardLabel = `  as label  {.metadata.labels.kustomize\.toolkit\.fluxcd\.io/prune}`
	showListed     = "{range .status.inventory.entries[*]}/{.id}/\n{end}"
)

// showActed is V2: everything from one read.
var showActed = []string{
	`generation  {.metadata.generation}`,
	`observed    {.status.observedGeneration}`,
	`suspended   {.spec.suspend}`,
	`ready       {.status.conditions[?(@.type=="Ready")].status}`,
	`reconciling {.status.conditions[?(@.type=="Reconciling")].status}`,
	`applied     {.status.lastAppliedRevision}`,
}

func kustomizationObjects(ids []ownership.KustomizationID) []ownership.ObjectID {
	out := make([]ownership.ObjectID, len(ids))
	for i, id := range ids {
		out[i] = id.Object()
	}
	return out
}
