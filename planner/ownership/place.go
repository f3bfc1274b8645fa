package ownership

import "strings"

// Place is what the subject of a live unknown says of the objects it is about:
// the cluster, and of it maybe a kind and a namespace only.
type Place struct {
	Cluster   string
	Kind      string // as "Gateway" or "Gateway.gateway.networking.k8s.io"; "" is every one
	Namespace string // "" is every one
}

// How a subject is written: "kind K", "kind K in namespace N", either with
// " of cluster C", and "cluster C".
const (
	kindWord      = "kind "
	namespaceWord = " in namespace "
	clusterWord   = "cluster "
	ofClusterWord = " of " + clusterWord
)

// Subject writes the place as the subject of an unknown.
func (p Place) Subject() string {
	if p.Kind == "" {
		return clusterWord + p.Cluster
	}
	subject := kindWord + p.Kind
	if p.Namespace != "" {
		subject += namespaceWord + p.Namespace
	}
	if p.Cluster != "" {
		subject += ofClusterWord + p.Cluster
	}
	return subject
}

// PlaceOf reads a subject, and says whether it is that of a place.
func PlaceOf(subject string) (Place, bool) {
	if cluster, ok := strings.CutPrefix(subject, clusterWord); ok {
		return Place{Cluster: cluster}, true
	}
	rest, ok := strings.CutPrefix(subject, kindWord)
	if !ok {
		return Place{}, false
	}
	rest, cluster, _ := strings.Cut(rest, ofClusterWord)
	kind, namespace, _ := strings.Cut(rest, namespaceWord)
	return Place{cluster, kind, namespace}, true
}

// Holds says whether an object lies in the place.
func (p Place) Holds(o ObjectID) bool {
	sameKind := p.Kind == "" || p.Kind == o.Kind || p.Kind == o.Kind+"."+o.Group
	return o.Cluster == p.Cluster && sameKind && (p.Namespace == "" || p.Namespace == o.Namespace)
}
