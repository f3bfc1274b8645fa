package controlplane

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// user is somebody the API server knows by a token.
type user struct {
	name   string // also the name of the kubeconfig file
	login  string
	groups []string
}

var users = []user{
	{"admin", "admin", []string{"system:masters"}},
	{"kustomize-controller", "system:serviceaccount:flux-system:kustomize-controller", []string{"system:serviceaccounts"}},
	{"source-controller", "system:serviceaccount:flux-system:source-controller", []string{"system:serviceaccounts"}},
}

// writeTokens writes the API server's list of tokens and gives the token of
// each user.
func writeTokens(path string) (map[string]string, error) {
	tokens := make(map[string]string)
	var lines strings.Builder
	for _, u := range users {
		secret := make([]byte, 16)
		if _, err := rand.Read(secret); err != nil {
			return nil, err
		}
		tokens[u.name] = hex.EncodeToString(secret)
		fmt.Fprintf(&lines, "%s,%s,%s,%q\n", tokens[u.name], u.login, u.name, strings.Join(u.groups, ","))
	}
	return tokens, os.WriteFile(path, []byte(lines.String()), 0o600)
}

// writeServiceAccountKey writes the key that service account tokens are signed
// with.
func writeServiceAccountKey(path string) error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
	return os.WriteFile(path, pem.EncodeToMemory(block), 0o600)
}

// writeKubeconfigs writes a kubeconfig for each user into the folder.
func writeKubeconfigs(folder, server, ca string, tokens map[string]string) error {
	for _, u := range users {
		config := clientcmdapi.NewConfig()
		config.Clusters["controlplane"] = &clientcmdapi.Cluster{Server: server, CertificateAuthority: ca}
		config.AuthInfos[u.name] = &clientcmdapi.AuthInfo{Token: tokens[u.name]}
		config.Contexts["controlplane"] = &clientcmdapi.Context{Cluster: "controlplane", AuthInfo: u.name}
		config.CurrentContext = "controlplane"
		if err := clientcmd.WriteToFile(*config, kubeconfig(folder, u.name)); err != nil {
			return err
		}
	}
	return nil
}

func kubeconfig(folder, user string) string { return filepath.Join(folder, user+".kubeconfig") }

// restConfig gives the connection of a user, without the client's own limit of
// requests.
func restConfig(folder, user string) (*rest.Config, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig(folder, user))
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst = -1, 0
	return config, nil
}
