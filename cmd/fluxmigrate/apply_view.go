package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/fluxmigrate/fluxmigrate/live/execute"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// showReport says at the end what became of every protected object, and how long
// each stage took.
func (r *applyRequest) showReport(out output, result *execute.Report) error {
	if len(result.Objects) == 0 && len(result.Stages) == 0 {
		return nil
	}
	return out.whole(func(w io.Writer) error {
		if r.form == "json" {
			return encode(w, struct {
				APIVersion string `json:"apiVersion"`
				Kind       string `json:"kind"`
				*execute.Report
			}{planner.APIVersion, "Report", result})
		}
		return reportText(w, result)
	})
}

func reportText(w io.Writer, result *execute.Report) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "OBJECT\tUID BEFORE\tUID AFTER\tOWNER BEFORE\tOWNER AFTER")
	for _, o := range result.Objects {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", o.Object.Display(), orNothing(o.UIDBefore), orNothing(o.UIDAfter), owner(o.OwnerBefore), owner(o.OwnerAfter))
	}
	fmt.Fprintln(table, "\nSTAGE\tTOOK\tRUNS OF FLUX ITSELF")
	for i, s := range result.Stages {
		took := s.Took.Round(time.Millisecond).String()
		if s.Before {
			took = "done before"
		}
		fmt.Fprintf(table, "%d. %s\t%s\t%s\n", i+1, s.Title, took, strings.Join(s.Flux, ", "))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	end := ""
	switch {
	case result.Finished && len(result.Left) == 0:
		end = "The plan is carried out, and nothing of it is left in the cluster but its effect.\n"
	case result.Undone:
		end = "The run is taken back, and nothing of it is left in the cluster.\n"
	case result.StoppedAfter > 0:
		end = fmt.Sprintf("Stopped after stage %d, as was asked for; the same command goes on.\n", result.StoppedAfter)
	}
	_, err := io.WriteString(w, "\n"+end)
	return err
}

func orNothing(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func owner(k ownership.KustomizationID) string {
	if k == (ownership.KustomizationID{}) {
		return "-"
	}
	return k.String()
}
