package render

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// helmPolicy is the annotation by which an object tells Helm not to delete it.
const helmPolicy = "helm.sh/resource-policy"

// addRelease reads the identity of a Helm release and what it refers to
// (helm-controller api/v2: GetReleaseName, GetReleaseNamespace,
// GetStorageNamespace).
func addRelease(o *ownership.Object, spec map[string]any) {
	target := textOr(spec, "targetNamespace", o.ID.Namespace)
	name := o.ID.Name
	if given, _ := spec["targetNamespace"].(string); given != "" {
		name = given + "-" + name
	}
	chart, _ := spec["chart"].(map[string]any)
	chartSpec, _ := chart["spec"].(map[string]any)
	chartName, _ := chartSpec["chart"].(string)
	remote, _ := spec["kubeConfig"].(map[string]any)
	secret, _ := remote["secretRef"].(map[string]any)
	ref, _ := spec["chartRef"].(map[string]any)
	of := fmt.Sprintf("of chart %q", chartName)
	if name := textOr(ref, "name", ""); name != "" {
		// Nobody knows its name before it is fetched; another reference may be
		// another chart.
		of = fmt.Sprintf("of the chart behind %q", name)
	}
	o.Release = fmt.Sprintf("%s in %s, kept in %s, %s, on cluster %q", textOr(spec, "releaseName", name), target,
		textOr(spec, "storageNamespace", o.ID.Namespace), of, textOr(secret, "name", ""))
	o.ReleaseContent = contentOf(chartSpec, spec)
	o.Suspended, _ = spec["suspend"].(bool)
	o.ReleaseName = textOr(spec, "storageNamespace", o.ID.Namespace) + "/" + textOr(spec, "releaseName", name)
	o.ReleaseNamespaces = []string{target, textOr(spec, "storageNamespace", o.ID.Namespace)}
	source, _ := chartSpec["sourceRef"].(map[string]any)
	o.Uses = appendUse(o.Uses, o.ID, sourceGroup, source, "sourceRef")
	o.Uses = appendUse(o.Uses, o.ID, sourceGroup, ref, "chartRef")
	for _, m := range objectsIn(spec["dependsOn"]) {
		m["kind"] = o.ID.Kind
		o.Uses = appendUse(o.Uses, o.ID, o.ID.Group, m, "dependsOn")
	}
	for _, m := range objectsIn(spec["valuesFrom"]) {
		o.Uses = appendUse(o.Uses, o.ID, "", m, "valuesFrom")
	}
}

// contentOf tells apart what two manifests of one release have Helm make: its
// chart, its values and what is done to them afterwards. How often or how
// patiently it is done does not count.
func contentOf(chartSpec, spec map[string]any) string {
	content := map[string]any{}
	for _, field := range []string{"chart", "version", "sourceRef", "valuesFiles", "valuesFile"} {
		content["chart."+field] = chartSpec[field]
	}
	for _, field := range []string{"chartRef", "values", "valuesFrom", "postRenderers"} {
		content[field] = spec[field]
	}
	return digest(content)
}
