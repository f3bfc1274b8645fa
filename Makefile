# What one runs here. `make ci` is every test; the rest is listed below.
#
#   build      bin/fluxmigrate
#   ci         test, then e2e: what .ci/run runs
#   test       vet, then every test that is quick: no cluster
#   race       every test under the race detector
#   check      gofmt, vet, staticcheck, import policy, links, generated files current
#   update     rewrite the golden files, then read the diff
#   generate   rewrite the generated documents
#   bench      how fast rendering and proving are
#   fuzz       every fuzz target for FUZZTIME
#   oracle     ask more than 20,000 random questions in two ways each; ORACLE is
#              how many times as many as `make test` asks, ORACLE_SEED which.
#              Then hold every recorded world against the model, and take each step
#              and wait out of every plan that is proved
#   demo       the main job, offline: plan a mode switch of testdata/demo
#
# With real Flux on loopback (testdata/controlplane/doc.go); the first of them
# builds it into a cache, which takes about ten minutes:
#
#   e2e        every test that needs it
#   e2e-matrix the same, then again with an older kustomize-controller, which
#              is built the first time too
#   facts      only those that measure the rules of docs/flux-semantics.md
#   lab        a cluster with testdata/demo applied in LAB_MODE, until ^C
#   worlds     record WORLDS small random worlds anew, from SEED on (testdata/worlds);
#              FLUXMIGRATE_KUSTOMIZE_CONTROLLER=v1.7.3, with an older one

GO          ?= go
FUZZTIME    ?= 10s
LAB_MODE    ?= tls
WORLDS      ?= 500
SEED        ?= 1
ORACLE      ?= 32
ORACLE_SEED ?= 20261130
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
.PHONY: build ci test race check update generate bench fuzz oracle demo e2e e2e-matrix facts lab worlds

build:
	$(GO) build -o bin/fluxmigrate ./cmd/fluxmigrate

# The quick ones first. What ends the output is what go test says of each package.
ci:
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory e2e

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
	$(GO) test -run '^$$' -bench . -benchmem ./render/... ./planner ./planner/explore ./planner/sim ./planner/proof

# go test fuzzes one target at a time.
fuzz:
	@set -e; for p in $(FUZZING); do \
		for f in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/p' $$p/*_test.go); do \
			echo "$$p $$f"; $(GO) test $$p -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME); \
		done; \
	done

# What is counted and how long it took stands on the lines that say ORACLE.
oracle:
	ORACLE=$(ORACLE) ORACLE_SEED=$(ORACLE_SEED) $(GO) test -count=1 -timeout 2h -v ./planner/oracle
	ORACLE=$(ORACLE) ORACLE_SEED=$(ORACLE_SEED) $(GO) test -count=1 -timeout 2h -v -run AloneIsAsSafe ./planner/proof
	ORACLE=$(ORACLE) $(GO) test -count=1 -timeout 2h -v ./planner/plantest/replay
	ORACLE=$(ORACLE) $(GO) test -count=1 -timeout 2h -v -run EverythingInAProvedPlan ./planner

# The plan of an unsafe switch is an answer, not a failure: 0 proved, 3 refuted,
# 4 unknown. Any other status is one.
demo: build
	@status=0; bin/fluxmigrate plan --repo testdata/demo --from tls --to ip || status=$$?; \
	echo; echo "exit status $$status"; \
	case $$status in 0|3|4) ;; *) exit $$status;; esac

# -parallel, because the tests wait most of their time, each in namespaces of
# its own.
CONTROLPLANE = cd testdata/controlplane && $(GO)

# -p 1, because two packages that start a cluster are too much for two cores,
# and would both build Flux where that has not happened yet.
e2e:
	$(CONTROLPLANE) vet ./...
	$(CONTROLPLANE) test -count=1 -timeout 60m -p 1 -parallel 16 ./...

# Besides the version in go.mod, those that have a folder of their own.
OLDER = $(notdir $(wildcard testdata/controlplane/v*))

e2e-matrix:
	@set -e; for version in '' $(OLDER); do \
		echo "with kustomize-controller $${version:-of go.mod}"; \
		FLUXMIGRATE_KUSTOMIZE_CONTROLLER=$$version $(MAKE) --no-print-directory e2e; \
	done

facts:
	@log=$$(mktemp); status=0; \
	( $(CONTROLPLANE) test -count=1 -timeout 30m -parallel 16 -v -run 'Test[RHPV][0-9]|Trace' . ) >$$log 2>&1 || status=$$?; \
	grep '^FACT' $$log | sort -V; \
	if [ $$status -ne 0 ]; then grep -v '^FACT\|^=== ' $$log; fi; \
	rm -f $$log; exit $$status

lab:
	$(CONTROLPLANE) run ./lab -mode $(LAB_MODE)

worlds:
	$(CONTROLPLANE) run ./worlds -n $(WORLDS) -seed $(SEED) -out ../worlds/$(FLUXMIGRATE_KUSTOMIZE_CONTROLLER)
