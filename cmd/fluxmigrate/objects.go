package main

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// shortNames are those that kubectl takes for kinds.
var shortNames = map[string]string{
	"svc": "Service", "deploy": "Deployment", "sts": "StatefulSet", "ds": "DaemonSet", "cm": "ConfigMap", "sa": "ServiceAccount",
	"pv": "PersistentVolume", "pvc": "PersistentVolumeClaim", "ns": "Namespace", "ing": "Ingress", "netpol": "NetworkPolicy",
	"crd": "CustomResourceDefinition", "cj": "CronJob", "hpa": "HorizontalPodAutoscaler", "pdb": "PodDisruptionBudget",
	"sc": "StorageClass", "ks": "Kustomization", "hr": "HelmRelease", "gitrepo": "GitRepository", "helmrepo": "HelmRepository",
	"ocirepo": "OCIRepository", "gw": "Gateway", "gtw": "Gateway", "cert": "Certificate",
}

// sameKind says whether a word as people type it means that kind: in any case,
// as a plural, or as a short name.
func sameKind(word, kind string) bool {
	lower := strings.ToLower(word)
	if long, ok := shortNames[lower]; ok && long == kind {
		return true
	}
	kind = strings.ToLower(kind)
	return slices.Contains([]string{kind, kind + "s", kind + "es", strings.TrimSuffix(kind, "y") + "ies"}, lower)
}

// named says whether a name as people type it means the object.
func named(o ownership.ObjectID, name string) bool {
	if name == o.String() {
		return true
	}
	kind, rest, ok := strings.Cut(name, "/")
	if !ok {
		return false
	}
	kind, group, grouped := strings.Cut(kind, ".")
	if !sameKind(kind, o.Kind) || grouped && group != o.Group {
		return false
	}
	return rest == o.Name || rest == o.Namespace+"/"+o.Name
}

// isKind says whether a word is the kind of any object of the state.
func isKind(d *ownership.Desired, word string) bool {
	word, group, grouped := strings.Cut(word, ".")
	for o := range d.Owners() {
		if sameKind(word, o.Kind) && (!grouped || group == o.Group) {
			return true
		}
	}
	return false
}

// joinKinds makes one name of a kind and the name behind it: Service demo/web.
func joinKinds(d *ownership.Desired, args []string) []string {
	var names []string
	for i := 0; i < len(args); i++ {
		if i+1 < len(args) && !strings.ContainsAny(args[i], "/_") && isKind(d, args[i]) {
			names = append(names, args[i]+"/"+args[i+1])
			i++
			continue
		}
		names = append(names, args[i])
	}
	return names
}
