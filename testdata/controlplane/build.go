package controlplane

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// programs are the packages that are built, by their pinned versions in go.mod.
var programs = []string{
	"./kubernetes",
	"github.com/fluxcd/kustomize-controller",
	"github.com/fluxcd/source-controller",
}

// Build gives the folder that holds the programs of a control plane, and
// builds them first where that has not happened yet: about ten minutes on two
// cores, once. The folder lies in $FLUXMIGRATE_CACHE, or in the user's cache.
// It has to be called inside this module.
func Build(ctx context.Context, progress io.Writer) (string, error) {
	module, err := goTool(ctx, "", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return "", err
	}
	folder, err := cacheFolder(module)
	if err != nil {
		return "", fmt.Errorf("find the folder for the control plane's programs: %w", err)
	}
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	fmt.Fprintln(progress, "building the control plane, once, about ten minutes")
	return folder, buildInto(ctx, module, folder)
}

// cacheFolder names the folder after all that decides what is in it.
func cacheFolder(module string) (string, error) {
	cache := os.Getenv("FLUXMIGRATE_CACHE")
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(user, "fluxmigrate")
	}
	sum := sha256.New()
	io.WriteString(sum, runtime.Version())
	for _, name := range []string{"go.mod", "kubernetes/main.go"} {
		content, err := os.ReadFile(filepath.Join(module, name))
		if err != nil {
			return "", err
		}
		sum.Write(content)
	}
	return filepath.Join(cache, "controlplane-"+hex.EncodeToString(sum.Sum(nil))[:12]), nil
}

// buildInto builds beside the folder and renames, so that the folder is either
// whole or not there.
func buildInto(ctx context.Context, module, folder string) error {
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return err
	}
	partial, err := os.MkdirTemp(filepath.Dir(folder), "partial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(partial)
	args := append([]string{"build", "-ldflags=-s -w", "-o", partial + string(filepath.Separator)}, programs...)
	if _, err := goTool(ctx, module, args...); err != nil {
		return err
	}
	if err := os.Rename(partial, folder); err != nil && !os.IsExist(err) {
		return err
	}
	return nil
}

// moduleFolder gives the folder of a module that go.mod pins.
func moduleFolder(ctx context.Context, path string) (string, error) {
	if _, err := goTool(ctx, "", "mod", "download", path); err != nil {
		return "", err
	}
	return goTool(ctx, "", "list", "-m", "-f", "{{.Dir}}", path)
}

func goTool(ctx context.Context, folder string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir = folder
	output, err := command.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(output)), nil
}

// Version gives the version of the kustomize-controller that runs.
func (c *Cluster) Version(ctx context.Context) (string, error) {
	return goTool(ctx, "", "list", "-m", "-f", "{{.Version}}", "github.com/fluxcd/kustomize-controller")
}
