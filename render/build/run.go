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
// kustomize and the reading of its resources only look at it, and builds run
// in parallel; Flux resets it at every build instead, which costs more than
// most builds. A build that brings a schema of its own runs alone and leaves a
// fresh one behind. Nobody takes the lock of a cache entry below this one.
var schema sync.RWMutex

// shareSchema is held while resources are read; the result gives it back.
func shareSchema() (release func()) {
	schema.RLock()
	openapi.Schema() // loads it, the first time
	return schema.RUnlock
}

// alone is for a caller that shares the schema: it runs something with a
// schema that it may change.
func alone[T any](run func() (T, error)) (T, error) {
	schema.RUnlock()
	defer func() { _ = shareSchema() }() // the caller gives it back
	schema.Lock()
	defer schema.Unlock()
	resetSchema()
	defer resetSchema()
	return run()
}

func resetSchema() {
	openapi.ResetOpenAPI()
	openapi.Schema()
}

// run runs kustomize on a directory as the controller does (fluxcd/pkg
// kustomize v1.41.0, kustomize_generator.go, Build).
func (f *artifactFS) run(dir string, ownSchema bool) (resmap.ResMap, error) {
	if ownSchema {
		return alone(func() (resmap.ResMap, error) { return f.kustomize(dir) })
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
