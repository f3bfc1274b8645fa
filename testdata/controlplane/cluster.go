package controlplane

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fluxcd/pkg/gittestserver"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// Options say what a Cluster is like.
type Options struct {
	Progress io.Writer // told about long work; nil for silence
	// KustomizeController are more flags of that controller.
	KustomizeController []string
}

// Cluster is a control plane that runs.
type Cluster struct {
	Config     *rest.Config      // the administrator's connection
	Kubeconfig string            // the same as a file, while the cluster runs
	Dynamic    dynamic.Interface // of the administrator

	mapper   *restmapper.DeferredDiscoveryRESTMapper
	folder   string
	programs string
	// controller is the kustomize-controller that runs.
	controller controller
	git        *gittestserver.GitServer
	processes  []*process
	// startController starts kustomize-controller.
	startController func() error
	proxy           *proxy // between kustomize-controller and the API server
	standIn         context.CancelFunc
}

// Start starts a control plane with Flux, its CRDs and those of the Gateway
// API. Nothing is in it but namespace flux-system. The caller has to Stop it,
// also where an error is the answer of anything else.
func Start(ctx context.Context, options Options) (*Cluster, error) {
	if options.Progress == nil {
		options.Progress = io.Discard
	}
	programs, err := Build(ctx, options.Progress)
	if err != nil {
		return nil, err
	}
	controller, err := findController(ctx, programs, options.Progress)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "controlplane-")
	if err != nil {
		return nil, err
	}
	c := &Cluster{folder: folder, programs: programs, controller: controller, Kubeconfig: kubeconfig(folder, "admin")}
	if err := c.start(ctx, options); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	return c, nil
}

func (c *Cluster) start(ctx context.Context, options Options) error {
	c.git = gittestserver.NewGitServer(filepath.Join(c.folder, "git"))
	if err := c.git.StartHTTP(); err != nil {
		return fmt.Errorf("serve Git repositories: %w", err)
	}
	if err := c.startKubernetes(ctx); err != nil {
		return err
	}
	if err := c.installFlux(ctx); err != nil {
		return err
	}
	standInContext, cancel := context.WithCancel(context.Background())
	c.standIn = cancel
	go standIn(standInContext, c.Dynamic)
	return c.startFlux(options)
}

// Stop ends every process, frees every port and removes every file of the
// cluster.
func (c *Cluster) Stop() error {
	if c.standIn != nil {
		c.standIn()
	}
	for _, p := range slices.Backward(c.processes) {
		p.stop()
	}
	if c.proxy != nil {
		c.proxy.server.Close()
	}
	if c.git != nil {
		c.git.StopHTTP()
	}
	return os.RemoveAll(c.folder)
}

// program is the file of one of the built programs.
func (c *Cluster) program(name string) string { return filepath.Join(c.programs, name) }

// run starts a program.
func (c *Cluster) run(name string, env []string, program string, args ...string) error {
	p, err := startProcess(c.folder, name, env, program, args...)
	if err == nil {
		c.processes = append(c.processes, p)
	}
	return err
}

// alive gives an error where a process has ended by itself.
func (c *Cluster) alive() error {
	for _, p := range c.processes {
		if err := p.ended(); err != nil {
			return err
		}
	}
	return nil
}

// Log gives what a process has said so far: "kustomize-controller",
// "source-controller", "kube-apiserver".
func (c *Cluster) Log(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(c.folder, name+".log"))
}

// patience is how long anything may take that is bound to happen. It takes so
// long only on a machine that has much else to do.
const patience = 4 * time.Minute

// poll asks again and again until the answer is yes, an error, or too late.
func poll(ctx context.Context, limit time.Duration, what string, ask func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		yes, err := ask()
		if yes || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait until %s: %w", what, ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}
