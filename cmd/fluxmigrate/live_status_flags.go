package main

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// controllerStatus is one Deployment of kustomize-controller, and those of its
// flags that what it owns depends on, where they are not the defaults.
type controllerStatus struct {
	Name    string   `json:"name"`
	Version string   `json:"version"`
	Flags   []string `json:"flags"`
}

// flagsOf writes the flags of a controller as it was given them.
func flagsOf(c ownership.Controller) []string {
	flags := []string{}
	add := func(name, value string) {
		if value != "" {
			flags = append(flags, "--"+name+"="+value)
		}
	}
	add("feature-gates", strings.Join(c.FeatureGates, ","))
	for _, manager := range c.OverrideManagers {
		add("override-manager", manager)
	}
	if c.NoCrossNamespaceRefs {
		flags = append(flags, "--no-cross-namespace-refs")
	}
	if c.NoRemoteBases {
		flags = append(flags, "--no-remote-bases")
	}
	add("default-service-account", c.DefaultServiceAccount)
	add("watch-label-selector", c.WatchLabelSelector)
	add("requeue-dependency", c.RequeueDependency)
	add("concurrent", c.Concurrent)
	return flags
}
