package ownership

import (
	"fmt"
	"strings"
)

// VersionAtLeast says whether a version is that of kustomize-controller
// v1.minor.patch or later, and whether it tells. A version of Flux itself, as
// v2.8.5, has the controller's minor and another patch.
func VersionAtLeast(version string, minor, patch int) (is, known bool) {
	var major, haveMinor, havePatch int
	n, _ := fmt.Sscanf(strings.TrimPrefix(version, "v"), "%d.%d.%d", &major, &haveMinor, &havePatch)
	switch {
	case n < 2:
		return false, false
	case major != 1 && major != 2:
		return major > 2, true
	case haveMinor != minor:
		return haveMinor > minor, true
	case patch == 0:
		return true, true
	case major == 2 || n < 3:
		return false, false
	}
	return havePatch >= patch, true
}
