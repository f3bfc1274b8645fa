package live

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// place names kind, namespace and cluster of objects that share them.
func place(ids []ownership.ObjectID) string {
	if ids[0].Namespace == "" {
		return "kind " + ids[0].Kind + inCluster(ids[0].Cluster)
	}
	return "kind " + ids[0].Kind + " in namespace " + ids[0].Namespace + inCluster(ids[0].Cluster)
}

// How the subject of an unknown names another cluster: alone, or behind a kind.
const (
	clusterWord   = "cluster "
	ofClusterWord = " of " + clusterWord
)

func inCluster(cluster string) string {
	if cluster == "" {
		return ""
	}
	return ofClusterWord + cluster
}

// ofCluster gives the cluster that the subject of an unknown names, or "".
func ofCluster(subject string) string {
	if cluster, ok := strings.CutPrefix(subject, clusterWord); ok {
		return cluster
	}
	_, cluster, _ := strings.Cut(subject, ofClusterWord)
	return cluster
}

// named is how many objects a message names.
const named = 5

func names(ids []ownership.ObjectID) string {
	var all []string
	for i, id := range ids {
		if i == named {
			all = append(all, fmt.Sprintf("%d more", len(ids)-named))
			break
		}
		all = append(all, id.Display())
	}
	return strings.Join(all, ", ")
}

func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}
