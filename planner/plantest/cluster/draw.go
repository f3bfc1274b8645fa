package cluster

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// Draw draws a tiny world: one or two roots, up to three children, up to
// three objects, two or three commits or one commit and a switch.
func Draw(t *rapid.T) string {
	var b strings.Builder
	roots := rapid.IntRange(1, 2).Draw(t, "roots")
	for i := range roots {
		fmt.Fprintf(&b, "root r%d path=r%d%s\n", i, i, maybe(t, "noprune", 8))
	}
	switching := rapid.IntRange(0, 3).Draw(t, "switching") == 0
	commits := 2
	if switching {
		commits = 1
	} else if rapid.IntRange(0, 3).Draw(t, "three") == 0 {
		commits = 3
	}
	for c := range commits {
		b.WriteString("commit\n")
		drawn := map[string]string{}
		for i := range roots {
			drawPath(t, &b, fmt.Sprintf("r%d", i), true, c, drawn)
		}
		if switching {
			drawPath(t, &b, "r2", true, c, map[string]string{})
		}
		for i := range 3 {
			drawPath(t, &b, fmt.Sprintf("p%d", i), false, c, drawn)
		}
	}
	if switching {
		b.WriteString("switch\n")
		switch rapid.IntRange(0, 4).Draw(t, "switch") {
		case 0:
			b.WriteString("-root r0\n")
		default:
			b.WriteString("root r0 path=r2\n")
		}
	}
	return b.String()
}

func maybe(t *rapid.T, word string, oneIn int) string {
	if rapid.IntRange(1, oneIn).Draw(t, word) == 1 {
		return " " + word
	}
	return ""
}

// drawPath writes the content of one path at one commit. After the first
// commit it mostly stays as it was.
func drawPath(t *rapid.T, b *strings.Builder, name string, forChildren bool, commit int, drawn map[string]string) {
	if commit > 0 && rapid.IntRange(0, 2).Draw(t, "same") == 0 {
		return
	}
	switch rapid.IntRange(0, 24).Draw(t, "kind") {
	case 0:
		fmt.Fprintf(b, "  %s: -\n", name)
		return
	case 1:
		fmt.Fprintf(b, "  %s: !fail\n", name)
		return
	}
	fmt.Fprintf(b, "  %s:", name)
	if forChildren {
		for i := range 2 {
			if rapid.IntRange(0, 2).Draw(t, "child") > 0 {
				fmt.Fprintf(b, " %s", drawChild(t, fmt.Sprintf("k%d", i), drawn))
			}
		}
	}
	if !forChildren && rapid.IntRange(1, 8).Draw(t, "grandchild") == 1 {
		fmt.Fprintf(b, " %s", drawChild(t, "k1", drawn))
	}
	for _, o := range []string{"Gateway/g", "Namespace/demo"} {
		odds := 3
		if o == "Namespace/demo" {
			odds = 12
		}
		if rapid.IntRange(1, odds).Draw(t, o) <= 2 && (!forChildren || rapid.IntRange(0, 3).Draw(t, "in root") == 0) {
			fmt.Fprintf(b, " %s%s", o, drawTrait(t))
		}
	}
	b.WriteString("\n")
}

// drawChild mostly gives a child the manifest that another parent has for it:
// of two, the analysis says that it does not know.
func drawChild(t *rapid.T, name string, drawn map[string]string) string {
	if known := drawn[name]; known != "" && rapid.IntRange(0, 4).Draw(t, "alike") > 0 {
		return known
	}
	attrs := fmt.Sprintf("path=p%d", rapid.IntRange(0, 2).Draw(t, "path"))
	attrs += strings.ReplaceAll(maybe(t, "noprune", 6)+maybe(t, "suspend", 10)+maybe(t, "policy=Orphan", 8)+maybe(t, "policy=Delete", 12), " ", ",")
	drawn[name] = fmt.Sprintf("K/%s(%s)%s", name, attrs, strings.ReplaceAll(maybe(t, "+guard", 10), " ", ""))
	return drawn[name]
}

func drawTrait(t *rapid.T) string {
	switch rapid.IntRange(0, 11).Draw(t, "trait") {
	case 0, 1:
		return "+guard"
	case 2:
		return "+ifnotpresent"
	case 3:
		return "+disabled"
	}
	return ""
}
