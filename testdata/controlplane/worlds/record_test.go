package main

import (
	"io"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func number(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestAHandfulOfWorldsIsRecorded plays some, one of them with a restart.
func TestAHandfulOfWorldsIsRecorded(t *testing.T) {
	log.SetOutput(io.Discard)
	folder := t.TempDir()
	if err := record(t.Context(), []int64{1, 2, 7, 8, 10}, folder, 4); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, name := range []string{"worlds-001.txtar", "restarts-010.txtar"} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		text.Write(content)
	}
	for _, want := range []string{"flux v", "-- 1/world --\n" + Draw(1), "-- 10/trace --\ngit commit 0\nsource fetch 0\nhand apply r #1 gen=1 (path=r",
		"\nr finalizer r on\n", "\nr apply a #1 own=r gen=1 (path=a", "\na dry x2\n", "\nflux stops\n", "\nflux starts\n", "\nworld quiet\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the recordings lack %q", want)
		}
	}
	if t.Failed() {
		t.Log(text.String())
	}
}
