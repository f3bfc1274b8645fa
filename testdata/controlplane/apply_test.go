package controlplane_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// applying is a plan that is carried out by the program, as a person would.
type applying struct {
	*demo
	program, repository, plan string
}

// planned makes the plan of a switch, from the cluster as it is.
func planned(d *demo, program, from, to string, flags ...string) *applying {
	d.Helper()
	d.settle(from)
	a := &applying{d, program, filepath.Join(d.TempDir(), "repository"), filepath.Join(d.TempDir(), "plan.json")}
	if err := cluster.Clone(d.Context(), "platform", a.repository); err != nil {
		d.Fatal(err)
	}
	command := exec.Command(program, append([]string{"plan", "--from", from, "--to", to, "-o", "json", "--kubeconfig", cluster.Kubeconfig}, flags...)...)
	var plan, stderr bytes.Buffer
	command.Dir, command.Stdout, command.Stderr = a.repository, &plan, &stderr
	if err := command.Run(); err != nil {
		var document struct{ Reason string }
		_ = json.Unmarshal(plan.Bytes(), &document)
		d.Fatalf("plan: %v: %s\n%s", err, document.Reason, &stderr)
	}
	if err := os.WriteFile(a.plan, plan.Bytes(), 0o600); err != nil {
		d.Fatal(err)
	}
	return a
}

// run applies the plan, and gives the exit status and all that was said. To each
// line something may be done, and the process may be killed.
func (a *applying) run(react func(line string, process *os.Process), flags ...string) (status int, said string) {
	a.Helper()
	command := exec.CommandContext(a.Context(), a.program, append([]string{"apply", a.plan, "--kubeconfig", cluster.Kubeconfig, "--timeout", "1m", "--patience", "2m"}, flags...)...)
	command.Dir = a.repository
	var report bytes.Buffer
	command.Stdout = &report
	lines, err := command.StderrPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		a.Fatal(err)
	}
	for scanner := bufio.NewScanner(lines); scanner.Scan(); {
		said += scanner.Text() + "\n"
		if react != nil {
			react(scanner.Text(), command.Process)
		}
	}
	var exit *exec.ExitError
	if err := command.Wait(); err != nil && !errors.As(err, &exit) {
		a.Fatal(err)
	}
	said += report.String()
	a.Logf("exit status %d\n%s", command.ProcessState.ExitCode(), said)
	return command.ProcessState.ExitCode(), said
}

// merge brings the content of a commit to the branch that the source follows, as
// a squash does: as another commit.
func (a *applying) merge(commit string) {
	a.Helper()
	git := func(args ...string) string {
		command := exec.Command("git", append([]string{"-c", "user.name=person", "-c", "user.email=person@example.org"}, args...)...)
		command.Dir = a.repository
		out, err := command.CombinedOutput()
		if err != nil {
			a.Errorf("git %s: %v\n%s", args[0], err, out)
		}
		return strings.TrimSpace(string(out))
	}
	squashed := git("commit-tree", commit+"^{tree}", "-p", "main", "-m", "squashed")
	git("checkout", "-q", "-B", "main", squashed)
	git("push", "-q", "--receive-pack=git -c receive.denyCurrentBranch=ignore receive-pack", "origin", "main")
	loaded.revision = "main@sha1:" + squashed
	a.revision = loaded.revision
}

// switched makes the switch that apply waits for, as the infrastructure code does.
func (a *applying) switched(mode string) func(string, *os.Process) {
	return func(line string, _ *os.Process) {
		if strings.Contains(line, "waiting for Kustomization flux-system/ingress to be switched") {
			a.setRoots(mode)
		}
	}
}

func (d *demo) setRoots(mode string) {
	d.Helper()
	roots, err := d.layout.In(mode)
	if err == nil {
		err = cluster.SetRoots(d.Context(), d.layout.Sources[0].Name, roots...)
	}
	if err != nil {
		d.Error(err)
	}
}

func (a *applying) succeeds(react func(string, *os.Process), flags ...string) string {
	a.Helper()
	status, said := a.run(react, flags...)
	if status != 0 {
		a.Fatalf("exit status %d", status)
	}
	return said
}

var agreed = []string{"--yes", "--delete", "all"}

// noTrace holds that nothing of a run is left in the cluster.
func (d *demo) noTrace() {
	d.Helper()
	for _, resource := range []schema.GroupVersionResource{gateway.Resource, controlplane.Kustomization("", "").Resource, controlplane.GitRepository("", "").Resource} {
		list, err := cluster.Dynamic.Resource(resource).List(d.Context(), metav1.ListOptions{})
		if err != nil {
			d.Fatal(err)
		}
		for _, o := range list.Items {
			for _, entry := range o.GetManagedFields() {
				if entry.Manager == "fluxmigrate" {
					d.Errorf("%s %s has a field manager of ours", o.GetKind(), o.GetName())
				}
			}
			// Other tests leave guards of theirs in their own namespaces.
			if own := o.GetNamespace() == "flux-system" || o.GetNamespace() == gateway.Namespace; own && o.GetAnnotations()[guard] != "" {
				d.Errorf("%s %s is still guarded", o.GetKind(), o.GetName())
			}
		}
	}
	for _, id := range []controlplane.ID{journal, lease} {
		if _, err := cluster.Get(d.Context(), id); !apierrors.IsNotFound(err) {
			d.Errorf("%s is left: %v", id.Resource.Resource, err)
		}
	}
}

// forget takes away what a run left that cannot go on, and waits until the demo
// is whole again.
func (d *demo) forget(mode string) {
	d.Helper()
	if err := cluster.Dynamic.Resource(journal.Resource).Namespace(journal.Namespace).Delete(d.Context(), journal.Name, metav1.DeleteOptions{}); err != nil {
		d.Error(err)
	}
	if err := cluster.Request(d.Context(), controlplane.Kustomization("flux-system", strings.TrimPrefix(ownerIn[mode], "flux-system/"))); err != nil {
		d.Error(err)
	}
	for range 100 {
		if _, err := cluster.Get(d.Context(), gateway); err == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	d.Error("nobody made the Gateway again")
}

var (
	journal = controlplane.ID{Resource: schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}, Namespace: "flux-system", Name: "fluxmigrate"}
	lease   = controlplane.ID{Resource: schema.GroupVersionResource{Group: "coordination.k8s.io", Version: "v1", Resource: "leases"}, Namespace: "flux-system", Name: "fluxmigrate"}
)

func (d *demo) keeps(before state, mode string) {
	d.Helper()
	after := read(d.T, gateway)
	if after.uid != before.uid || after.owner != ownerIn[mode] || after.guard != "" {
		d.Errorf("before %v, after %v", before, after)
	}
}

// TestAPlanThatIsCarriedOut: the switches that lose the Gateway as they are
// (TestASwitchOfTheDemo) keep it.
func TestAPlanThatIsCarriedOut(t *testing.T) {
	program := build(t)
	d := loadDemo(t, "tls")

	t.Run("waits for the root to be switched, keeps the Gateway, and leaves no trace", func(t *testing.T) {
		d := &demo{t, d.layout, loaded.revision}
		before := read(t, gateway)
		a := planned(d, program, "tls", "ip")
		a.succeeds(a.switched("ip"), agreed...)
		d.keeps(before, "ip")
		d.noTrace()
		if status, said := a.run(nil, agreed...); status != 5 || !strings.Contains(said, "flux-system/edge-ip is there, and was not") {
			t.Errorf("carried out again: exit status %d", status)
		}
	})

	t.Run("killed at any stage, goes on and does nothing twice", func(t *testing.T) {
		d := &demo{t, d.layout, loaded.revision}
		before := read(t, gateway)
		a := planned(d, program, "ip", "tls")
		for _, stage := range []string{"stage 2 of", "stage 3 of", "stage 5 of"} {
			a.run(func(line string, p *os.Process) {
				if strings.Contains(line, stage) {
					_ = p.Kill()
				}
			}, append(agreed, "--switch-roots")...)
		}
		said := a.succeeds(nil, append(agreed, "--switch-roots")...)
		if !strings.Contains(said, "going on with the run") || strings.Contains(said, "stage 1 of") {
			t.Error("it began again")
		}
		d.keeps(before, "tls")
		d.noTrace()
	})

	t.Run("on the route of commits, waits for each to be merged, under whatever hash", func(t *testing.T) {
		d := &demo{t, d.layout, loaded.revision}
		before := read(t, gateway)
		a := planned(d, program, "tls", "ip", "--route", "commits", "--branch", "protected")
		commits := []string{"protected~1", "protected"}
		a.succeeds(func(line string, _ *os.Process) {
			if strings.Contains(line, "waiting for a commit") && len(commits) > 0 {
				a.merge(commits[0])
				commits = commits[1:]
			}
			a.switched("ip")(line, nil)
		}, agreed...)
		if len(commits) > 0 {
			t.Errorf("it did not wait for %q", commits)
		}
		d.keeps(before, "ip")
		d.noTrace()
		d.switchTo("tls")
	})

	t.Run("stops at once where somebody deletes the Gateway", func(t *testing.T) {
		d := &demo{t, d.layout, loaded.revision}
		a := planned(d, program, "tls", "ip")
		defer d.forget("tls")
		status, said := a.run(func(line string, _ *os.Process) {
			if strings.Contains(line, "waiting for Kustomization flux-system/ingress") {
				if err := cluster.Dynamic.Resource(gateway.Resource).Namespace(gateway.Namespace).Delete(t.Context(), gateway.Name, metav1.DeleteOptions{}); err != nil {
					t.Error(err)
				}
			}
		}, agreed...)
		if status != 6 || !strings.Contains(said, "Gateway edge/public: it is gone") {
			t.Errorf("exit status %d", status)
		}
	})
}
