package live

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

const controllerName = "kustomize-controller"

// controller reads a Deployment of kustomize-controller. Two versions at once
// (shards, a rollout) leave the version unknown.
func (c *collector) controller(manifest map[string]any, id ownership.ObjectID) {
	for _, container := range controllerContainers(manifest) {
		found := ownership.Controller{ID: id, Version: tagOf(text(container, "image"))}
		if err := readFlags(&found, texts(container["args"])); err != nil {
			c.assume(id.Display(), fmt.Sprintf("its arguments could not be read (%v); its flags are taken to be the defaults", err))
		}
		c.observed.Controllers = append(c.observed.Controllers, found)
		c.version(found.Version, id)
	}
}

func (c *collector) version(version string, id ownership.ObjectID) {
	versions := &c.observed.Versions
	switch {
	case version == "" || version == versions.KustomizeController:
	case versions.KustomizeController == "" && !c.twoVersions:
		versions.KustomizeController = version
	default:
		versions.KustomizeController, c.twoVersions = "", true
		c.observed.Unknowns = append(c.observed.Unknowns, ownership.Unknown{
			Subject: id.Display(),
			Why:     "runs another version of " + controllerName + " than another Deployment",
			Supply:  "the version that applies, under flux: in fluxmigrate.yaml",
		})
	}
}

// readFlags reads the controller's arguments with the library the controller
// reads them with. Flags that do not matter here are skipped.
func readFlags(c *ownership.Controller, args []string) error {
	flags := pflag.NewFlagSet(controllerName, pflag.ContinueOnError)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	flags.Usage = func() {}
	gates := flags.StringSlice("feature-gates", nil, "")
	overrides := flags.StringArray("override-manager", nil, "")
	flags.BoolVar(&c.NoCrossNamespaceRefs, "no-cross-namespace-refs", false, "")
	flags.BoolVar(&c.NoRemoteBases, "no-remote-bases", false, "")
	flags.StringVar(&c.DefaultServiceAccount, "default-service-account", "", "")
	flags.StringVar(&c.WatchLabelSelector, "watch-label-selector", "", "")
	flags.StringVar(&c.RequeueDependency, "requeue-dependency", "", "")
	flags.StringVar(&c.Concurrent, "concurrent", "", "")
	err := flags.Parse(args)
	c.FeatureGates, c.OverrideManagers = sortedOnce(*gates), sortedOnce(*overrides)
	return err
}

func sortedOnce(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

func texts(list any) []string {
	items, _ := list.([]any)
	var out []string
	for _, item := range items {
		if s, ok := item.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// controllerContainers gives the containers of a Deployment that run
// kustomize-controller, whatever registry its image comes from.
func controllerContainers(manifest map[string]any) []map[string]any {
	containers, _, _ := unstructured.NestedFieldNoCopy(manifest, "spec", "template", "spec", "containers")
	list, _ := containers.([]any)
	var found []map[string]any
	for _, entry := range list {
		container, _ := entry.(map[string]any)
		repository, _, _ := strings.Cut(path.Base(text(container, "image")), ":")
		repository, _, _ = strings.Cut(repository, "@")
		if repository == controllerName {
			found = append(found, container)
		}
	}
	return found
}

// tagOf gives the tag of an image, "" where it has a digest only.
func tagOf(image string) string {
	name, _, _ := strings.Cut(path.Base(image), "@")
	_, tag, _ := strings.Cut(name, ":")
	return tag
}
