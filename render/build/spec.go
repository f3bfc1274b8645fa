package build

import (
	"encoding/json"
	"fmt"
	"path"

	"github.com/fluxcd/pkg/apis/kustomize"
)

// spec is what a build reads of a Kustomization: the fields of
// kustomize-controller's api/v1 that KC:generate, KC:build and KC:apply use.
// Everything else (interval, dependsOn, prune) has no part in the key under
// which results are kept.
type spec struct {
	Path                    string            `json:"path,omitempty"`
	TargetNamespace         string            `json:"targetNamespace,omitempty"`
	NamePrefix              string            `json:"namePrefix,omitempty"`
	NameSuffix              string            `json:"nameSuffix,omitempty"`
	Components              []string          `json:"components,omitempty"`
	IgnoreMissingComponents bool              `json:"ignoreMissingComponents,omitempty"`
	Patches                 []kustomize.Patch `json:"patches,omitempty"`
	Images                  []kustomize.Image `json:"images,omitempty"`
	BuildMetadata           []string          `json:"buildMetadata,omitempty"`
	CommonMetadata          *commonMetadata   `json:"commonMetadata,omitempty"`
	PostBuild               *postBuild        `json:"postBuild,omitempty"`
	Decryption              *decryption       `json:"decryption,omitempty"`
}

type commonMetadata struct {
	Labels      map[string]string `json:"labels,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type postBuild struct {
	SubstituteStrategy string            `json:"substituteStrategy,omitempty"`
	Substitute         map[string]string `json:"substitute,omitempty"`
	SubstituteFrom     []reference       `json:"substituteFrom,omitempty"`
}

type reference struct {
	Kind     string `json:"kind"`
	Name     string `json:"name"`
	Optional bool   `json:"optional,omitempty"`
}

type decryption struct {
	Provider string `json:"provider,omitempty"`
}

// readSpec decodes the spec of a manifest. The error names the field that is
// not of its type; the API server refuses such a manifest.
func readSpec(manifest map[string]any) (spec, error) {
	var m struct {
		Spec spec `json:"spec"`
	}
	data, err := json.Marshal(map[string]any{"spec": manifest["spec"]})
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		return spec{}, fmt.Errorf("the manifest is not a Kustomization the API server accepts: %w", err)
	}
	return m.Spec, nil
}

// dir is the directory the spec builds, as an artifact path. A path that
// climbs out is cut at the artifact's root, as KC:reconcile does with
// SecureJoin (R4.1).
func (s spec) dir() string { return path.Clean("/" + s.Path)[1:] }

// sops says whether the controller decrypts with SOPS.
func (s spec) sops() bool { return s.Decryption != nil && s.Decryption.Provider == "sops" }

func namespaceOf(manifest map[string]any) string {
	metadata, _ := manifest["metadata"].(map[string]any)
	namespace, _ := metadata["namespace"].(string)
	return namespace
}
