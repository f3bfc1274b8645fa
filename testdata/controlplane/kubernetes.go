package controlplane

import (
	"context"
	"net"
	"path/filepath"

	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
)

func (c *Cluster) startKubernetes(ctx context.Context) error {
	addresses, err := freeAddresses(3)
	if err != nil {
		return err
	}
	client, peer, server := "http://"+addresses[0], "http://"+addresses[1], addresses[2]
	if err := c.run("etcd", nil, c.program("kubernetes"), "etcd", "--data-dir=etcd", "--unsafe-no-fsync", "--log-level=warn",
		"--listen-client-urls="+client, "--advertise-client-urls="+client, "--listen-peer-urls="+peer,
		"--initial-advertise-peer-urls="+peer, "--initial-cluster=default="+peer); err != nil {
		return err
	}
	if err := c.startAPIServer(client, server); err != nil {
		return err
	}
	if err := c.awaitAPIServer(ctx); err != nil {
		return err
	}
	return c.run("kube-controller-manager", nil, c.program("kubernetes"), "kube-controller-manager",
		"--kubeconfig="+c.Kubeconfig, "--leader-elect=false", "--secure-port=0",
		"--controllers=namespace-controller,garbage-collector-controller")
}

func (c *Cluster) startAPIServer(etcd, address string) error {
	tokens, err := writeTokens(filepath.Join(c.folder, "tokens.csv"))
	if err != nil {
		return err
	}
	if err := writeServiceAccountKey(filepath.Join(c.folder, "accounts.key")); err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	ca := filepath.Join(c.folder, "pki", "apiserver.crt") // made by the server, signed by itself
	if err := writeKubeconfigs(c.folder, "https://"+address, ca, tokens); err != nil {
		return err
	}
	audit, err := c.auditFlags()
	if err != nil {
		return err
	}
	return c.run("kube-apiserver", nil, c.program("kubernetes"), append([]string{"kube-apiserver", "--etcd-servers=" + etcd,
		"--bind-address=" + host, "--advertise-address=" + host, "--secure-port=" + port, "--cert-dir=pki", "--endpoint-reconciler-type=none",
		"--token-auth-file=tokens.csv", "--authorization-mode=RBAC", "--service-account-issuer=https://" + address,
		"--service-account-key-file=accounts.key", "--service-account-signing-key-file=accounts.key",
		"--service-cluster-ip-range=10.0.0.0/24", "--disable-admission-plugins=ServiceAccount"}, audit...)...)
}

// awaitAPIServer waits until the server answers, and connects to it.
func (c *Cluster) awaitAPIServer(ctx context.Context) error {
	return poll(ctx, patience, "the API server answers", func() (bool, error) {
		if err := c.alive(); err != nil {
			return false, err
		}
		config, err := restConfig(c.folder, "admin")
		if err != nil {
			return false, nil // the server has not written its certificate yet
		}
		client, err := discovery.NewDiscoveryClientForConfig(config)
		if err != nil {
			return false, nil
		}
		if client.RESTClient().Get().AbsPath("/readyz").Do(ctx).Error() != nil {
			return false, nil
		}
		return true, c.connect(config)
	})
}

func (c *Cluster) connect(config *rest.Config) (err error) {
	c.Config = config
	if c.Dynamic, err = dynamic.NewForConfig(config); err != nil {
		return err
	}
	c.mapper, err = newMapper(config)
	return err
}
