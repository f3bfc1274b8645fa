package build

import (
	"path"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
)

// generators notes the objects that a kustomization file generates.
func (s *survey) generators(name string, k *types.Kustomization, n names) {
	for _, g := range k.ConfigMapGenerator {
		s.sources = append(s.sources, generatedBy(name, "ConfigMap", g.GeneratorArgs, k.GeneratorOptions, n))
	}
	for _, g := range k.SecretGenerator {
		made := generatedBy(name, "Secret", g.GeneratorArgs, k.GeneratorOptions, n)
		made.sealed = s.sops && s.decrypts(path.Dir(name), g.KvPairSources)
		s.sources = append(s.sources, made)
	}
}

func generatedBy(name, kind string, g types.GeneratorArgs, global *types.GeneratorOptions, n names) source {
	options := types.MergeGlobalOptionsIntoLocal(g.Options, global)
	return source{
		header: n.of(header{kind: kind, namespace: g.Namespace, name: g.Name}),
		file:   name,
		hashed: options == nil || !options.DisableNameSuffixHash,
	}
}

// decrypts says whether the controller decrypts a file of a secretGenerator
// before the build (kustomize-controller v1.9.6, decryptor.go,
// decryptKustomizationSources): the hash in the name is of values that nobody
// can read here.
func (s *survey) decrypts(dir string, sources types.KvPairSources) bool {
	for _, f := range sources.FileSources {
		key, p, ok := strings.Cut(f, "=")
		if !ok {
			p = key
		}
		if s.encrypted(path.Join(dir, p), markerOf(key, `"mac": "ENC[`)) {
			return true
		}
	}
	for _, f := range sources.EnvSources {
		if s.encrypted(path.Join(dir, f), markerOf(f, "sops_mac=ENC[")) {
			return true
		}
	}
	return false
}

// markerOf gives the text by which the controller knows an encrypted file of
// a name; otherwise is that of a name without a known ending.
func markerOf(name, otherwise string) string {
	switch ext := path.Ext(name); {
	case strings.HasSuffix(name, ".dockerconfigjson"), ext == ".json":
		return `"mac": "ENC[`
	case ext == ".yaml", ext == ".yml":
		return "mac: ENC["
	case ext == ".env":
		return "sops_mac=ENC["
	case ext == ".ini":
		return "[sops]"
	}
	return otherwise
}

func (s *survey) encrypted(p, marker string) bool {
	content, err := s.fs.ReadFile(path.Join(mount, p))
	return err == nil && strings.Contains(string(content), marker)
}

// source finds where an object of the build comes from. kustomize's own origin
// annotations would say it too, but they change what patches, replacements and
// hashes see. Sealed is set if any source that may be the object's is.
func (s *survey) source(h header) source {
	candidates := s.candidates(h)
	if len(candidates) == 0 {
		return source{}
	}
	found := candidates[0]
	for _, c := range candidates[1:] {
		if c.file != found.file {
			found.file = ""
		}
		found.sealed = found.sealed || c.sealed
		found.hashed = found.hashed || c.hashed
	}
	return found
}

// candidates are the sources of the object's kind and name, in its namespace
// if any of them is; where no name matches, as after a patch that renames, the
// only source of that kind.
func (s *survey) candidates(h header) []source {
	named := s.byName[header{group: h.group, kind: h.kind, name: h.name}]
	if cut := len(h.name) - hashLength; cut > 0 && h.name[cut-1] == '-' {
		for _, c := range s.byName[header{group: h.group, kind: h.kind, name: h.name[:cut-1]}] {
			if c.hashed {
				named = append(named[:len(named):len(named)], c)
			}
		}
	}
	var exact []source
	for _, c := range named {
		if c.namespace == h.namespace {
			exact = append(exact, c)
		}
	}
	kind := s.byKind[header{group: h.group, kind: h.kind}]
	switch {
	case len(exact) > 0:
		return exact
	case len(named) > 0 || len(kind) != 1:
		return named
	}
	return kind
}

// hashLength is that of kustomize's name suffix hashes.
const hashLength = 10

// index prepares the survey for questions; none is changed afterwards.
func (s *survey) index() {
	s.byKind, s.byName = map[header][]source{}, map[header][]source{}
	for _, c := range s.sources {
		kind := header{group: c.group, kind: c.kind}
		s.byKind[kind] = append(s.byKind[kind], c)
		kind.name = c.name
		s.byName[kind] = append(s.byName[kind], c)
	}
}
