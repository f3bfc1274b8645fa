package verify

import "encoding/binary"

// key is equal for two states that are one. Everything a state holds is in it, but
// for lost: the search goes no further than a loss.
func (s *state) key() string {
	b := make([]byte, 0, 256)
	for _, at := range s.sources {
		b = append(b, byte(at))
	}
	b = append(b, byte(s.published), byte(s.stage))
	b = binary.AppendUvarint(b, s.seen)
	for _, o := range s.objects {
		b = append(b, bits(o.exists, o.guard, o.handGuard, o.frozen), byte(o.owner))
	}
	for i := range s.kustomizations {
		b = s.kustomizations[i].appendKey(b)
	}
	return string(b)
}

func (k *kustomization) appendKey(b []byte) []byte {
	b = append(b, bits(k.exists, k.ready, k.observed))
	if !k.exists {
		return b
	}
	b = append(b, byte(k.applied))
	b = binary.AppendUvarint(b, uint64(k.handled))
	b = binary.AppendUvarint(b, uint64(len(k.versions)))
	for _, v := range k.versions {
		b = v.appendKey(b)
	}
	return k.run.appendKey(b)
}

func (v version) appendKey(b []byte) []byte {
	b = append(b, bits(v.suspend, v.orphan, v.deleting, v.finalizer), byte(v.spec))
	b = binary.LittleEndian.AppendUint16(b, uint16(v.inventory))
	return binary.AppendUvarint(b, uint64(v.request))
}

func (r run) appendKey(b []byte) []byte {
	b = append(b, byte(r.phase))
	if r.phase == idle {
		return b
	}
	b = r.view.appendKey(b)
	b = append(b, byte(r.commit), byte(r.stage))
	b = binary.AppendUvarint(b, uint64(r.asked))
	b = binary.AppendUvarint(b, uint64(r.build))
	for _, objects := range []set{r.todo, r.writes, r.doomed, r.kept} {
		b = binary.LittleEndian.AppendUint16(b, uint16(objects))
	}
	return b
}

func bits(flags ...bool) (b byte) {
	for i, set := range flags {
		if set {
			b |= 1 << i
		}
	}
	return b
}
