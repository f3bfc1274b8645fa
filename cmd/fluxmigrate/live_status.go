package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// clusterStatus is the answer of status.
type clusterStatus struct {
	APIVersion     string                `json:"apiVersion"`
	Kind           string                `json:"kind"`
	Live           string                `json:"live"`
	Flux           string                `json:"kustomizeController"`
	Kubernetes     string                `json:"kubernetes"`
	Controllers    []controllerStatus    `json:"controllers"`
	Kustomizations []kustomizationStatus `json:"kustomizations"`
	Contested      []contest             `json:"contested"`
	Orphans        []orphan              `json:"orphans"`
	Unknowns       []planner.Unknown     `json:"unknowns"`
	Assumptions    []planner.Assumption  `json:"assumptions"`
}

type kustomizationStatus struct {
	Name        ownership.KustomizationID `json:"name"`
	Ready       bool                      `json:"ready"`
	Reason      string                    `json:"reason"`
	Suspended   bool                      `json:"suspended"`
	Deleting    bool                      `json:"deleting"`
	Prune       bool                      `json:"prune"`
	Source      string                    `json:"source"`
	Revision    string                    `json:"revision"` // the source's, "" where it has none
	Applied     string                    `json:"applied"`
	Inventory   int                       `json:"inventory"`
	Parent      string                    `json:"parent"` // "" of a root
	MadeBy      string                    `json:"madeBy"`
	Evidence    string                    `json:"evidence"`
	Fingerprint string                    `json:"fingerprint"`
	// Of the objects in its inventory: those whose owner labels name another,
	// those that are not there, those that were not read, those being deleted.
	Others  []ownership.ObjectID `json:"others"`
	Missing []ownership.ObjectID `json:"missing"`
	NotRead []ownership.ObjectID `json:"notRead"`
	Dying   []ownership.ObjectID `json:"dying"`
}

type contest struct {
	Object ownership.ObjectID          `json:"object"`
	By     []ownership.KustomizationID `json:"by"`
}

type orphan struct {
	Object ownership.ObjectID        `json:"object"`
	Owner  ownership.KustomizationID `json:"owner"`
}

func statusCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "status",
		Usage:     "say how the Kustomizations of a cluster stand, and whether owner labels and inventories agree",
		UsageText: "fluxmigrate status [--live FILE] [flags]",
		Description: "The cluster is that of the kubeconfig's current context, as for kubectl, or that of a snapshot.\n" +
			"It reports and judges nothing: the exit status is 4 where something could not be read, else 0.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "live", Usage: "a snapshot `FILE` in place of a cluster", TakesFile: true},
			outputFlag(pageForms...),
		}, connectionFlags()...),
		Action: func(ctx *cli.Context) error {
			if ctx.NArg() > 0 {
				return usagef("", "status takes no arguments, and was given %s", quotedList(ctx.Args().Slice()))
			}
			c := common{form: formOf(ctx)}
			if c.live = ctx.String("live"); c.live == "" {
				c.connect = readConnection(ctx)
			} else {
				c.live, c.connect, c.misled = fileOrCluster(ctx)
			}
			if err := c.validate(pageForms...); err != nil {
				return err
			}
			return showStatus(c, out)
		},
	}
}

func showStatus(c common, out output) error {
	observed, err := c.observe()
	if err != nil {
		return err
	}
	d := statusDocument(observed)
	if err := out.page(c.form, d.page(), d); err != nil {
		return err
	}
	if len(d.Unknowns) > 0 {
		return statusOf(verdict.Unknown)
	}
	return nil
}

func statusDocument(o *ownership.Observed) *clusterStatus {
	d := &clusterStatus{APIVersion: planner.APIVersion, Kind: "Status", Live: o.From, Flux: o.Versions.KustomizeController,
		Kubernetes: o.Versions.Kubernetes, Controllers: []controllerStatus{}, Kustomizations: []kustomizationStatus{}, Contested: []contest{}, Orphans: []orphan{},
		Unknowns: []planner.Unknown{}, Assumptions: []planner.Assumption{}}
	for _, c := range o.Controllers {
		d.Controllers = append(d.Controllers, controllerStatus{c.ID.Namespace + "/" + c.ID.Name, c.Version, flagsOf(c)})
	}
	for _, k := range o.Kustomizations {
		d.Kustomizations = append(d.Kustomizations, statusOfKustomization(o, k))
	}
	for _, c := range o.Contests() {
		d.Contested = append(d.Contested, contest(c))
	}
	for _, x := range o.Orphans() {
		d.Orphans = append(d.Orphans, orphan{x.ID, x.Owner})
	}
	for _, u := range o.Unknowns {
		d.Unknowns = append(d.Unknowns, planner.Unknown(u))
	}
	for _, a := range o.Assumptions {
		d.Assumptions = append(d.Assumptions, planner.Assumption(a))
	}
	return d
}

func statusOfKustomization(o *ownership.Observed, k ownership.ObservedKustomization) kustomizationStatus {
	s := kustomizationStatus{
		Name: k.ID, Ready: k.Ready, Reason: k.ReadyReason, Suspended: k.Spec.Suspend, Deleting: k.Deleting, Prune: k.Spec.Prune,
		Source: k.Spec.Source.String(), Applied: k.LastAppliedRevision, Inventory: len(k.Inventory), MadeBy: k.MadeBy,
		Evidence: k.Evidence, Fingerprint: o.Fingerprint(k.ID),
		Others: []ownership.ObjectID{}, Missing: []ownership.ObjectID{}, NotRead: []ownership.ObjectID{}, Dying: []ownership.ObjectID{},
	}
	if k.Owner != (ownership.KustomizationID{}) && k.Owner != k.ID {
		s.Parent = k.Owner.String()
	}
	for _, source := range o.Sources {
		if source.Ref == k.Spec.Source {
			s.Revision = source.Revision
		}
	}
	for _, id := range k.Inventory {
		x, there := o.Object(id)
		switch {
		case !there && slices.Contains(o.Missing, id):
			s.Missing = append(s.Missing, id)
		case !there:
			s.NotRead = append(s.NotRead, id)
		case x.Owner != k.ID:
			s.Others = append(s.Others, id)
		}
		if x.Deleting {
			s.Dying = append(s.Dying, id)
		}
	}
	return s
}
