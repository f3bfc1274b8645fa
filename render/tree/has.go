package tree

import "errors"

// Has says whether a revision exists. An error means that it may, and why it
// cannot be told.
func (r *Repository) Has(rev string) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := r.commit(rev)
	if errors.Is(err, errNoRevision) {
		return false, nil
	}
	return err == nil, err
}
