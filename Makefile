# What one runs here. `make test` is the whole suite; the rest is listed below.
#
#   build      bin/fluxmigrate
#   test       vet, then every test
#   race       every test under the race detector
#   check      gofmt, vet, staticcheck, import policy, links, generated files current
#   update     rewrite the golden files, then read the diff
#   generate   rewrite the generated documents
#   bench      how fast rendering is
#   fuzz       every fuzz target for FUZZTIME
#   demo       the main job, offline: plan a mode switch of testdata/demo

GO          ?= go
FUZZTIME    ?= 10s
# Not in go.mod: what checks the code is no dependency of it.
STATICCHECK ?= honnef.co/go/tools/cmd/staticcheck@v0.8.2

# The packages whose tests say PATTERN: those that define -update, those with
# datadriven files (-rewrite), those with fuzz targets. Asking a package for a
# flag that it does not define is an error of go test.
packages_with = $(shell grep -rl --include='*_test.go' '$(1)' cmd planner graph live render \
	| xargs -r -n1 dirname | sort -u | sed 's|^|./|')
UPDATING  = $(call packages_with,^[^"]*flag\.Bool.*"update")
REWRITING = $(call packages_with,cockroachdb/datadriven")
FUZZING   = $(call packages_with,^func Fuzz)

.DEFAULT_GOAL := build
.PHONY: build test race check update generate bench fuzz demo

build:
	$(GO) build -o bin/fluxmigrate ./cmd/fluxmigrate

test:
	$(GO) vet ./...
	$(GO) test ./...

race:
	$(GO) test -race ./...

check:
	@unformatted="$$(gofmt -l cmd docs planner graph live render)"; \
	if [ -n "$$unformatted" ]; then echo "not formatted, run gofmt -w on:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	$(GO) test ./cmd/fluxmigrate -run 'Policy|Reaches|Link|MakeTarget'
	$(MAKE) generate
	git diff --exit-code -- docs

update:
	$(if $(UPDATING),$(GO) test $(UPDATING) -update)
	$(if $(REWRITING),$(GO) test $(REWRITING) -rewrite)
	git diff --stat

generate:
	$(GO) generate ./...
	$(GO) test ./cmd/fluxmigrate -run Docs -update

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./render/...

# go test fuzzes one target at a time.
fuzz:
	@set -e; for p in $(FUZZING); do \
		for f in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/p' $$p/*_test.go); do \
			echo "$$p $$f"; $(GO) test $$p -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME); \
		done; \
	done

# The plan of an unsafe switch is an answer, not a failure: 0 proved, 3 refuted,
# 4 unknown. Any other status is one.
demo: build
	@status=0; bin/fluxmigrate plan --repo testdata/demo --from tls --to ip || status=$$?; \
	echo; echo "exit status $$status"; \
	case $$status in 0|3|4) ;; *) exit $$status;; esac
