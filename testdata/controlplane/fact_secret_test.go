package controlplane_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// encrypted is a Secret as SOPS writes it, for a key that nobody has. Its value
// stands in data or in stringData.
func (d *play) encrypted(field string) string {
	return `apiVersion: v1
kind: Secret
metadata:
  name: encrypted
  namespace: ` + d.namespace("demo") + `
` + field + `:
  word: ENC[AES256_GCM,data:p673w==,iv:YY=,aad:UQ=,tag:A=,type:str]
sops:
  age:
    - recipient: age1yt3tfqlfrwdwx0z0ynwplcr6qxcxfaqycuprpmy89nr83ltx74tqdpszlw
      enc: |
        -----BEGIN AGE ENCRYPTED FILE-----
        YWdlLWVuY3J5cHRpb24ub3JnL3YxCg==
        -----END AGE ENCRYPTED FILE-----
  encrypted_regex: ^(data|stringData)$
  lastmodified: "2025-01-01T00:00:00Z"
  mac: ENC[AES256_GCM,data:AA==,iv:AA==,tag:AA==,type:str]
  version: 3.9.0
`
}

func TestR4_11WhatIsNotDecrypted(t *testing.T) {
	measure(t, "R4.11", "a Secret that cannot be decrypted fails the run, and nothing is pruned; where nobody asks for decryption, one with its values in data does so too, and one with stringData is applied as it is")
	decrypt := map[string]any{"decryption": map[string]any{"provider": "sops"}}
	for name, c := range map[string]struct {
		fields map[string]any
		field  string
		fails  bool
	}{
		"asked":  {decrypt, "stringData", true},
		"data":   {map[string]any{"timeout": "1m"}, "data", true},
		"string": {map[string]any{"timeout": "1m"}, "stringData", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r4-11-"+name, single)
			x, before := d.gateway(), d.uid(d.gateway())
			d.spec("a", c.fields)
			d.acted("a")
			d.commit(map[string]string{"a/objects.yaml": d.file("ConfigMap/rest"), "a/secret.yaml": d.encrypted(c.field)})
			if !c.fails {
				d.acted("a")
				d.lost(x, before)
				return
			}
			d.failed("a", "decryption")
			d.kept(x, before)
			if !d.lists("a", x) {
				t.Error("a does not list it")
			}
		})
	}
}

func TestR4_11ARemoteBaseBelongsToNoRevision(t *testing.T) {
	measure(t, "R4.11", "a remote resource is fetched at every run: its change wakes nobody, and prunes at the next run, at the same revision")
	d := start(t, "r4-11-remote", rest)
	var remote atomic.Value
	remote.Store(d.file("Gateway/edge"))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, remote.Load().(string))
	}))
	t.Cleanup(server.Close)
	d.commit(map[string]string{"a/kustomization.yaml": "resources: [objects.yaml, " + server.URL + "/remote.yaml]"})
	d.acted("a")
	x, before := d.gateway(), d.uid(d.gateway())
	if d.label(x) != "a" {
		t.Fatalf("label %q", d.label(x))
	}
	remote.Store(d.file("ConfigMap/other"))
	d.stays("a rests", func() bool { return d.uid(x) == before })
	d.request("a")
	d.acted("a")
	d.lost(x, before)
}
