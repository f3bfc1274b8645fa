package live

import (
	"encoding/base64"
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// configFrom makes a connection from the kubeconfig in a Secret. It takes less
// than a kubeconfig of one's own may say: no program is run for a login and no
// file is read, since whoever may write that Secret is not who sits here. As in
// Flux the server's certificate is always checked. Errors quote nothing of it.
func (s *session) configFrom(secret map[string]any, key string) (*rest.Config, error) {
	content, err := kubeconfigIn(secret, key)
	if err != nil {
		return nil, err
	}
	loaded, err := clientcmd.Load(content)
	if err != nil {
		return nil, errors.New("it holds no kubeconfig that can be read")
	}
	if err := harmless(loaded); err != nil {
		return nil, err
	}
	config, err := clientcmd.NewDefaultClientConfig(*loaded, &clientcmd.ConfigOverrides{}).ClientConfig()
	if err != nil {
		return nil, errors.New("its kubeconfig does not say how to reach a cluster")
	}
	config.Insecure = false
	config.Timeout, config.QPS, config.Burst = s.pace.Timeout, s.pace.QPS, s.pace.Burst
	config.UserAgent, config.WarningHandler = s.pace.UserAgent, rest.NoWarnings{}
	return config, nil
}

// kubeconfigIn gives what lies under the key, by default under those that Flux
// looks at (fluxcd/pkg/runtime, client/impersonator.go).
func kubeconfigIn(secret map[string]any, key string) ([]byte, error) {
	keys := []string{key}
	if key == "" {
		keys = []string{"value", "value.yaml"}
	}
	for _, k := range keys {
		encoded, found, err := unstructured.NestedString(secret, "data", k)
		if !found || err != nil {
			continue
		}
		content, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return nil, errors.New("its data are not in base64")
		}
		return content, nil
	}
	return nil, errors.New("it has no key " + keys[0])
}

// harmless refuses a kubeconfig that would run a program or read files here.
func harmless(config *clientcmdapi.Config) error {
	for _, user := range config.AuthInfos {
		switch {
		case user.Exec != nil, user.AuthProvider != nil:
			return errors.New("its kubeconfig logs in with a program, and none is run for a Secret")
		case user.TokenFile != "", user.ClientCertificate != "", user.ClientKey != "":
			return errors.New("its kubeconfig names files, which are not here")
		}
	}
	for _, cluster := range config.Clusters {
		if cluster.CertificateAuthority != "" {
			return errors.New("its kubeconfig names files, which are not here")
		}
	}
	return nil
}
