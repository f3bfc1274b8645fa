package build

import (
	"net/url"
	"path"
	"regexp"
	"strings"
)

// kustomize would fetch these over the network; this package never does.

// isURL says whether kustomize's loader asks a web server for a path
// (kustomize api v0.21.2, internal/loader/fileloader.go, Load).
func isURL(p string) bool {
	u, err := url.Parse(p)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https")
}

var repositoryUser = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9-]*@.*[/:]`)

// isRepository says whether kustomize may clone a path with git. It is wider
// than NewRepoSpecFromURL (kustomize api v0.21.2, internal/git/repospec.go),
// which decides on the rest of the path.
func isRepository(p string) bool {
	if path.IsAbs(p) || strings.Contains(p, "\n") {
		return false
	}
	lower := strings.TrimPrefix(strings.ToLower(p), "git::")
	for _, prefix := range []string{"ssh://", "https://", "http://", "file://", "github.com/", "github.com:"} {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	return repositoryUser.MatchString(lower)
}
