package build

import (
	"fmt"
	"path"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
)

// survey is what can be read off the kustomization files of a build before it
// runs: what kustomize would fetch, whether it changes global state, and which
// file each object comes from. It has no part in what the build renders.
type survey struct {
	fs      *artifactFS
	sops    bool     // the controller decrypts
	remote  string   // the first reference that leaves the artifact, and where it stands
	openAPI bool     // a file brings its own OpenAPI schema
	loaded  []string // files that are no resources, wherever they are
	plugins bool     // a file has generators, transformers or validators
	sources []source // in the order of the files
	byKind  map[header][]source
	byName  map[header][]source
}

// maxObjects bounds the objects of one build; kustomize compares each with
// each, and the inventory of a Kustomization has no room for more.
const maxObjects = 5_000

// source is one object that a file or a generator contributes.
type source struct {
	header        // with the prefixes, suffixes and the namespace above it
	file   string // a resource file, or the kustomization file that generates
	sealed bool   // generated from files that the controller decrypts first
	hashed bool   // generated with a hash of the content in its name
}

// names is what the kustomization files above a directory make of a name.
type names struct{ prefix, suffix, namespace string }

func (n names) below(k *types.Kustomization) names {
	n.prefix += k.NamePrefix
	n.suffix = k.NameSuffix + n.suffix
	if n.namespace == "" {
		n.namespace = k.Namespace // the outermost wins
	}
	return n
}

func (n names) of(h header) header {
	if h.kind != "Namespace" && h.kind != "CustomResourceDefinition" && h.kind != "APIService" {
		h.name = n.prefix + h.name + n.suffix
	}
	if n.namespace != "" {
		h.namespace = n.namespace
	}
	return h
}

// visit reads the kustomization file of a directory and all it refers to.
// Above are the directories it was reached through; kustomize itself reports a
// cycle among them, a missing file and one that does not parse.
func (s *survey) visit(dir string, above []string, n names) {
	for _, a := range above {
		if a == dir {
			return
		}
	}
	name, k := s.read(dir)
	if k == nil {
		return
	}
	above, n = append(above[:len(above):len(above)], dir), n.below(k)
	s.openAPI = s.openAPI || len(k.OpenAPI) > 0
	s.noteLoads(name, k)
	for _, entry := range k.Resources {
		s.resource(name, entry, above, n)
	}
	s.generators(name, k, n)
	for _, entry := range k.Components {
		s.directory(name, entry, above, n)
	}
	for _, plugins := range [][]string{k.Generators, k.Transformers, k.Validators} {
		s.plugins = s.plugins || len(plugins) > 0
		for _, entry := range plugins {
			s.plugin(name, entry, above)
		}
	}
}

func (s *survey) read(dir string) (string, *types.Kustomization) {
	name, ok := s.fs.kustomizationFile(dir)
	if !ok {
		return "", nil
	}
	content, err := s.fs.ReadFile(path.Join(mount, name))
	if err != nil {
		return "", nil
	}
	var k types.Kustomization
	if err := k.Unmarshal(content); err != nil {
		return "", nil
	}
	k.FixKustomization()
	return name, &k
}

// resource follows one entry that may be a file, a directory or a repository;
// kustomize tries them in that order.
func (s *survey) resource(name, entry string, above []string, n names) {
	if isURL(entry) {
		s.noteRemote(name, entry)
		return
	}
	p := path.Join(path.Dir(name), entry)
	if path.IsAbs(entry) || leaves(p) || !s.isFile(p) {
		s.directory(name, entry, above, n)
		return
	}
	d, err := s.fs.decode(p)
	if err != nil || d.err != nil {
		if isRepository(entry) {
			s.noteRemote(name, entry)
		}
		return
	}
	for _, h := range d.objects {
		s.sources = append(s.sources, source{header: n.of(h), file: p})
	}
	if len(s.sources) > maxObjects {
		_ = s.fs.refuse("the build has more than %d objects with those of file %s", maxObjects, p)
	}
}

func (s *survey) directory(name, entry string, above []string, n names) {
	if isRepository(entry) {
		s.noteRemote(name, entry)
		return
	}
	if p := path.Join(path.Dir(name), entry); !path.IsAbs(entry) && !leaves(p) {
		s.visit(strings.TrimPrefix(p, "."), above, n)
	}
}

func (s *survey) isFile(p string) bool {
	at := s.fs.at(p)
	return at != nothing && at != directory
}

func leaves(p string) bool { return p == ".." || strings.HasPrefix(p, "../") }

// plugin follows the configuration of a generator, transformer or validator;
// what it lists are no objects of the build.
func (s *survey) plugin(name, entry string, above []string) {
	if strings.Contains(entry, "\n") {
		return // inline
	}
	kept := s.sources
	s.resource(name, entry, above, names{})
	s.sources = kept
}

// noteLoads looks for web addresses where kustomize takes files only.
func (s *survey) noteLoads(name string, k *types.Kustomization) {
	loads := append(append([]string{k.OpenAPI["path"]}, k.Configurations...), k.Crds...)
	//lint:ignore SA1019 people still write these fields
	for _, p := range append(k.Patches, k.PatchesJson6902...) {
		loads = append(loads, p.Path)
	}
	//lint:ignore SA1019 as above
	for _, p := range k.PatchesStrategicMerge {
		loads = append(loads, string(p))
	}
	for _, r := range k.Replacements {
		loads = append(loads, r.Path)
	}
	for _, g := range k.ConfigMapGenerator {
		loads = append(loads, generatorFiles(g.KvPairSources)...)
	}
	for _, g := range k.SecretGenerator {
		loads = append(loads, generatorFiles(g.KvPairSources)...)
	}
	for _, p := range loads {
		if isURL(p) {
			s.noteRemote(name, p)
		}
		s.loaded = append(s.loaded, path.Join(path.Dir(name), p))
	}
}

func generatorFiles(sources types.KvPairSources) []string {
	files := append([]string{}, sources.EnvSources...)
	for _, f := range sources.FileSources {
		if _, after, ok := strings.Cut(f, "="); ok {
			f = after
		}
		files = append(files, f)
	}
	return files
}

func (s *survey) noteRemote(name, entry string) {
	if s.remote == "" {
		s.remote = fmt.Sprintf("%s refers to %s, which is fetched over the network", name, entry)
	}
}
