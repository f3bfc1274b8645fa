package render

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// addressFields reads, of a kind by which clients reach the cluster, what
// decides under which address: sorted by field, values as text. Nil of any other
// kind.
func addressFields(id ownership.ObjectID, data map[string]any) []ownership.Field {
	spec, _ := data["spec"].(map[string]any)
	f := fieldList{}
	switch {
	case id.Group == "" && id.Kind == "Service":
		f.add(spec, "type", "loadBalancerIP", "loadBalancerClass", "externalIPs")
		f.each(spec, "ports", "port")
		f.annotations(ownership.AnnotationsOf(data), "metadata.annotations")
	case id.Group == "gateway.networking.k8s.io" && id.Kind == "Gateway":
		f.add(spec, "gatewayClassName", "addresses")
		f.each(spec, "listeners", "name", "port", "protocol", "hostname")
		infrastructure, _ := spec["infrastructure"].(map[string]any)
		f.annotations(stringsIn(infrastructure, "annotations"), "spec.infrastructure.annotations")
		f.annotations(ownership.AnnotationsOf(data), "metadata.annotations")
	case id.Group == "networking.k8s.io" && id.Kind == "Ingress":
		f.add(spec, "ingressClassName")
		f.annotations(ownership.AnnotationsOf(data), "metadata.annotations")
	}
	slices.SortFunc(f, func(a, b ownership.Field) int { return cmp.Compare(a.Name, b.Name) })
	return f
}

type fieldList []ownership.Field

// unknownValue finds a variable whose value is not known: people read it as it
// is written in Git.
var unknownValue = regexp.MustCompile(build.UnknownValue + "([A-Za-z0-9_]+)")

func (f *fieldList) put(name, value string) {
	*f = append(*f, ownership.Field{Name: name, Value: unknownValue.ReplaceAllString(value, "$${$1}")})
}

// add adds fields of a spec that are set.
func (f *fieldList) add(spec map[string]any, names ...string) {
	for _, name := range names {
		if spec[name] != nil {
			f.put("spec."+name, asText(spec[name]))
		}
	}
}

// each adds one field for each entry of a list, named after the entry's first
// key.
func (f *fieldList) each(spec map[string]any, list string, keys ...string) {
	for _, entry := range objectsIn(spec[list]) {
		var values []string
		for _, key := range keys {
			if entry[key] != nil {
				values = append(values, asText(entry[key]))
			}
		}
		name := asText(entry[keys[0]])
		if list == "ports" { // one number may be served by two protocols
			name += "/" + textOr(entry, "protocol", "TCP")
		}
		f.put(fmt.Sprintf("spec.%s[%s]", list, name), strings.Join(values, " "))
	}
}

// addressKeys begin the annotations by which load balancers are configured.
var addressKeys = []string{
	"service.beta.kubernetes.io/", "service.kubernetes.io/", "networking.gke.io/", "cloud.google.com/", "alb.ingress.kubernetes.io/",
	"kubernetes.io/ingress.", "load-balancer.hetzner.cloud/", "loadbalancer.openstack.org/", "oci.oraclecloud.com/",
	"metallb.io/", "metallb.universe.tf/", "lbipam.cilium.io/", "io.cilium/lb-ipam", "kube-vip.io/", "networking.istio.io/",
}

func (f *fieldList) annotations(all map[string]string, at string) {
	for key, value := range all {
		if slices.ContainsFunc(addressKeys, func(prefix string) bool { return strings.HasPrefix(key, prefix) }) {
			f.put(at+"["+key+"]", value)
		}
	}
}

func stringsIn(m map[string]any, field string) map[string]string {
	values, _ := m[field].(map[string]any)
	out := make(map[string]string, len(values))
	for key, v := range values {
		if s, ok := v.(string); ok {
			out[key] = s
		}
	}
	return out
}

func asText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}
