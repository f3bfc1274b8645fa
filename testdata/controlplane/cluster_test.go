package controlplane_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// cluster is the one that all tests of this package run on.
var cluster *controlplane.Cluster

func TestMain(m *testing.M) {
	flag.Parse()
	log.SetOutput(io.Discard) // the Git server's requests
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	cluster, err = controlplane.Start(context.Background(), controlplane.Options{Progress: os.Stderr,
		// A request that is held keeps a worker busy.
		KustomizeController: []string{"--concurrent=40", controlplane.Unassigned}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer stop()
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted
		stop()
		os.Exit(130)
	}()
	return m.Run()
}

func stop() {
	if err := cluster.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
