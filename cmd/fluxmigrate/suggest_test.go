package main

import "testing"

func TestASuggestionIsCloseOrNone(t *testing.T) {
	names := []string{"from", "to", "output", "route", "kubeconfig", "burst", "as", "user"}
	for _, tt := range []struct{ typed, want string }{
		{"form", "from"}, {"rout", "route"}, {"kubeconfg", "kubeconfig"}, {"ouptut", "output"},
		{"base", ""}, {"json", ""}, {"head", ""}, {"x", ""}, {"from", "from"},
	} {
		if got := nearest(tt.typed, names); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.typed, got, tt.want)
		}
	}
}
