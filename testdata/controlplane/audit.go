package controlplane

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	audit "k8s.io/apiserver/pkg/apis/audit/v1"
)

//go:embed audit.yaml
var auditPolicy []byte

const auditLog = "audit.log"

// auditFlags has the API server write its audit log.
func (c *Cluster) auditFlags() ([]string, error) {
	const policy = "audit.yaml"
	if err := os.WriteFile(filepath.Join(c.folder, policy), auditPolicy, 0o600); err != nil {
		return nil, err
	}
	return []string{"--audit-policy-file=" + policy, "--audit-log-path=" + auditLog,
		"--audit-log-mode=blocking", "--audit-log-maxsize=10000"}, nil
}

// audited reads the audit log from an offset on. A line that is being written
// is left for later, and one that was when the offset was taken is left out.
func (c *Cluster) audited(offset int64) ([]audit.Event, error) {
	log, err := os.Open(filepath.Join(c.folder, auditLog))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	if _, err := log.Seek(max(offset-1, 0), io.SeekStart); err != nil {
		return nil, err
	}
	content, err := io.ReadAll(log)
	if err != nil {
		return nil, err
	}
	if offset > 0 {
		_, content, _ = bytes.Cut(content, []byte("\n"))
	}
	var events []audit.Event
	for line := range bytes.Lines(content) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		var e audit.Event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("read the audit log: %w", err)
		}
		events = append(events, e)
	}
	return events, nil
}

// auditOffset is where the audit log ends now.
func (c *Cluster) auditOffset() (int64, error) {
	info, err := os.Stat(filepath.Join(c.folder, auditLog))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// traced makes an Event of an entry of the audit log.
func (c *Cluster) traced(e audit.Event) Event {
	event := Event{entry: &e, Time: e.StageTimestamp.Time, Actor: actor(e), Verb: verb(e)}
	if e.ResponseStatus != nil && e.ResponseStatus.Code >= 300 {
		event.Refused = int(e.ResponseStatus.Code)
	}
	if e.ObjectRef != nil {
		event.Object = c.inventoryID(schema.GroupVersionResource{Group: e.ObjectRef.APIGroup, Version: e.ObjectRef.APIVersion,
			Resource: e.ObjectRef.Resource}, e.ObjectRef.Namespace, e.ObjectRef.Name)
		event.UID = string(e.ObjectRef.UID)
	}
	if o := event.Answered(); o != nil && event.Refused == 0 {
		event.describe(o)
	}
	return event
}

// inventoryID names an object as an inventory does (R8.1), by the resource where
// nothing is known of it.
func (c *Cluster) inventoryID(resource schema.GroupVersionResource, namespace, name string) string {
	if resource == namespaces {
		namespace = "" // a namespace is said to lie in itself
	}
	kind, err := c.mapper.KindFor(resource)
	if err != nil {
		kind.Kind = resource.Resource
	}
	return strings.Join([]string{namespace, name, resource.Group, kind.Kind}, "_")
}

// actor is the program that has asked, and the account it acts as where that is
// not its own.
func actor(e audit.Event) string {
	name, _, _ := strings.Cut(e.UserAgent, "/")
	if strings.HasSuffix(name, ".test") {
		name = "test"
	}
	if e.ImpersonatedUser != nil {
		name += " as " + e.ImpersonatedUser.Username
	}
	return name
}

// verb is the verb of RBAC, but for server-side applies, dry-runs and writes of
// a status, which have their own.
func verb(e audit.Event) string {
	asked, err := url.Parse(e.RequestURI)
	if err != nil {
		return e.Verb
	}
	switch query := asked.Query(); {
	case query.Get("dryRun") != "":
		return "dry-run"
	case e.Verb != "get" && e.ObjectRef != nil && e.ObjectRef.Subresource == "status":
		return "status"
	case e.Verb == "patch" && query.Get("force") != "":
		return "apply"
	}
	return e.Verb
}

// version is a resourceVersion as a number: that of etcd, which counts every
// write of every object.
func version(o *unstructured.Unstructured) uint64 {
	number, _ := strconv.ParseUint(o.GetResourceVersion(), 10, 64)
	return number
}
