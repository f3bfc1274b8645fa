package controlplane

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const kustomizeController = "github.com/fluxcd/kustomize-controller"

// ControllerVariable is the environment variable with the version of
// kustomize-controller that runs. Without it, that is the version in go.mod.
const ControllerVariable = "FLUXMIGRATE_KUSTOMIZE_CONTROLLER"

// controller is a kustomize-controller that can be started.
type controller struct {
	program string
	version string // the one that the program was built from
	pinned  string // the folder whose go.mod pins it, for its CRDs
}

// findController gives the controller of the version that is asked for. Another
// one than that of go.mod needs libraries of its own: it is built, once, from
// the module in the folder with the name of the version.
func findController(ctx context.Context, programs string, progress io.Writer) (controller, error) {
	module, err := ownModule(ctx)
	if err != nil {
		return controller{}, err
	}
	ours, err := controllerIn(programs, module)
	asked := os.Getenv(ControllerVariable)
	if err != nil || asked == "" || asked == ours.version {
		return ours, err
	}
	pinned := filepath.Join(module, asked)
	if _, err := os.Stat(filepath.Join(pinned, "go.mod")); err != nil {
		return controller{}, fmt.Errorf("find kustomize-controller %s, which %s asks for: besides %s "+
			"only those can run that have a folder in testdata/controlplane: %w", asked, ControllerVariable, ours.version, err)
	}
	programs, err = buildable{pinned, "kustomize-controller-" + asked, []string{kustomizeController}, nil}.build(ctx, progress)
	if err != nil {
		return controller{}, err
	}
	return controllerIn(programs, pinned)
}

// controllerIn reads out of the program in a folder which version it is.
func controllerIn(programs, pinned string) (controller, error) {
	program := filepath.Join(programs, "kustomize-controller")
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return controller{}, fmt.Errorf("read which kustomize-controller was built: %w", err)
	}
	return controller{program, info.Main.Version, pinned}, nil
}

// Version gives the version of the kustomize-controller that runs.
func (c *Cluster) Version() string { return c.controller.version }
