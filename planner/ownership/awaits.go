package ownership

import (
	"slices"
	"strings"
)

// Awaits gives the Kustomizations whose health a run of this one waits for
// before it is Ready (R2.18, R2.20): with wait those that it renders and may
// apply, else those that healthChecks name. Sorted, each once; itself is left
// out, as the controller does. Where the health of Kustomizations is judged by
// an expression of the spec, or the render is not known, it gives what it can
// tell.
func (k Kustomization) Awaits() []KustomizationID {
	ids := slices.Clone(k.Spec.HealthChecks)
	if k.Spec.Wait {
		ids = nil
		for _, o := range k.Render.Objects {
			child, is := o.ID.AsKustomization()
			if is && !o.Traits.ReconcileDisabled && !strings.EqualFold(o.Traits.SSA, "Ignore") {
				ids = append(ids, child)
			}
		}
	}
	slices.SortFunc(ids, KustomizationID.Compare)
	ids = slices.Compact(ids)
	return slices.DeleteFunc(ids, func(other KustomizationID) bool { return other == k.ID })
}

// healthChecks gives the Kustomizations that spec.healthChecks names. Behind a
// kubeConfig they are those of another cluster, which no state has.
func (f *fields) healthChecks(spec map[string]any) []KustomizationID {
	if spec["kubeConfig"] != nil {
		return nil
	}
	var ids []KustomizationID
	for _, m := range f.objects(spec, "healthChecks") {
		group, _, _ := strings.Cut(f.text(m, "apiVersion"), "/")
		if group == KustomizationGroup && f.text(m, "kind") == KustomizationKind {
			ids = append(ids, KustomizationID{Namespace: f.text(m, "namespace"), Name: f.text(m, "name")})
		}
	}
	return ids
}

// judgesKustomizations says whether spec.healthCheckExprs says itself when a
// Kustomization is healthy.
func (f *fields) judgesKustomizations(spec map[string]any) bool {
	return slices.ContainsFunc(f.objects(spec, "healthCheckExprs"), func(m map[string]any) bool {
		group, _, _ := strings.Cut(f.text(m, "apiVersion"), "/")
		return group == KustomizationGroup && f.text(m, "kind") == KustomizationKind
	})
}
