package build

import (
	"path"
	"regexp"
	"strings"
)

// failure says why kustomize gives nothing to apply. What was refused to it
// makes the build unknown, since the controller has no such limits; everything
// else would fail there too.
func (f *artifactFS) failure(what string, err error) rendered {
	if f.refused != "" {
		return rendered{failure: Result{
			Unknown: f.refused,
			Supply:  "the same content in smaller parts, without nested YAML aliases",
		}}
	}
	result := failed(what, err)
	if f.withheld != "" {
		result.Failed += " (" + f.withheld + ")"
	}
	return rendered{failure: result}
}

func failed(what string, err error) Result {
	result := Result{Failed: what + ": " + sentence(err)}
	if strings.Contains(result.Failed, "variable not set") {
		result.Supply = "a value for the variable, or the ConfigMap or Secret that holds it"
	}
	return result
}

// What is left out of a message: the object or the configuration that
// kustomize and the decoders print into it, which may be a Secret, and that a
// directory was first tried as a file.
var (
	dump   = regexp.MustCompile(`(?s)(missing metadata\.name|missing Resource metadata| in object| is missing in| from: |\bapiVersion: ).*`)
	config = regexp.MustCompile("(?s) with config: `.*`")
	asFile = regexp.MustCompile(`accumulation err='accumulating resources from '[^']*': read [^']*: is a directory': `)
)

// longest is the length at which a message is cut.
const longest = 600

// sentence makes one line of an error, with paths of the artifact and without
// the content of objects.
func sentence(err error) string {
	text := config.ReplaceAllString(display(err.Error()), "")
	text = dump.ReplaceAllString(asFile.ReplaceAllString(text, ""), "$1…")
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}

// display writes a path of kustomize's, or a text that holds some, with paths
// of the artifact.
func display(text string) string {
	if p, ok := inside(text); ok && !strings.Contains(text, " ") {
		return path.Clean("./" + p)
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, mount+"/", ""), mount, ".")
}
