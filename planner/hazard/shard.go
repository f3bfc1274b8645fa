package hazard

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// changedShard finds a Kustomization that another controller gets while it
// decides over the life of something. Two controllers may run it at once then,
// and a barrier of one says nothing of the other (R1.12).
func (f *facts) changedShard(k ksID) []ownership.Unknown {
	shards := f.shards[k]
	if len(shards) < 2 || !f.decides(k) {
		return nil
	}
	return []ownership.Unknown{{Subject: "Kustomization " + k.String(),
		Why: fmt.Sprintf("its label %s changes (%s): two controllers may run it at once, and waiting for a run of it shows nothing of the other's (R1.12)",
			ownership.ShardLabel, shardNames(shards)),
		Supply: "change the label in a commit of its own, in which nothing that it holds changes hands; plan the rest from there, once the log of " +
			"the old controller shows that its last run has ended"}}
}

func shardNames(shards []string) string {
	named := make([]string, len(shards))
	for i, s := range shards {
		named[i] = cmp.Or(s, "none")
	}
	return strings.Join(named, ", ")
}

// decides says whether it matters who runs a Kustomization: it can end, or it
// may hold what should live and somebody else renders as well, can end in some
// way, or is not rendered alike in all its views.
func (f *facts) decides(k ksID) bool {
	return len(f.ends[k.Object()]) > 0 || slices.ContainsFunc(f.mayHold(k), func(o objectID) bool {
		return f.kept(o) && (len(f.renderers[o]) > 1 || len(f.ends[o]) > 0 || !f.rendersAlike(k, o))
	})
}

// rendersAlike says whether every view renders the object, with one guard and,
// of a Kustomization, one spec.
func (f *facts) rendersAlike(k ksID, o objectID) bool {
	first, _ := f.all[k][0].Render.Find(o)
	return !slices.ContainsFunc(f.all[k], func(v view) bool {
		x, ok := v.Render.Find(o)
		return !ok || x.SpecDigest != first.SpecDigest || x.Traits != first.Traits
	})
}

// sharedShards finds controllers that were seen and of which nobody can tell
// from the one label who runs what: two that may run the same, or one that
// goes by another label.
func (f *facts) sharedShards() []ownership.Unknown {
	controllers := f.live.controllers
	if len(controllers) < 2 || !slices.ContainsFunc(f.ids, f.decides) {
		return nil
	}
	var unknowns []ownership.Unknown
	for _, c := range controllers {
		if why := f.whyShared(c, controllers); why != "" {
			unknowns = append(unknowns, ownership.Unknown{Subject: c.ID.Display(), Why: why,
				Supply: "let each controller select by " + ownership.ShardLabel + " alone, and the main one with --watch-label-selector=!" + ownership.ShardLabel})
		}
	}
	return unknowns
}

func (f *facts) whyShared(c ownership.Controller, all []ownership.Controller) string {
	for _, key := range selectorKeys(c.WatchLabelSelector) {
		if key != ownership.ShardLabel {
			return "selects Kustomizations by the label " + key + ", which is not read: who runs which is not known (R1.12)"
		}
	}
	sharded := slices.ContainsFunc(f.ids, func(k ksID) bool {
		return f.decides(k) && slices.ContainsFunc(f.shards[k], func(s string) bool { return s != "" })
	})
	for _, other := range all {
		if c.WatchLabelSelector == "" && other.WatchLabelSelector != "" && sharded {
			return "selects every Kustomization, and " + other.ID.Display() + " some of them too (" + other.WatchLabelSelector + "): both run those (R1.12)"
		}
	}
	return ""
}

var (
	selectorValues = regexp.MustCompile(`\([^)]*\)`)
	selectorKey    = regexp.MustCompile(`^\s*!?\s*([A-Za-z0-9][A-Za-z0-9._/-]*)`)
)

// selectorKeys gives the labels that a selector asks for.
func selectorKeys(selector string) []string {
	var keys []string
	for _, part := range strings.Split(selectorValues.ReplaceAllString(selector, ""), ",") {
		if key := selectorKey.FindStringSubmatch(part); key != nil {
			keys = append(keys, key[1])
		}
	}
	return keys
}
