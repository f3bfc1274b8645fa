package build

import (
	"fmt"
	"path"
	"sync"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/openapi"
)

// schema guards kyaml's process-wide OpenAPI schema. Once it is loaded,
// kustomize only reads it, and builds run in parallel; Flux resets it at every
// build instead, which costs more than most builds. A build that brings a
// schema of its own runs alone and leaves a fresh one behind.
var schema sync.RWMutex

func resetSchema() {
	openapi.ResetOpenAPI()
	openapi.Schema()
}

// run runs kustomize on a directory as the controller does (fluxcd/pkg
// kustomize v1.41.0, kustomize_generator.go, Build).
func (f *artifactFS) run(dir string, ownSchema bool) (resmap.ResMap, error) {
	if ownSchema {
		schema.Lock()
		defer schema.Unlock()
		resetSchema()
		defer resetSchema()
	} else {
		schema.RLock()
		defer schema.RUnlock()
		openapi.Schema()
	}
	return f.kustomize(dir)
}

// kustomize is known to panic on odd input; so does the controller recover.
func (f *artifactFS) kustomize(dir string) (m resmap.ResMap, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("kustomize panics: %v", r)
		}
	}()
	return krusty.MakeKustomizer(&krusty.Options{
		LoadRestrictions: types.LoadRestrictionsNone,
		PluginConfig:     types.DisabledPluginConfig(),
	}).Run(f, path.Join(mount, dir))
}
