package ownership

import "testing"

func TestAPlaceIsReadAsItIsWritten(t *testing.T) {
	gate := ObjectID{Group: "gateway.networking.k8s.io", Kind: "Gateway", Namespace: "edge", Name: "public"}
	far := gate
	far.Cluster = "f/prod"
	for _, c := range []struct {
		place     Place
		subject   string
		here, far bool
	}{
		{Place{Kind: "Gateway"}, "kind Gateway", true, false},
		{Place{Kind: "Gateway.gateway.networking.k8s.io"}, "kind Gateway.gateway.networking.k8s.io", true, false},
		{Place{Kind: "Gateway.example.org"}, "kind Gateway.example.org", false, false},
		{Place{Kind: "Gateway", Namespace: "edge"}, "kind Gateway in namespace edge", true, false},
		{Place{Kind: "Gateway", Namespace: "web"}, "kind Gateway in namespace web", false, false},
		{Place{Kind: "Gateway", Namespace: "edge", Cluster: "f/prod"}, "kind Gateway in namespace edge of cluster f/prod", false, true},
		{Place{Kind: "Secret", Cluster: "f/prod"}, "kind Secret of cluster f/prod", false, false},
		{Place{Cluster: "f/prod"}, "cluster f/prod", false, true},
		{Place{Cluster: "f/test"}, "cluster f/test", false, false},
	} {
		if got, ok := PlaceOf(c.subject); !ok || got != c.place || c.place.Subject() != c.subject {
			t.Errorf("%q is read as %+v, %+v is written as %q", c.subject, got, c.place, c.place.Subject())
		}
		if c.place.Holds(gate) != c.here || c.place.Holds(far) != c.far {
			t.Errorf("%s: holds %s: %t, %s: %t", c.subject, gate.Display(), c.place.Holds(gate), far.Display(), c.place.Holds(far))
		}
	}
	if _, ok := PlaceOf("Kustomization flux-system/apps"); ok {
		t.Error("a Kustomization is taken for a place")
	}
}
