package build

import (
	"path"
	"regexp"
	"strings"
)

// failure says why there is nothing to apply. What was refused to kustomize
// makes the build unknown, since the controller has no such limits; everything
// else would fail there too.
func (f *artifactFS) failure(what string, err error) rendered {
	if f.refused != "" {
		return rendered{failure: Result{
			Unknown: f.refused,
			Supply:  "the content in smaller files, without nested YAML aliases",
		}}
	}
	return rendered{failure: Result{Failed: what + ": " + f.sentence(err)}}
}

// dump matches where kustomize's messages begin to print a whole object, which
// may be a Secret.
var dump = regexp.MustCompile(`(?s)(missing metadata\.name|missing Resource metadata| in object| from: | with config: |\bapiVersion: ).*`)

const longest = 600

// sentence makes one line of an error of kustomize's, with paths of the
// artifact and without the content of objects.
func (f *artifactFS) sentence(err error) string {
	text := display(dump.ReplaceAllStringFunc(err.Error(), func(match string) string {
		return dump.FindStringSubmatch(match)[1] + "…"
	}))
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > longest {
		text = text[:longest] + "…"
	}
	return text
}

// display writes a path, or a text that holds some, as people know it.
func display(text string) string {
	if p, ok := inside(text); ok && !strings.Contains(text, " ") {
		return path.Clean("./" + p)
	}
	return strings.ReplaceAll(text, mount+"/", "")
}
