package rbac_test

import (
	"os"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

func TestMain(m *testing.M) { os.Exit(plantest.Main(m)) }
