package verify

import "encoding/binary"

// appendKey writes a state as bytes that are equal for two states that are one, and
// give it back. All of it is there but lost: the search goes no further than a loss.
func (m *model) appendKey(b []byte, s *state) []byte {
	b = append(b, byte(s.published), s.stage)
	b = binary.AppendUvarint(b, s.seen)
	for i := range m.Sources {
		b = append(b, byte(s.sources[i]))
	}
	for i := range m.Objects {
		o := s.objects[i]
		b = append(b, bits(o.exists, o.guard, o.handGuard, o.frozen), byte(o.owner))
	}
	for i := range m.Kustomizations {
		b = s.kustomizations[i].appendKey(b)
	}
	return b
}

func (k *kustomization) appendKey(b []byte) []byte {
	b = append(b, bits(k.exists, k.ready, k.observed))
	if !k.exists {
		return b
	}
	b = append(b, byte(k.applied), k.n)
	b = binary.AppendUvarint(b, uint64(k.handled))
	for _, v := range k.versions[:k.n] {
		b = v.appendKey(b)
	}
	return k.run.appendKey(b)
}

func (v version) appendKey(b []byte) []byte {
	b = append(b, bits(v.suspend, v.orphan, v.deleting, v.finalizer), v.spec)
	b = binary.AppendUvarint(b, uint64(v.inventory))
	return binary.AppendUvarint(b, uint64(v.request))
}

func (r run) appendKey(b []byte) []byte {
	b = append(b, byte(r.phase))
	if r.phase == idle {
		return b
	}
	b = r.view.appendKey(b)
	b = append(b, byte(r.commit), r.asked, r.stage)
	for _, n := range []uint16{r.build, uint16(r.prunes), uint16(r.todo), uint16(r.writes), uint16(r.doomed), uint16(r.kept), uint16(r.skipped)} {
		b = binary.AppendUvarint(b, uint64(n))
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

// fromKey gives the state of a key.
func (m *model) fromKey(key string, s *state) {
	*s = state{}
	r := reader{key}
	s.published, s.stage, s.seen = int8(r.byte()), r.byte(), r.number()
	for i := range m.Sources {
		s.sources[i] = int8(r.byte())
	}
	for i := range m.Objects {
		o := &s.objects[i]
		r.bits(&o.exists, &o.guard, &o.handGuard, &o.frozen)
		o.owner = int8(r.byte())
	}
	for i := range m.Kustomizations {
		r.kustomization(&s.kustomizations[i])
	}
}

// reader takes a key apart, in the order it was put together.
type reader struct{ rest string }

func (r *reader) byte() byte {
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *reader) number() (n uint64) {
	for shift := 0; ; shift += 7 {
		b := r.byte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
}

func (r *reader) bits(flags ...*bool) {
	b := r.byte()
	for i, flag := range flags {
		*flag = b&(1<<i) != 0
	}
}

func (r *reader) kustomization(k *kustomization) {
	r.bits(&k.exists, &k.ready, &k.observed)
	if !k.exists {
		return
	}
	k.applied, k.n = int8(r.byte()), r.byte()
	k.handled = uint16(r.number())
	for i := range k.n {
		r.version(&k.versions[i])
	}
	k.run.phase = phase(r.byte())
	if k.run.phase == idle {
		return
	}
	r.version(&k.run.view)
	k.run.commit, k.run.asked, k.run.stage = int8(r.byte()), r.byte(), r.byte()
	k.run.build = uint16(r.number())
	for _, s := range []*set{&k.run.prunes, &k.run.todo, &k.run.writes, &k.run.doomed, &k.run.kept, &k.run.skipped} {
		*s = set(r.number())
	}
}

func (r *reader) version(v *version) {
	r.bits(&v.suspend, &v.orphan, &v.deleting, &v.finalizer)
	v.spec, v.inventory, v.request = r.byte(), set(r.number()), uint16(r.number())
}
