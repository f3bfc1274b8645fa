package execute

import (
	"context"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// act does what a step does. Where a run before has done it already, nothing is
// done twice: a field is set to what it is, a deletion is of one UID.
func (r *run) act(ctx context.Context, name string, s step.Step) error {
	switch {
	case s.File != "":
		return nil // a part of the commit that the stage publishes
	case s.Kind == step.Publish:
		r.tellPublish(name, s)
		return r.store.note(ctx, Entry{Step: name, At: r.now()})
	case s.SwitchedElsewhere() && !r.SwitchRoots:
		r.Say(fmt.Sprintf("%s: waiting for %s to be switched to path %s where it is made, by %s: %s", name, s.Target.Display(), s.Value, s.Maker, s.Because))
		return r.store.note(ctx, Entry{Step: name, At: r.now()})
	case s.Deletes():
		return r.write(ctx, name, s, func(o object) error { return r.cluster.remove(ctx, s.Target, o) })
	case s.Kind == step.CleanFieldManagers:
		_, err := r.clean(ctx, s.Target)
		return err
	case s.Field != "":
		return r.write(ctx, name, s, func(o object) error {
			return r.cluster.merge(ctx, s.Target, o, body(pathOf(s.Field), valueOf(s.Field, s.Value)), true)
		})
	}
	return r.requests(ctx, name, s)
}

// write makes one write to the target of a step. Where the object has another
// version by then, needs and object are looked at again.
func (r *run) write(ctx context.Context, name string, s step.Step, send func(object) error) error {
	for {
		o, err := r.target(ctx, name, s)
		if err != nil || o == nil {
			return err
		}
		if err := r.store.note(ctx, Entry{Step: name, At: r.now(), Object: s.Target, UID: string(o.GetUID()), Was: storedNow(o, s.Field)}); err != nil {
			return err
		}
		r.Say(fmt.Sprintf("%s: %s", name, deed(s)))
		if err = send(o); !apierrors.IsConflict(err) {
			return err
		}
		if err := r.await(ctx, name, s, s.Needs); err != nil {
			return err
		}
	}
}

// target reads what a step writes to; nil where there is nothing left to write.
func (r *run) target(ctx context.Context, name string, s step.Step) (object, error) {
	o, err := r.cluster.get(ctx, s.Target)
	if err != nil {
		return nil, err
	}
	before, again := r.store.journal.begun(name, s.Target)
	switch {
	case s.Deletes() && (o == nil || o.GetDeletionTimestamp() != nil):
		return nil, nil
	case o == nil:
		return nil, fmt.Errorf("%s: %s is not there", name, s.Target.Display())
	case s.Deletes() && again && before.UID != string(o.GetUID()):
		return nil, fmt.Errorf("%s: %s was made again after it was deleted; find out who makes it, before it is deleted once more", name, s.Target.Display())
	}
	if !s.Deletes() && storedIn(o, s.Field, s.Value) == "" && again {
		return nil, nil
	}
	return o, nil
}

// deed says in words what is written.
func deed(s step.Step) string {
	switch {
	case s.Deletes():
		return "delete " + s.Target.Display()
	case s.Value == "":
		return fmt.Sprintf("take %s off %s", s.Field, s.Target.Display())
	}
	return fmt.Sprintf("set %s of %s to %s", s.Field, s.Target.Display(), s.Value)
}

// requests asks every Kustomization that a step waits for, for a run now: so that
// nobody waits for an interval, and for V3 that there is a run that began after
// now. One that is not there yet runs when it is made.
func (r *run) requests(ctx context.Context, name string, s step.Step) error {
	for _, id := range subjectsOf(s.Leaves) {
		if k, is := id.AsKustomization(); is {
			if err := r.request(ctx, name, k); err != nil {
				return err
			}
		}
	}
	return nil
}

// request asks one Kustomization for a run.
func (r *run) request(ctx context.Context, name string, k ksID) error {
	o, err := r.cluster.get(ctx, k.Object())
	if err != nil || o == nil || o.GetDeletionTimestamp() != nil {
		return err
	}
	token, err := r.ask(ctx, name, k.Object(), o)
	if token != "" {
		r.tokens[k] = token
	}
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil // it is gone meanwhile, or another one
	}
	return err
}

// ask has its controller look at an object now, and gives the token that the
// answer will have; "" where that could not even be noted.
func (r *run) ask(ctx context.Context, name string, id objectID, o object) (token string, err error) {
	now := r.now()
	token = now.UTC().Format(time.RFC3339Nano)
	if err := r.store.note(ctx, Entry{Step: name, At: now, Object: id, Token: token}); err != nil {
		return "", err
	}
	return token, r.cluster.merge(ctx, id, o, body([]string{"metadata", "annotations", requestKey}, token), false)
}
