package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/live"
)

// connectionFlags are kubectl's, but for --cluster, which names one of the
// layout's clusters here.
func connectionFlags() []cli.Flag {
	const category = "Which cluster, and as whom"
	return []cli.Flag{
		&cli.StringFlag{Category: category, Name: "kubeconfig", Usage: "read the cluster that this kubeconfig `FILE` names", TakesFile: true},
		&cli.StringFlag{Category: category, Name: "context", Usage: "read the cluster of this `CONTEXT` of the kubeconfig"},
		&cli.StringFlag{Category: category, Name: "kube-cluster", Usage: "the `NAME` of the kubeconfig's cluster"},
		&cli.StringFlag{Category: category, Name: "user", Usage: "the `NAME` of the kubeconfig's user"},
		&cli.StringFlag{Category: category, Name: "server", Aliases: []string{"s"}, Usage: "the `ADDRESS` of the API server"},
		&cli.StringFlag{Category: category, Name: "tls-server-name", Usage: "the `NAME` that the server's certificate has"},
		&cli.StringFlag{Category: category, Name: "certificate-authority", Usage: "a `FILE` with the certificate of the server's authority", TakesFile: true},
		&cli.BoolFlag{Category: category, Name: "insecure-skip-tls-verify", Usage: "do not check the server's certificate"},
		&cli.StringFlag{Category: category, Name: "token", Usage: "a bearer `TOKEN` for the API server"},
		&cli.StringFlag{Category: category, Name: "client-certificate", Usage: "a `FILE` with a client certificate", TakesFile: true},
		&cli.StringFlag{Category: category, Name: "client-key", Usage: "a `FILE` with the key of the client certificate", TakesFile: true},
		&cli.StringFlag{Category: category, Name: "as", Usage: "the `USER` to impersonate"},
		&cli.StringSliceFlag{Category: category, Name: "as-group", Usage: "a `GROUP` to impersonate; may be repeated"},
		&cli.StringFlag{Category: category, Name: "as-uid", Usage: "the `UID` to impersonate"},
		&cli.BoolFlag{Category: category, Name: "remote-clusters", Usage: "read the clusters behind spec.kubeConfig too: the Secrets that it names, and there the metadata of what inventories list"},
		&cli.StringFlag{Category: category, Name: "request-timeout", Usage: "the `DURATION` that one request may take, as in 30s; 0 is for ever", Value: "1m"},
		&cli.Float64Flag{Category: category, Name: "qps", Usage: "the `NUMBER` of requests a second", Value: 50},
		&cli.IntFlag{Category: category, Name: "burst", Usage: "the `NUMBER` of requests at once", Value: 300},
	}
}

func readConnection(ctx *cli.Context) *live.Options {
	return &live.Options{RemoteClusters: ctx.Bool("remote-clusters"), Connection: live.Connection{
		Kubeconfig: ctx.String("kubeconfig"), Context: ctx.String("context"), Cluster: ctx.String("kube-cluster"), User: ctx.String("user"),
		Server: ctx.String("server"), TLSServerName: ctx.String("tls-server-name"), CertificateAuthority: ctx.String("certificate-authority"),
		InsecureSkipTLSVerify: ctx.Bool("insecure-skip-tls-verify"), Token: ctx.String("token"),
		ClientCertificate: ctx.String("client-certificate"), ClientKey: ctx.String("client-key"),
		As: ctx.String("as"), AsGroups: ctx.StringSlice("as-group"), AsUID: ctx.String("as-uid"),
		RequestTimeout: ctx.String("request-timeout"), QPS: ctx.Float64("qps"), Burst: ctx.Int("burst"),
	}}
}

// readsCluster says whether the flags ask for a cluster to be read: live data
// are read only when asked for.
func readsCluster(ctx *cli.Context) bool {
	return ctx.String("kubeconfig") != "" || ctx.String("context") != "" || ctx.String("server") != "" || ctx.String("kube-cluster") != ""
}

// strayConnection names a connection flag that says how to reach a cluster
// where none is asked for.
func strayConnection(ctx *cli.Context) string {
	for _, f := range connectionFlags() {
		if name := f.Names()[0]; ctx.IsSet(name) {
			return "--" + name
		}
	}
	return ""
}

// fileOrCluster is where live data come from: a snapshot, a cluster, or neither.
func fileOrCluster(ctx *cli.Context) (file string, cluster *live.Options, err error) {
	file = strings.TrimSpace(ctx.String("live"))
	asked, stray := readsCluster(ctx), strayConnection(ctx)
	switch {
	case file != "" && stray != "":
		return "", nil, usagef("--live FILE reads a snapshot, --kubeconfig FILE or --context NAME a cluster", "--live and %s exclude each other", stray)
	case asked:
		return "", readConnection(ctx), nil
	case stray != "":
		return "", nil, usagef("name the cluster with --kubeconfig FILE or --context NAME", "%s says how to reach a cluster, and none is asked for", stray)
	}
	return file, nil, nil
}
