package controlplane

import "path/filepath"

// ShardLabel assigns a Kustomization to one of several controllers (R1.12).
const ShardLabel = "sharding.fluxcd.io/key"

// Unassigned has a kustomize-controller leave alone what belongs to a shard.
const Unassigned = "--watch-label-selector=!" + ShardLabel

// Shard is a kustomize-controller beside the one that a Cluster has.
type Shard struct{ process *process }

// StartShard starts a kustomize-controller that sees the Kustomizations of a
// shard only. The requests that it sends can be held like those of the other
// one. The caller has to Stop it.
func (c *Cluster) StartShard(name string) (*Shard, error) {
	env := []string{"KUBECONFIG=" + kubeconfig(c.folder, "proxy"), "RUNTIME_NAMESPACE=flux-system",
		"TMPDIR=" + filepath.Join(c.folder, "tmp")}
	p, err := startProcess(c.folder, "kustomize-controller-"+name, env, c.controller.program,
		"--watch-label-selector="+ShardLabel+"="+name, "--requeue-dependency=1s", "--enable-leader-election=false",
		"--events-addr=", "--metrics-addr=0", "--health-addr=0")
	if err != nil {
		return nil, err
	}
	return &Shard{p}, nil
}

// Stop ends it in the middle of what it does.
func (s *Shard) Stop() { s.process.stop() }
