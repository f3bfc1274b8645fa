package hazard

import (
	"fmt"
	"strings"
)

// MoveData is the remedy of FM-034.
const MoveData Remedy = "move what the objects hold to the other cluster first, and sweep the old one by name"

var anotherClusterRule = Rule{
	Code: "FM-034", Name: "another cluster", Severity: Warns,
	Harm: "The same object under another kubeConfig is another object: one is made there, and the one here is deleted or left behind.",
	Why: "An inventory does not know clusters. A Kustomization that gets another kubeConfig finds nothing stale: what it applied stays " +
		"in the old cluster with labels that nobody looks at, and what leaves its render in the same commit is looked for in the new " +
		"cluster, and deleted there if a namesake carries its labels. Moved to another Kustomization, the object is deleted here like " +
		"any other. Volumes, addresses and certificates do not come along.",
	Source:   "R8.7, R2.16, H17; R40",
	Remedies: []Remedy{MoveData, SweepOrphans},
}

// anotherCluster matches FM-034: ids that From has in one cluster and To in
// another only.
func (f *facts) anotherCluster() []match {
	var matches []match
	for _, o := range f.sorted {
		if len(f.fromOwners[o]) == 0 || f.kept(o) {
			continue
		}
		for _, k := range f.to.Kustomizations {
			there := o
			there.Cluster = k.Spec.Cluster
			_, renders := k.Render.Find(there)
			_, was := f.fromOwners[there]
			if !renders || there == o || was {
				continue
			}
			names := strings.Join(namesOf(f.fromOwners[o]), ", ")
			matches = append(matches, match{code: "FM-034", group: names + " > " + k.ID.String(), objects: []objectID{o},
				owners:  append([]ksID{k.ID}, f.fromOwners[o]...),
				because: fmt.Sprintf("%s applies it to %s in %s: there it is made anew, and here %s", k.ID, clusterName(there.Cluster), f.to.Name, f.fateHere(o))})
		}
	}
	return matches
}

func (f *facts) fateHere(o objectID) string {
	if len(f.ends[o]) > 0 {
		return "it is deleted"
	}
	return "it stays without an owner"
}

func clusterName(cluster string) string {
	if cluster == "" {
		return "the cluster that Flux runs in"
	}
	return "the cluster of kubeConfig " + cluster
}
