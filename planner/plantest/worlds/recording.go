package worlds

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// Recording is a world and what real Flux did in it.
type Recording struct {
	Seed    int
	Version string // of kustomize-controller
	Text    string // of the world
	*World
	Events []Event
}

// String names the recording as a test does.
func (r *Recording) String() string { return fmt.Sprintf("world %d (%s)", r.Seed, r.Version) }

// Load reads every recording of a folder, by seed.
func Load(folder string) ([]*Recording, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil {
		return nil, err
	}
	var all []*Recording
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found, err := ParseArchive(data)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		all = append(all, found...)
	}
	slices.SortStableFunc(all, func(a, b *Recording) int { return a.Seed - b.Seed })
	return all, nil
}

// ParseArchive reads one file of the corpus: a line "flux VERSION", then for
// each world SEED/world and SEED/trace.
func ParseArchive(data []byte) ([]*Recording, error) {
	archive := txtar.Parse(data)
	version, ok := strings.CutPrefix(strings.TrimSpace(string(archive.Comment)), "flux ")
	if !ok || len(archive.Files)%2 != 0 {
		return nil, fmt.Errorf("not a line \"flux VERSION\" and pairs of world and trace")
	}
	var recordings []*Recording
	for pair := range slices.Chunk(archive.Files, 2) {
		r, err := parsePair(version, pair[0], pair[1])
		if err != nil {
			return nil, err
		}
		recordings = append(recordings, r)
	}
	return recordings, nil
}

func parsePair(version string, world, trace txtar.File) (*Recording, error) {
	name, ok := strings.CutSuffix(world.Name, "/world")
	seed, err := strconv.Atoi(name)
	if err != nil || !ok || trace.Name != name+"/trace" {
		return nil, fmt.Errorf("files %s and %s are not SEED/world and SEED/trace", world.Name, trace.Name)
	}
	r := &Recording{Seed: seed, Version: version, Text: string(world.Data)}
	if r.World, err = Parse(r.Text); err != nil {
		return nil, fmt.Errorf("%s: %w", world.Name, err)
	}
	if r.Events, err = ParseTrace(string(trace.Data)); err != nil {
		return nil, fmt.Errorf("%s: %w", trace.Name, err)
	}
	return r, nil
}

// Lost names the objects that ended though the newest published state wanted
// them, once for each end.
func (r *Recording) Lost() []string {
	var names []string
	for _, e := range r.Events {
		if e.Lost {
			names = append(names, e.Object)
		}
	}
	return names
}

// Moved counts how often the owner label of a living object has changed.
func (r *Recording) Moved() int {
	type object struct {
		name string
		uid  int
	}
	owners, moved := map[object]string{}, 0
	for _, e := range r.Events {
		if e.Verb != "apply" || e.Refused > 0 || e.Who == Hand {
			continue
		}
		o := object{e.Object, e.UID}
		if before := owners[o]; before != "" && before != e.Owner {
			moved++
		}
		owners[o] = e.Owner
	}
	return moved
}
