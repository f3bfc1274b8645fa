package build

import (
	"encoding/base64"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/resource"
)

// encrypted says whether a resource is encrypted with SOPS
// (kustomize-controller v1.9.6, decryptor.go, isSOPSEncryptedResource).
func encrypted(r *resource.Resource) bool {
	sops := r.Field("sops")
	return !sops.IsNilOrEmpty() && !sops.Value.Field("mac").IsNilOrEmpty()
}

// leftEncrypted says whether the controller refuses to apply a Secret because
// nothing decrypts it (R4.11). It looks after it has read the object as a core
// Secret, which drops the sops field where all values can be read, as those of
// stringData can (KC:apply, fluxcd/pkg ssa normalize).
func (f finish) leftEncrypted(u *unstructured.Unstructured) bool {
	if f.sops() || u.GetAPIVersion() != "v1" || u.GetKind() != "Secret" || u.Object["sops"] == nil {
		return false
	}
	if strings.EqualFold(u.GetAnnotations()["kustomize.toolkit.fluxcd.io/decrypt"], "disabled") {
		return false
	}
	data, _ := u.Object["data"].(map[string]any)
	for _, value := range data {
		text, ok := value.(string)
		if _, err := base64.StdEncoding.DecodeString(text); !ok || err != nil {
			return true
		}
	}
	return false
}

// encryptedIdentity names the field of an object's identity that is a SOPS
// cipher text.
func encryptedIdentity(u *unstructured.Unstructured) string {
	for _, field := range [][2]string{
		{"apiVersion", u.GetAPIVersion()}, {"kind", u.GetKind()},
		{"metadata.name", u.GetName()}, {"metadata.namespace", u.GetNamespace()},
	} {
		if strings.HasPrefix(field[1], "ENC[") {
			return field[0]
		}
	}
	return ""
}

// noteSealed taints the fields that hold the name of a Secret whose hash is
// not known.
func (f finish) noteSealed(result *Result) {
	var sealed []string
	for _, o := range result.Objects {
		if from := f.found.source(objectHeader(o.Data)); from.sealed && from.hashed {
			sealed = append(sealed, objectHeader(o.Data).name)
		}
	}
	if len(sealed) == 0 {
		return
	}
	for i, o := range result.Objects {
		result.Objects[i].Tainted = addNames(o, sealed)
	}
}

func addNames(o Object, sealed []string) []string {
	t := taints{}
	for _, p := range o.Tainted {
		t[p] = ""
	}
	walk(o.Data, "", func(p, text string) {
		for _, name := range sealed {
			if text == name {
				t[p] = ""
			}
		}
	})
	return t.paths()
}

func objectHeader(data map[string]any) header {
	u := unstructured.Unstructured{Object: data}
	return header{group: u.GroupVersionKind().Group, kind: u.GetKind(), namespace: u.GetNamespace(), name: u.GetName()}
}

// isObject says whether the controller applies a decoded document: it has an
// identity and is no configuration of kustomize.
func isObject(u *unstructured.Unstructured) bool {
	if u.GetName() == "" || u.GetKind() == "" || u.GetAPIVersion() == "" {
		return false
	}
	return !strings.EqualFold(u.GetKind(), "Kustomization") || !strings.HasPrefix(u.GetAPIVersion(), "kustomize.config.k8s.io/")
}
