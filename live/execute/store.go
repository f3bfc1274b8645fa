package execute

import (
	"context"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/planner"
)

const runName = planner.RunName

const journalKey = "journal.json"

func journalID(namespace string) objectID {
	return objectID{Kind: "ConfigMap", Namespace: namespace, Name: runName}
}

func isJournal(id objectID) bool { return id == journalID(id.Namespace) }

// store keeps the journal in the cluster. It is written against the version that
// it was read or written in last: whoever has written meanwhile ends this run.
type store struct {
	cluster *Cluster
	id      objectID
	at      object // as it lies in the cluster; nil before it does
	made    bool
	journal *Journal
}

// openStore reads the journal that lies in a namespace; journal is nil where none does.
func openStore(ctx context.Context, c *Cluster, namespace string) (*store, error) {
	s := &store{cluster: c, id: journalID(namespace)}
	var err error
	if s.at, err = c.get(ctx, s.id); err != nil || s.at == nil {
		return s, err
	}
	s.made = true
	text, _, _ := unstructured.NestedString(s.at.Object, "data", journalKey)
	if text == "" {
		return nil, fmt.Errorf("%s holds no journal; it is somebody else's, so name another namespace with --run-namespace", s.id.Display())
	}
	s.journal, err = decodeJournal(text)
	return s, err
}

// begin writes a journal that is not there yet.
func (s *store) begin(ctx context.Context, j *Journal) error {
	s.journal = j
	s.at = &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap"}}
	s.at.SetNamespace(s.id.Namespace)
	s.at.SetName(s.id.Name)
	return s.save(ctx)
}

// note adds an entry and writes it, before anything else happens.
func (s *store) note(ctx context.Context, e Entry) error {
	s.journal.add(e)
	return s.save(ctx)
}

func (s *store) save(ctx context.Context) error {
	text, err := s.journal.encode()
	if err != nil {
		return err
	}
	client, err := s.cluster.objects(s.id)
	if err != nil {
		return err
	}
	next := s.at.DeepCopy()
	if err := unstructured.SetNestedField(next.Object, text, "data", journalKey); err != nil {
		return err
	}
	if !s.made {
		next, err = client.Create(ctx, next, metav1.CreateOptions{FieldManager: Manager})
	} else {
		next, err = client.Update(ctx, next, metav1.UpdateOptions{FieldManager: Manager})
	}
	if apierrors.IsConflict(err) || apierrors.IsAlreadyExists(err) || apierrors.IsNotFound(err) {
		return errors.Join(errLostJournal, err)
	}
	if err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	s.at, s.made = next, true
	return nil
}

var errLostJournal = errors.New("somebody else has written the journal of this run, so it ends here; run apply again")

// end removes the journal.
func (s *store) end(ctx context.Context) error {
	return s.cluster.remove(ctx, s.id, s.at)
}
