// Command fluxmigrate plans how objects move between Flux Kustomizations
// without being deleted.
//
// Output rules: what was asked for goes to standard output, whole or not at
// all; warnings and errors go to standard error, as "fluxmigrate: …", each hint
// on a line of its own; help is on standard output only where it was asked for.
package main

import (
	"io"
	"os"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole program but its process: it gives the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	app := newApp(stdout, stderr)
	return report(stderr, app.Run(append([]string{app.Name}, arrange(app, args)...)))
}
