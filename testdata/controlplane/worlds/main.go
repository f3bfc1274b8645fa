// Command worlds draws small random worlds, plays them on real Flux, many at a
// time, and writes down what happened: the corpus of ../../worlds, whose
// README.md says how to read it.
//
//	go run ./worlds -n 500 -seed 1 -out ../worlds
//	go run ./worlds -draw -seed 7
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

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

func main() {
	n := flag.Int("n", 50, "how many worlds")
	seed := flag.Int64("seed", 1, "seed of the first; the next has the next")
	out := flag.String("out", "", "folder to write to")
	parallel := flag.Int("parallel", 14, "how many worlds at a time")
	draw := flag.Bool("draw", false, "print the worlds and record nothing")
	flag.Parse()
	var seeds []int64
	for i := range int64(*n) {
		seeds = append(seeds, *seed+i)
	}
	switch {
	case flag.NArg() > 0 || *out == "" && !*draw:
		flag.Usage()
		os.Exit(2)
	case *draw:
		for _, seed := range seeds {
			fmt.Printf("-- %d/world --\n%s", seed, Draw(seed))
		}
		return
	}
	log.SetOutput(io.Discard) // the Git server's requests
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := record(ctx, seeds, *out, *parallel); err != nil {
		fmt.Fprintln(os.Stderr, "worlds:", err)
		os.Exit(1)
	}
}

func record(ctx context.Context, seeds []int64, out string, parallel int) (err error) {
	cluster, err := start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cluster.Stop()) }()
	c := &corpus{cluster: cluster, version: cluster.Version(), folder: out, parallel: parallel}
	return c.record(ctx, seeds)
}

// start starts a cluster whose controller has a worker for every Kustomization
// of the worlds that run at a time.
func start(ctx context.Context) (*controlplane.Cluster, error) {
	cluster, err := controlplane.Start(ctx, controlplane.Options{Progress: os.Stderr,
		KustomizeController: []string{"--concurrent=100", "--kube-api-qps=1000", "--kube-api-burst=2000"}})
	if err != nil {
		return nil, err
	}
	if err := allow(ctx, cluster); err != nil {
		return nil, errors.Join(err, cluster.Stop())
	}
	return cluster, nil
}
