// Command lab runs a tree on a cluster of its own with real Flux, in one of the
// modes of its fluxmigrate.yaml, until it is interrupted.
//
//	go run ./lab -mode tls
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

func main() {
	tree := flag.String("tree", "../demo", "folder that holds fluxmigrate.yaml")
	outside := flag.String("outside", "record/outside.yaml", "objects that the infrastructure code makes beside the roots")
	mode := flag.String("mode", "tls", "mode of fluxmigrate.yaml")
	flag.Parse()
	log.SetOutput(io.Discard) // the Git server's requests
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := run(ctx, *tree, *outside, *mode); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, tree, outside, mode string) (err error) {
	cluster, err := controlplane.Start(ctx, controlplane.Options{Progress: os.Stderr})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cluster.Stop()) }()
	content, err := os.Open(outside)
	if err != nil {
		return err
	}
	defer content.Close()
	manifests, err := controlplane.Documents(content)
	if err != nil {
		return fmt.Errorf("read %s: %w", outside, err)
	}
	if err := cluster.Apply(ctx, "infrastructure", manifests...); err != nil {
		return err
	}
	revision, roots, err := cluster.Load(ctx, os.DirFS(tree), mode)
	if err != nil {
		return err
	}
	var ids []controlplane.ID
	for _, root := range roots {
		ids = append(ids, root.ID())
	}
	if err := cluster.Settle(ctx, 5*time.Minute, revision, ids...); err != nil {
		return err
	}
	fmt.Printf("%s is applied in mode %s. Until ^C, use it with\n\n\texport KUBECONFIG=%s\n", tree, mode, cluster.Kubeconfig)
	<-ctx.Done()
	return nil
}
