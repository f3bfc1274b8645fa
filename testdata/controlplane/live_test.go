package controlplane_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// build builds the program of the module that this one lies in.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "fluxmigrate")
	command := exec.Command("go", "build", "-o", program, "./cmd/fluxmigrate")
	command.Dir = filepath.Join("..", "..")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// TestClustersBehindAKubeConfigAreReadOnRequest: a Kustomization applies by a
// kubeconfig in a Secret, which leads to the same API server here. Whether it is
// read is for the user to say; nothing of the Secret may be seen either way.
func TestClustersBehindAKubeConfigAreReadOnRequest(t *testing.T) {
	t.Parallel()
	program := build(t)
	d := start(t, "live-remote", single)
	config, err := clientcmd.LoadFromFile(cluster.Kubeconfig)
	if err == nil {
		err = clientcmdapi.FlattenConfig(config)
	}
	if err != nil {
		t.Fatal(err)
	}
	content, err := clientcmd.Write(*config)
	if err != nil {
		t.Fatal(err)
	}
	d.apply(map[string]any{"apiVersion": "v1", "kind": "Secret", "stringData": map[string]any{"value": string(content)},
		"metadata": map[string]any{"name": "itself", "namespace": d.namespace("flux")}})
	d.spec("a", map[string]any{"kubeConfig": map[string]any{"secretRef": map[string]any{"name": "itself"}}})
	d.acted("a")
	remote := d.namespace("flux") + "/itself"
	for _, c := range []struct {
		flags []string
		want  []string
	}{
		{nil, []string{"cluster " + remote + ":", "2 inventory entries are of it, and it was not looked at", "--remote-clusters"}},
		{[]string{"--remote-clusters"}, []string{"fluxmigrate.dev/cluster: " + remote, "uid: " + d.uid(d.gateway())}},
	} {
		command := exec.Command(program, append([]string{"snapshot", "--kubeconfig", cluster.Kubeconfig}, c.flags...)...)
		var snapshot, stderr bytes.Buffer
		command.Stdout, command.Stderr, command.Env = &snapshot, &stderr, append(os.Environ(), "NO_COLOR=1")
		if err := command.Run(); err != nil {
			t.Fatalf("%v: %s", err, &stderr)
		}
		for _, want := range c.want {
			if !strings.Contains(strings.Join(strings.Fields(snapshot.String()+stderr.String()), " "), want) {
				t.Errorf("%s: nothing says %q; on standard error: %s", c.flags, want, &stderr)
			}
		}
		for _, user := range config.AuthInfos {
			if strings.Contains(snapshot.String()+stderr.String(), user.Token) {
				t.Errorf("%s: the token of the Secret came out", c.flags)
			}
		}
		if asked := strings.Contains(snapshot.String(), "fluxmigrate.dev/cluster: "+remote); asked != (len(c.flags) > 0) {
			t.Errorf("%s: whether it was read: %v", c.flags, asked)
		}
	}
}
