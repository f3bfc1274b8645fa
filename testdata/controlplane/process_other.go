//go:build !linux

package controlplane

import "syscall"

func dieWithParent(*syscall.SysProcAttr) {}
