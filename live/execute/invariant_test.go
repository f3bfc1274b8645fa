package execute

import (
	"strings"
	"testing"
)

func TestWhatMayNotHappenToAnObject(t *testing.T) {
	const address = "\nstatus: {addresses: [{value: 203.0.113.7}]}"
	for _, tt := range []struct{ name, old, new, want string }{
		{"nothing happened", "", "", ""},
		{"it got its new owner", "name: b}", "name: c}", ""},
		{"it has no UID of before", "uid: one", "uid: two", "deleted and made again: its UID was one and is two"},
		{"it is being deleted", "uid: one", "uid: one\n  deletionTimestamp: 2026-01-01T10:00:00Z", "being deleted since 10:00:00"},
		{"somebody else took it", "name: b}", "name: d}", "name flux-system/d, who has no part"},
		{"it lost its labels", "labels:", "nothing:", "name nobody"},
		{"it lost its address", "203.0.113.7", "203.0.113.8", "it has lost address 203.0.113.7; it has now: address 203.0.113.8"},
		{"it has no address any more", "addresses:", "nothing:", "it has now: nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := keep(gateway, manifest(t, edge+address), []ksID{b, {Namespace: "flux-system", Name: "c"}})
			got := k.violated(manifest(t, strings.Replace(edge+address, tt.old, tt.new, 1)))
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if k := keep(gateway, manifest(t, edge), nil); !strings.Contains(k.violated(nil), "it is gone; its UID was one") {
		t.Error(k.violated(nil))
	}
	if k := keep(gateway, nil, nil); k.violated(nil) != "" {
		t.Error("what was not there before is missed")
	}
}

func TestClaimsAndServicesHoldTheirVolumesAndAddresses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"kind: PersistentVolumeClaim\nspec: {volumeName: disk-1}", "volume disk-1"},
		{"kind: Service\nstatus: {loadBalancer: {ingress: [{ip: 203.0.113.9}]}}", "address 203.0.113.9"},
		{"kind: Service\nstatus: {loadBalancer: {ingress: [{hostname: lb.example.org}]}}", "address lb.example.org"},
		{"kind: ConfigMap\ndata: {a: b}", ""},
	} {
		if got := strings.Join(holds(manifest(t, "apiVersion: v1\n"+tt.text)), " "); got != tt.want {
			t.Errorf("%s: %q", tt.text, got)
		}
	}
}
