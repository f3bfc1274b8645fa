package execute

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// How long a holder that does not renew its Lease is waited for.
const (
	leaseDuration = 15 * time.Second
	renewDeadline = 10 * time.Second
	retryPeriod   = 2 * time.Second
)

func leaseID(namespace string) objectID {
	return objectID{Group: "coordination.k8s.io", Kind: "Lease", Namespace: namespace, Name: runName}
}

// errLostLease ends a run whose Lease somebody else may hold by now.
var errLostLease = errors.New("the Lease of this run could not be renewed, so another may have begun; run apply again to go on")

// locked runs something while it holds the Lease, which then is removed. A holder
// that is dead is taken over from once its Lease has run out; one that renews it
// makes a LockedError. The context that run gets ends when the Lease is lost.
func (c *Cluster) locked(ctx context.Context, namespace, holder string, run func(context.Context) error) error {
	lock := &resourcelock.LeaseLock{Client: c.leases, LeaseMeta: metav1.ObjectMeta{Namespace: namespace, Name: runName},
		LockConfig: resourcelock.ResourceLockConfig{Identity: holder}}
	held, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	began, ended := make(chan struct{}), make(chan struct{})
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: lock, LeaseDuration: leaseDuration, RenewDeadline: renewDeadline, RetryPeriod: retryPeriod, ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { close(began) },
			OnStoppedLeading: func() { cancel(errLostLease) },
		},
	})
	if err != nil {
		return err
	}
	// client-go's messages are not for people.
	electing, stop := context.WithCancel(logr.NewContext(context.WithoutCancel(ctx), logr.Discard()))
	go func() { defer close(ended); elector.Run(electing) }()
	defer func() { stop(); <-ended }()
	select {
	case <-began:
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(leaseDuration + 2*retryPeriod):
		return c.whyNotLocked(ctx, namespace, elector.GetLeader())
	}
	err = run(held)
	if cause := context.Cause(held); err != nil && errors.Is(cause, errLostLease) {
		return errors.Join(cause, err)
	}
	return err
}

// whyNotLocked tells another holder from a Lease that cannot be written.
func (c *Cluster) whyNotLocked(ctx context.Context, namespace, holder string) error {
	if holder != "" {
		return &LockedError{Holder: holder, Lease: leaseID(namespace)}
	}
	_, err := c.leases.Leases(namespace).Get(ctx, runName, metav1.GetOptions{})
	if err == nil || apierrors.IsNotFound(err) {
		err = errors.New("it could not be written; see that the namespace is there, and that you may create and update Leases in it")
	}
	return fmt.Errorf("%s, by which only one run is at work: %w", leaseID(namespace).Display(), err)
}

// unlock removes the Lease, if it is this run's or nobody's.
func (c *Cluster) unlock(ctx context.Context, namespace, holder string) error {
	lease, err := c.leases.Leases(namespace).Get(ctx, runName, metav1.GetOptions{})
	if err != nil || lease.Spec.HolderIdentity != nil && *lease.Spec.HolderIdentity != "" && *lease.Spec.HolderIdentity != holder {
		return nil
	}
	version := lease.ResourceVersion
	return c.leases.Leases(namespace).Delete(ctx, runName, metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &lease.UID, ResourceVersion: &version}})
}
