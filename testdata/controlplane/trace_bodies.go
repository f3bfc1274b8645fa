package controlplane

import (
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// What an Event of the audit log has in the log beyond its line. An event that
// was read from a line, and one that says gone, have nothing of it.

// Answered is the object that the API server has answered with: after the
// event, or, for gone and for a deletion that is done at once, nothing. It is a
// Status where the request was refused.
func (e Event) Answered() *unstructured.Unstructured {
	if e.entry == nil {
		return nil
	}
	return body(e.entry.ResponseObject)
}

// Sent is what the request carried: a manifest, or a patch.
func (e Event) Sent() *unstructured.Unstructured {
	if e.entry == nil {
		return nil
	}
	return body(e.entry.RequestObject)
}

// Received is when the API server got the request.
func (e Event) Received() time.Time {
	if e.entry == nil {
		return e.Time
	}
	return e.entry.RequestReceivedTimestamp.Time
}

// As is the name of the service account that the actor impersonates, "" where
// it acts as itself.
func (e Event) As() string {
	_, account, _ := strings.Cut(e.Actor, " as system:serviceaccount:")
	_, name, _ := strings.Cut(account, ":")
	return name
}

func body(raw *runtime.Unknown) *unstructured.Unstructured {
	o := new(unstructured.Unstructured)
	if raw == nil || utiljson.Unmarshal(raw.Raw, &o.Object) != nil {
		return nil
	}
	return o
}
