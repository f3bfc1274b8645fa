// Command kubernetes is etcd, kube-apiserver and kube-controller-manager in one
// binary; the first argument says which of them to be.
package main

import (
	"fmt"
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	manager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	role := ""
	if len(os.Args) > 1 {
		role = os.Args[1]
		os.Args = append(os.Args[:1], os.Args[2:]...)
	}
	switch role {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(manager.NewControllerManagerCommand()))
	default:
		fmt.Fprintln(os.Stderr, "usage: kubernetes etcd|kube-apiserver|kube-controller-manager [FLAG]...")
		os.Exit(2)
	}
}
