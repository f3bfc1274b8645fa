package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// play is a world that runs on a cluster.
type play struct {
	*controlplane.World
	cluster    *controlplane.Cluster
	repository *controlplane.Repository
	batch      *batch
	at         controlplane.Position
	revisions  []string // by commit
	marks      []mark   // what no request to the API server tells
	requests   int      // made by hand so far
	end        time.Time
	restless   bool // it was not quiet at some "quiet"
}

// mark is something that happened outside the API server.
type mark struct {
	time  time.Time
	words string
}

func (p *play) mark(words ...any) {
	p.marks = append(p.marks, mark{time.Now(), strings.TrimSpace(fmt.Sprintln(words...))})
}

// run plays a world from its beginning to its end.
func (p *play) run(ctx context.Context) (err error) {
	if p.repository, err = p.cluster.Repository(p.Name); err != nil {
		return err
	}
	if err := p.prepare(ctx); err != nil {
		return err
	}
	for _, step := range p.Steps {
		if err := p.step(ctx, step); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(append([]string{step.Verb}, step.Args...), " "), err)
		}
	}
	p.end = time.Now()
	return nil
}

// prepare makes the namespaces, and a service account for every Kustomization
// that the world names.
func (p *play) prepare(ctx context.Context) error {
	for _, name := range []string{"flux", "demo"} {
		if err := p.apply(ctx, map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": p.Namespace(name)}}); err != nil {
			return err
		}
	}
	if !p.Accounts {
		return nil
	}
	for _, name := range owners(p.World) {
		if err := p.apply(ctx, map[string]any{"apiVersion": "v1", "kind": "ServiceAccount",
			"metadata": map[string]any{"name": name, "namespace": p.Namespace("flux")}}); err != nil {
			return err
		}
	}
	return nil
}

func (p *play) apply(ctx context.Context, manifest map[string]any) error {
	return p.cluster.Apply(ctx, "infrastructure", &unstructured.Unstructured{Object: manifest})
}

func (p *play) step(ctx context.Context, step controlplane.Step) error {
	defer func() { p.at = step.At }()
	switch step.Verb {
	case "commit":
		if err := p.publish(ctx, step.At); err != nil {
			return err
		}
		if step.At.Commit == 0 {
			return p.setRoots(ctx, step.At)
		}
		return nil
	case "switch":
		p.mark("hand switch", step.At.Turn)
		return p.setRoots(ctx, step.At)
	case "quiet":
		return p.quiet(ctx)
	case "pause":
		return p.pause(ctx, step.Args[0])
	case "gather":
		p.batch.gather.wait(ctx, func() error { return nil })
		return ctx.Err()
	case "restart":
		return p.restart(ctx)
	default:
		return p.edit(ctx, step.Verb, step.Args)
	}
}

func (p *play) publish(ctx context.Context, at controlplane.Position) error {
	revision, err := p.repository.Commit(p.Tree(at.Commit, false))
	if err != nil {
		return err
	}
	p.revisions = append(p.revisions, revision)
	p.mark("git commit", at.Commit)
	return p.cluster.Source(ctx, p.Namespace("flux"), p.repository, revision)
}

func (p *play) setRoots(ctx context.Context, at controlplane.Position) error {
	for _, name := range []string{"r", "s"} {
		words, there := p.Roots[at.Turn][name]
		_, before := p.Roots[p.at.Turn][name]
		switch {
		case there:
			if err := p.apply(ctx, p.Kustomization(name, words, false)); err != nil {
				return err
			}
		case before:
			if err := p.delete(ctx, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *play) pause(ctx context.Context, milliseconds string) error {
	d, err := time.ParseDuration(milliseconds + "ms")
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
	return ctx.Err()
}

// restart restarts the controller once for the whole batch.
func (p *play) restart(ctx context.Context) error {
	p.mark("flux stops")
	err := p.batch.restart.wait(ctx, p.cluster.RestartController)
	p.mark("flux starts")
	return err
}

// hand is the field manager of what people do: one that Flux leaves alone
// (R5.10).
const hand = "hand"

// edit is what a person does. What is not there cannot be edited: then nothing
// happens.
func (p *play) edit(ctx context.Context, verb string, args []string) error {
	k := controlplane.Kustomization(p.Namespace("flux"), args[0])
	var err error
	switch verb {
	case "suspend", "resume":
		err = p.cluster.Merge(ctx, k, hand, map[string]any{"spec": map[string]any{"suspend": verb == "suspend"}})
	case "policy":
		err = p.cluster.Merge(ctx, k, hand, map[string]any{"spec": map[string]any{"deletionPolicy": args[1]}})
	case "delete":
		err = p.delete(ctx, args[0])
	case "request":
		p.requests++
		err = p.cluster.Annotate(ctx, k, hand, "reconcile.fluxcd.io/requestedAt", fmt.Sprint("t", p.requests))
	case "guard":
		err = p.cluster.Annotate(ctx, p.object(args[0]), hand, guard, "disabled")
	case "unguard":
		err = p.cluster.Annotate(ctx, p.object(args[0]), hand, guard, nil)
	}
	if errors.IsNotFound(err) {
		return nil
	}
	return err
}

const guard = "kustomize.toolkit.fluxcd.io/prune"

func (p *play) delete(ctx context.Context, name string) error {
	err := p.cluster.Dynamic.Resource(kustomizations).Namespace(p.Namespace("flux")).Delete(ctx, name, metav1.DeleteOptions{})
	if errors.IsNotFound(err) {
		return nil
	}
	return err
}

var (
	kustomizations = controlplane.Kustomization("", "").Resource
	// resources are those of the kinds that are drawn.
	resources = map[string]schema.GroupVersionResource{
		"ConfigMap": {Version: "v1", Resource: "configmaps"},
		"Gateway":   {Group: "gateway.networking.k8s.io", Version: "v1", Resource: "gateways"},
	}
)

// object is the id of KIND/NAME.
func (p *play) object(word string) controlplane.ID {
	kind, name, _ := strings.Cut(word, "/")
	return controlplane.ID{Resource: resources[kind], Namespace: p.Namespace("demo"), Name: name}
}

// everySpec yields every spec that the world has for a Kustomization, by its
// name.
func (p *play) everySpec() func(yield func(string, owner) bool) {
	return func(yield func(string, owner) bool) {
		for _, roots := range p.Roots {
			for name, words := range roots {
				if !yield(name, readOwner(words)) {
					return
				}
			}
		}
		for _, paths := range p.Commits {
			for _, words := range paths {
				for _, word := range words {
					rest, ok := strings.CutPrefix(word, "K/")
					name, inside, _ := strings.Cut(rest, "(")
					inside, _, _ = strings.Cut(inside, ")")
					if ok && !yield(name, readOwner(inside)) {
						return
					}
				}
			}
		}
	}
}

func readOwner(words string) owner {
	var o owner
	for word := range strings.SplitSeq(words, ",") {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "path":
			o.path = value
		case "dep":
			o.deps = append(o.deps, value)
		}
	}
	return o
}
