package oracle_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
)

// leaves calls visit for every number, word and truth value of a scene.
func leaves(v reflect.Value, path string, visit func(path string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer:
		leaves(v.Elem(), path, visit)
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(v.Field(i), path+"."+v.Type().Field(i).Name, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			leaves(v.Index(i), path+"[]", visit)
		}
	default:
		visit(path, v)
	}
}

// forPeople are the parts of a scene that are no part of the question.
var forPeople = []string{".Objects[].ID", ".Kustomizations[].ID", ".Kustomizations[].Specs[].Words", ".Sources[]", ".Commits[]", ".Stages[].Title"}

func TestEveryPartOfAQuestionIsInItsDigest(t *testing.T) {
	ask(t, 20, func(t *testing.T, r *rand.Rand, note func(string)) {
		s := parse(t, scenes.Draw(r))
		digest := s.Digest()
		leaves(reflect.ValueOf(s), "", func(path string, v reflect.Value) {
			before := reflect.New(v.Type()).Elem()
			before.Set(v)
			switch v.Kind() {
			case reflect.Bool:
				v.SetBool(!v.Bool())
			case reflect.String:
				v.SetString(v.String() + "?")
			default:
				v.SetInt(v.Int() + 1)
			}
			same := slices.Contains(forPeople, path) || path == ".Kustomizations[].Builds[].Unknown" && before.String() != ""
			if (s.Digest() == digest) != same {
				t.Errorf("%s: from %v to %v, and the digest is the same: %t", path, before, v, !same)
			}
			v.Set(before)
		})
		note("scenes")
	})
}
