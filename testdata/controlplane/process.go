package controlplane

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// process is one program of the control plane.
type process struct {
	name    string
	command *exec.Cmd
	log     string
	done    chan struct{} // closed when it has ended
}

// startProcess starts a program whose output goes to a file of the folder.
func startProcess(folder, name string, env []string, program string, args ...string) (*process, error) {
	path := filepath.Join(folder, name+".log")
	log, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	command := exec.Command(program, args...)
	command.Stdout, command.Stderr = log, log
	command.Env = append(os.Environ(), env...)
	command.Dir = folder
	command.SysProcAttr = &syscall.SysProcAttr{}
	dieWithParent(command.SysProcAttr)
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	p := &process{name: name, command: command, log: path, done: make(chan struct{})}
	go func() { command.Wait(); close(p.done) }()
	return p, nil
}

// stop asks the process to end, and ends it where it does not listen.
func (p *process) stop() {
	p.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(5 * time.Second):
		p.command.Process.Kill()
		<-p.done
	}
}

// ended gives an error with the last words of a process that is no more.
func (p *process) ended() error {
	select {
	case <-p.done:
	default:
		return nil
	}
	content, _ := os.ReadFile(p.log)
	lines := bytes.Split(bytes.TrimSpace(content), []byte("\n"))
	return fmt.Errorf("%s ended: %s\n%s", p.name, p.command.ProcessState,
		bytes.Join(lines[max(0, len(lines)-15):], []byte("\n")))
}

// freeAddresses gives loopback addresses that nobody listens on.
func freeAddresses(n int) ([]string, error) {
	var addresses []string
	for range n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("find a free port: %w", err)
		}
		defer listener.Close()
		addresses = append(addresses, listener.Addr().String())
	}
	return addresses, nil
}
