// Package plantest is for tests: states of a repository as short texts.
package plantest
