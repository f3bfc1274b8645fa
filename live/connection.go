package live

import (
	"errors"
	"fmt"
	"slices"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	_ "k8s.io/client-go/plugin/pkg/client/auth" // the ways to log in that kubectl knows
)

// Connection says which cluster to read and as whom, in kubectl's words. What
// is empty comes from the kubeconfig, which is found as kubectl finds it.
type Connection struct {
	Kubeconfig, Context, Cluster, User          string
	Server, TLSServerName, CertificateAuthority string
	Token, ClientCertificate, ClientKey         string
	As, AsUID                                   string
	AsGroups                                    []string
	InsecureSkipTLSVerify                       bool
	RequestTimeout                              string  // of one request, as "30s"; "" is a minute, "0" is none
	QPS                                         float64 // requests a second, with Burst; 0 is as many as kubectl's
	Burst                                       int
}

const (
	defaultQPS     = 50 // as kubectl
	defaultBurst   = 300
	defaultTimeout = "1m"
)

// Config gives the configuration of a client for those that do more than read
// (package execute), and the name of the cluster.
func (c Connection) Config() (*rest.Config, string, error) { return c.config() }

// config gives the configuration of a client, and the name of what it reads.
func (c Connection) config() (*rest.Config, string, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = c.Kubeconfig
	loader := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, c.overrides())
	config, err := loader.ClientConfig()
	if clientcmd.IsEmptyConfig(err) {
		err = errors.New("no kubeconfig was found, or it names no cluster")
	}
	if err != nil {
		return nil, "", fmt.Errorf("reading how to reach the cluster: %w; say it with --kubeconfig FILE or --context NAME", err)
	}
	config.QPS, config.Burst = float32(c.QPS), c.Burst
	if c.QPS == 0 {
		config.QPS = defaultQPS
	}
	if c.Burst == 0 {
		config.Burst = defaultBurst
	}
	config.UserAgent = "fluxmigrate"
	config.WarningHandler = rest.NoWarnings{}
	return config, c.name(loader, config), nil
}

func (c Connection) overrides() *clientcmd.ConfigOverrides {
	timeout := c.RequestTimeout
	if timeout == "" {
		timeout = defaultTimeout
	}
	return &clientcmd.ConfigOverrides{
		CurrentContext: c.Context,
		Timeout:        timeout,
		Context:        clientcmdapi.Context{Cluster: c.Cluster, AuthInfo: c.User},
		ClusterInfo: clientcmdapi.Cluster{
			Server: c.Server, TLSServerName: c.TLSServerName,
			CertificateAuthority: c.CertificateAuthority, InsecureSkipTLSVerify: c.InsecureSkipTLSVerify,
		},
		AuthInfo: clientcmdapi.AuthInfo{
			Token: c.Token, ClientCertificate: c.ClientCertificate, ClientKey: c.ClientKey,
			Impersonate: c.As, ImpersonateUID: c.AsUID, ImpersonateGroups: slices.Clone(c.AsGroups),
		},
	}
}

// name is the context, as a person knows the cluster; without one the server.
func (c Connection) name(loader clientcmd.ClientConfig, config *rest.Config) string {
	if c.Context != "" {
		return "context " + c.Context
	}
	if raw, err := loader.RawConfig(); err == nil && raw.CurrentContext != "" && c.Server == "" && c.Cluster == "" {
		return "context " + raw.CurrentContext
	}
	return "server " + config.Host
}
