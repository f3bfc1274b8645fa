package controlplane

import "syscall"

// dieWithParent lets a program end with the test that started it, even where
// the test is killed.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
