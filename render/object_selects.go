package render

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

const monitoringGroup = "monitoring.coreos.com"

// addLabels reads by which labels an object can be selected, and which it
// selects by.
func addLabels(o *ownership.Object, data map[string]any) {
	o.Labels = sortedFields(ownership.LabelsOf(data))
	template, _ := valueAt(data, "spec.template.metadata").(map[string]any)
	if template == nil {
		template, _ = valueAt(data, "spec.jobTemplate.spec.template.metadata").(map[string]any)
	}
	o.PodLabels = sortedFields(stringsIn(template, "labels"))
	o.Selects = selectsOf(o.ID, data)
}

func sortedFields(m map[string]string) []ownership.Field {
	var all []ownership.Field
	for name, value := range m {
		all = append(all, ownership.Field{Name: name, Value: value})
	}
	slices.SortFunc(all, func(a, b ownership.Field) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// selectsOf gives the selectors of kinds that people lose traffic, metrics or
// admission by when a label goes. A selector that requires nothing is left out.
func selectsOf(id ownership.ObjectID, data map[string]any) []ownership.Selection {
	spec, _ := data["spec"].(map[string]any)
	s := selections{}
	switch (ownership.GroupKind{Group: id.Group, Kind: id.Kind}) {
	case ownership.GroupKind{Kind: "Service"}:
		s.add("spec.selector", "Pod", id.Namespace, map[string]any{"matchLabels": spec["selector"]})
	case ownership.GroupKind{Group: "policy", Kind: "PodDisruptionBudget"}:
		s.add("spec.selector", "Pod", id.Namespace, spec["selector"])
	case ownership.GroupKind{Group: "networking.k8s.io", Kind: "NetworkPolicy"}:
		s.add("spec.podSelector", "Pod", id.Namespace, spec["podSelector"])
		s.peers(id.Namespace, spec)
	case ownership.GroupKind{Group: monitoringGroup, Kind: "ServiceMonitor"}:
		s.monitor("Service", id.Namespace, spec)
	case ownership.GroupKind{Group: monitoringGroup, Kind: "PodMonitor"}:
		s.monitor("Pod", id.Namespace, spec)
	case ownership.GroupKind{Group: monitoringGroup, Kind: "Prometheus"}:
		s.add("spec.serviceMonitorSelector", "ServiceMonitor", "", spec["serviceMonitorSelector"])
		s.add("spec.podMonitorSelector", "PodMonitor", "", spec["podMonitorSelector"])
		s.add("spec.ruleSelector", "PrometheusRule", "", spec["ruleSelector"])
	case ownership.GroupKind{Group: "gateway.networking.k8s.io", Kind: "Gateway"}:
		for _, listener := range objectsIn(spec["listeners"]) {
			s.add("spec.listeners.allowedRoutes", "Namespace", "", valueAt(listener, "allowedRoutes.namespaces.selector"))
		}
	case ownership.GroupKind{Group: "admissionregistration.k8s.io", Kind: "ValidatingWebhookConfiguration"},
		ownership.GroupKind{Group: "admissionregistration.k8s.io", Kind: "MutatingWebhookConfiguration"}:
		for _, webhook := range objectsIn(data["webhooks"]) {
			s.add("webhooks.namespaceSelector", "Namespace", "", webhook["namespaceSelector"])
		}
	}
	return s
}

type selections []ownership.Selection

func (s *selections) add(field, kind, namespace string, selector any) {
	m, _ := selector.(map[string]any)
	var requires []ownership.Requirement
	for _, label := range sortedFields(stringsIn(m, "matchLabels")) {
		requires = append(requires, ownership.Requirement{Key: label.Name, Operator: "In", Values: []string{label.Value}})
	}
	for _, expression := range objectsIn(m["matchExpressions"]) {
		r := ownership.Requirement{Key: textOr(expression, "key", ""), Operator: textOr(expression, "operator", "")}
		values, _ := expression["values"].([]any)
		for _, v := range values {
			r.Values = append(r.Values, asText(v))
		}
		requires = append(requires, r)
	}
	if len(requires) > 0 {
		*s = append(*s, ownership.Selection{Field: field, Kind: kind, Namespace: namespace, Requires: requires})
	}
}

// peers adds from where and whereto a NetworkPolicy lets traffic. A pod selector
// beside a namespace selector is about pods of namespaces that are not known
// here, so it is left out.
func (s *selections) peers(namespace string, spec map[string]any) {
	for field, side := range map[string]string{"ingress": "from", "egress": "to"} {
		for _, rule := range objectsIn(spec[field]) {
			for _, peer := range objectsIn(rule[side]) {
				s.add("spec."+field, "Namespace", "", peer["namespaceSelector"])
				if peer["namespaceSelector"] == nil {
					s.add("spec."+field, "Pod", namespace, peer["podSelector"])
				}
			}
		}
	}
	slices.SortStableFunc(*s, func(a, b ownership.Selection) int { return cmp.Compare(a.Field, b.Field) })
}

// monitor adds what a ServiceMonitor or PodMonitor selects, in its own namespace
// unless it names others.
func (s *selections) monitor(kind, namespace string, spec map[string]any) {
	of, _ := spec["namespaceSelector"].(map[string]any)
	names, _ := of["matchNames"].([]any)
	switch {
	case of["any"] == true:
		s.add("spec.selector", kind, "", spec["selector"])
	case len(names) > 0:
		for _, name := range names {
			s.add("spec.selector", kind, asText(name), spec["selector"])
		}
	default:
		s.add("spec.selector", kind, namespace, spec["selector"])
	}
}
