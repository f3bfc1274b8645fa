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

// buildable are programs of a module, which its go.mod pins.
type buildable struct {
	module   string // the module's folder
	name     string // what the folder of the programs begins with
	packages []string
	sources  []string // besides go.mod, the files of the module that are built
}

// Build gives the folder that holds the programs of a control plane, and
// builds them first where that has not happened yet: about ten minutes on two
// cores, once. The folder lies in $FLUXMIGRATE_CACHE, or in the user's cache.
// It has to be called inside this module.
func Build(ctx context.Context, progress io.Writer) (string, error) {
	module, err := ownModule(ctx)
	if err != nil {
		return "", err
	}
	return buildable{module, "controlplane",
		[]string{"./kubernetes", kustomizeController, "github.com/fluxcd/source-controller"},
		[]string{"kubernetes/main.go"}}.build(ctx, progress)
}

func ownModule(ctx context.Context) (string, error) {
	return goTool(ctx, "", "list", "-m", "-f", "{{.Dir}}")
}

func (b buildable) build(ctx context.Context, progress io.Writer) (string, error) {
	folder, err := b.cacheFolder()
	if err != nil {
		return "", fmt.Errorf("find the folder for the programs of %s: %w", b.name, err)
	}
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	fmt.Fprintf(progress, "building %s, once, about ten minutes\n", b.name)
	return folder, b.buildInto(ctx, folder)
}

// cacheFolder names the folder after all that decides what is in it.
func (b buildable) cacheFolder() (string, error) {
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
	for _, name := range append([]string{"go.mod"}, b.sources...) {
		content, err := os.ReadFile(filepath.Join(b.module, name))
		if err != nil {
			return "", err
		}
		sum.Write(content)
	}
	return filepath.Join(cache, b.name+"-"+hex.EncodeToString(sum.Sum(nil))[:12]), nil
}

// buildInto builds beside the folder and renames, so that the folder is either
// whole or not there.
func (b buildable) buildInto(ctx context.Context, folder string) error {
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return err
	}
	partial, err := os.MkdirTemp(filepath.Dir(folder), "partial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(partial)
	args := append([]string{"build", "-ldflags=-s -w", "-o", partial + string(filepath.Separator)}, b.packages...)
	if _, err := goTool(ctx, b.module, args...); err != nil {
		return err
	}
	if err := os.Rename(partial, folder); err != nil && !os.IsExist(err) {
		return err
	}
	return nil
}

// moduleFolder gives the folder of a module that the go.mod in a folder pins.
func moduleFolder(ctx context.Context, in, path string) (string, error) {
	if _, err := goTool(ctx, in, "mod", "download", path); err != nil {
		return "", err
	}
	return goTool(ctx, in, "list", "-m", "-f", "{{.Dir}}", path)
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
