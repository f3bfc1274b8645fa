// Command record runs a tree on a cluster of its own with real Flux, in one of
// the modes of its fluxmigrate.yaml, and writes what the cluster then holds.
//
//	go run ./record -mode tls -out ../snapshots/tls.yaml
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
	mode := flag.String("mode", "", "mode of fluxmigrate.yaml")
	out := flag.String("out", "", "file to write")
	flag.Parse()
	if *mode == "" || *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	log.SetOutput(io.Discard) // the Git server's requests
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := record(ctx, *tree, *outside, *mode, *out); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

func record(ctx context.Context, tree, outside, mode, out string) (err error) {
	cluster, err := controlplane.Start(ctx, controlplane.Options{Progress: os.Stderr})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cluster.Stop()) }()
	if err := apply(ctx, cluster, outside); err != nil {
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
	snapshot, err := cluster.Snapshot(ctx)
	if err != nil {
		return err
	}
	header := fmt.Sprintf("# Recorded from a cluster on which Flux has applied testdata/demo in mode %s:\n"+
		"# go run ./record -mode %s -out ../snapshots/%s.yaml, in testdata/controlplane.\n", mode, mode, mode)
	return os.WriteFile(out, append([]byte(header), snapshot...), 0o644)
}

func apply(ctx context.Context, cluster *controlplane.Cluster, file string) error {
	content, err := os.Open(file)
	if err != nil {
		return err
	}
	defer content.Close()
	manifests, err := controlplane.Documents(content)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	return cluster.Apply(ctx, "infrastructure", manifests...)
}
