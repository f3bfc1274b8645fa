package build

import (
	"fmt"
	"path"

	apis "github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/kustomize"
	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/yaml"
)

// generate puts over the artifact the kustomization file that the controller
// writes before it builds: the one in the spec's directory, or a
// generated one, completed by the spec (R4.3, R4.4; fluxcd/pkg
// kustomize v1.41.0, kustomize_generator.go, GenerateManifest, which works on
// disks only).
func (f *artifactFS) generate(s spec) error {
	name, k, err := f.kustomization(s.dir())
	if err != nil {
		return err
	}
	if err := f.complete(k, s); err != nil {
		return err
	}
	f.overlay[name], err = yaml.Marshal(k)
	return err
}

// kustomization reads the kustomization file of the directory or generates
// one.
func (f *artifactFS) kustomization(dir string) (string, *types.Kustomization, error) {
	k := &types.Kustomization{TypeMeta: types.TypeMeta{APIVersion: types.KustomizationVersion, Kind: types.KustomizationKind}}
	name, ok := f.kustomizationFile(dir)
	if !ok {
		var err error
		if k.Resources, err = f.scan(dir, "."); err != nil {
			return "", nil, err
		}
		f.noteGathered(dir, k.Resources)
		if len(k.Resources) == 0 {
			k.Namespace = "_placeholder" // kustomize refuses an empty file
		}
		return path.Join(dir, konfig.DefaultKustomizationFileName()), k, nil
	}
	content, err := f.ReadFile(path.Join(mount, name))
	if err != nil {
		return "", nil, err
	}
	if err := yaml.Unmarshal(content, k); err != nil {
		return "", nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(k.Resources) == 0 {
		k.BuildMetadata = []string{types.OriginAnnotations} // as above
	}
	return name, k, nil
}

// noteGathered keeps what a made-up kustomization file has.
func (f *artifactFS) noteGathered(dir string, resources []string) {
	f.gathered = []string{}
	for _, r := range resources {
		p := path.Join(dir, r)
		if f.at(p) == directory {
			p += "/"
		}
		f.gathered = append(f.gathered, p)
	}
}

// kustomizationFile finds the kustomization file of a directory.
func (f *artifactFS) kustomizationFile(dir string) (string, bool) {
	for _, name := range konfig.RecognizedKustomizationFileNames() {
		p := path.Join(dir, name)
		if at := f.at(p); at != nothing && at != directory {
			return p, true
		}
	}
	return "", false
}

// scan lists the resources of a directory without a kustomization file: every
// YAML file below it, and each sub-directory that has one.
func (f *artifactFS) scan(dir, relative string) ([]string, error) {
	var resources []string
	for _, e := range f.list(dir) {
		p, resource := path.Join(dir, e.Name), relative+"/"+e.Name
		if !e.Dir {
			ok, err := f.isResource(p)
			if err != nil {
				return nil, err
			}
			if ok {
				resources = append(resources, resource)
			}
			continue
		}
		if _, ok := f.kustomizationFile(p); ok {
			resources = append(resources, resource)
			continue
		}
		below, err := f.scan(p, resource)
		if err != nil {
			return nil, err
		}
		resources = append(resources, below...)
	}
	return resources, nil
}

// isResource says whether scan takes a file. Each that it takes must decode.
func (f *artifactFS) isResource(p string) (bool, error) {
	if ext := path.Ext(p); ext != ".yaml" && ext != ".yml" {
		return false, nil
	}
	d, err := f.decode(p)
	if err == nil {
		err = d.err
	}
	if err != nil {
		return false, fmt.Errorf("decode Kubernetes YAML from %s: %w", p, err)
	}
	return true, nil
}

// decode reads a file as Kubernetes objects.
func (f *artifactFS) decode(p string) (decoding, error) {
	content, err := f.ReadFile(path.Join(mount, p))
	if err != nil {
		return decoding{}, err
	}
	at, _ := f.tree.Lookup(p)
	return f.blobs.decode(at.ID, content), nil
}

// complete merges the Kustomization's own fields into the kustomization file.
func (f *artifactFS) complete(k *types.Kustomization, s spec) error {
	replace(&k.Namespace, s.TargetNamespace)
	replace(&k.NamePrefix, s.NamePrefix)
	replace(&k.NameSuffix, s.NameSuffix)
	for _, p := range s.Patches {
		k.Patches = append(k.Patches, types.Patch{Patch: p.Patch, Target: selector(p.Target)})
	}
	for _, c := range s.Components {
		if !kustomize.IsLocalRelativePath(c) {
			return fmt.Errorf("component path %q must be local and relative", c)
		}
		if s.IgnoreMissingComponents && !f.Exists(path.Join(mount, s.dir(), c)) {
			continue
		}
		k.Components = append(k.Components, c)
	}
	for _, image := range s.Images {
		k.Images = withImage(k.Images, image)
	}
	if len(s.BuildMetadata) > 0 {
		k.BuildMetadata = s.BuildMetadata
	}
	return nil
}

func replace(field *string, value string) {
	if value != "" {
		*field = value
	}
}

// withImage adds an image, or changes the entry of its name: tag and digest
// together, since either selects the version.
func withImage(images []types.Image, add apis.Image) []types.Image {
	for i, image := range images {
		if image.Name != add.Name {
			continue
		}
		replace(&images[i].NewName, add.NewName)
		if add.NewTag != "" || add.Digest != "" {
			images[i].NewTag, images[i].Digest = add.NewTag, add.Digest
		}
		return images
	}
	return append(images, types.Image{Name: add.Name, NewName: add.NewName, NewTag: add.NewTag, Digest: add.Digest})
}

func selector(s *apis.Selector) *types.Selector {
	if s == nil {
		return nil
	}
	out := &types.Selector{AnnotationSelector: s.AnnotationSelector, LabelSelector: s.LabelSelector}
	out.Group, out.Version, out.Kind = s.Group, s.Version, s.Kind
	out.Namespace, out.Name = s.Namespace, s.Name
	return out
}
