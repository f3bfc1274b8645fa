package ownership

import "fmt"

// fields reads decoded YAML or JSON and keeps the first thing that is wrong
// with it, so that a reader of many fields needs one test at its end. A field
// that is absent or null has the zero value, as in the API server.
type fields struct {
	at  string // where the fields lie, for messages
	err error
}

func (f *fields) fail(message string) {
	if f.err == nil {
		f.err = fmt.Errorf("%s", message)
	}
}

func (f *fields) wrong(field, want string, got any) {
	f.fail(fmt.Sprintf("%s: field %q is not %s but %s", f.at, field, want, typeName(got)))
}

func (f *fields) text(m map[string]any, field string) string { return f.textOr(m, field, "") }

func (f *fields) textOr(m map[string]any, field, otherwise string) string {
	switch v := m[field].(type) {
	case nil:
		return otherwise
	case string:
		if v == "" {
			return otherwise
		}
		return v
	default:
		f.wrong(field, "a string", v)
		return otherwise
	}
}

func (f *fields) boolean(m map[string]any, field string) bool {
	switch v := m[field].(type) {
	case nil:
		return false
	case bool:
		return v
	default:
		f.wrong(field, "true or false", v)
		return false
	}
}

func (f *fields) object(m map[string]any, field string) map[string]any {
	switch v := m[field].(type) {
	case nil:
		return nil
	case map[string]any:
		return v
	default:
		f.wrong(field, "an object", v)
		return nil
	}
}

func (f *fields) objects(m map[string]any, field string) []map[string]any {
	list, ok := m[field].([]any)
	if !ok && m[field] != nil {
		f.wrong(field, "a list", m[field])
	}
	var objects []map[string]any
	for _, entry := range list {
		object, ok := entry.(map[string]any)
		if !ok {
			f.wrong(field, "a list of objects", entry)
			continue
		}
		objects = append(objects, object)
	}
	return objects
}

// typeName names the type of a decoded value, never the value: it may be
// secret.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case int, int64, uint64, float64:
		return "a number"
	}
	return fmt.Sprintf("a %T", v)
}
