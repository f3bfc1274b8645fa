package live

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilnet "k8s.io/apimachinery/pkg/util/net"
)

// sealed is an error on the way to a remote cluster. Client libraries write the
// server's address and the user into their messages, and both come from a
// Secret; so it says what kind of error it is, in words of ours.
type sealed struct {
	said  string
	cause error
}

func (e sealed) Error() string { return e.said }
func (e sealed) Unwrap() error { return e.cause }

func seal(err error) error {
	if already := (sealed{}); errors.As(err, &already) {
		return already
	}
	return sealed{said: kindOfError(err), cause: err}
}

func kindOfError(err error) string {
	var status apierrors.APIStatus
	var unknownName *net.DNSError
	switch {
	case errors.As(err, &status) && apierrors.IsUnauthorized(err):
		return "it does not know the login"
	case errors.As(err, &status):
		return fmt.Sprintf("it answers %d %s", status.Status().Code, apierrors.ReasonForError(err))
	case errors.Is(err, context.DeadlineExceeded), utilnet.IsTimeout(err):
		return "it does not answer in time"
	case isCertificate(err):
		return "its certificate is not trusted"
	case errors.As(err, &unknownName):
		return "its name is not known here"
	case utilnet.IsConnectionRefused(err):
		return "it refuses the connection"
	}
	return "it cannot be reached"
}

func isCertificate(err error) bool {
	var verification *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var name x509.HostnameError
	return errors.As(err, &verification) || errors.As(err, &authority) || errors.As(err, &invalid) || errors.As(err, &name)
}

// sealedReader is a reader whose errors are sealed.
type sealedReader struct{ reader }

func (r sealedReader) List(ctx context.Context, of schema.GroupVersionResource, namespace string, options metav1.ListOptions) (runtime.Object, error) {
	list, err := r.reader.List(ctx, of, namespace, options)
	if err != nil {
		return nil, seal(err)
	}
	return list, nil
}

func (r sealedReader) Get(ctx context.Context, of schema.GroupVersionResource, namespace, name string) (runtime.Object, error) {
	object, err := r.reader.Get(ctx, of, namespace, name)
	if err != nil {
		return nil, seal(err)
	}
	return object, nil
}
