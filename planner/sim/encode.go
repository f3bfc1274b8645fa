package sim

// State is one state, packed. Equal states are equal strings.
type State string

func (m *Model) pack(c *cluster) State {
	var room [256]byte // for most; more is allocated
	b := room[:0]
	b = append(b, c.sources[:len(m.s.Sources)]...)
	b = append(b, c.stage, byte(c.done), byte(c.done>>8), byte(c.done>>16), byte(c.done>>24))
	for i := range m.s.Objects {
		o := &c.objects[i]
		b = append(b, flags(o.exists, o.guard, o.hand, o.frozen)|byte(o.owner+1)<<4)
	}
	for i := range m.s.Kustomizations {
		b = packKustomization(b, &c.ks[i])
		if c.ks[i].n == mostVersions && !m.overflows.Load() {
			m.overflows.Store(true)
		}
	}
	return State(b)
}

func packKustomization(b []byte, k *kustomization) []byte {
	r := &k.run
	b = append(b, k.n<<5|byte(r.phase)<<2|flags(k.ready, k.observed), byte(k.applied), k.handled)
	for i := range k.n {
		b = packVersion(b, &k.versions[i])
	}
	if r.phase != idle {
		b = packVersion(b, &r.view)
		b = append(b, r.commit, r.next, byte(r.build), byte(r.build>>8), byte(r.puts), byte(r.puts>>8), byte(r.puts>>16), byte(r.puts>>24),
			byte(r.left), byte(r.left>>8), byte(r.survivors), byte(r.survivors>>8), byte(r.pending))
	}
	return b
}

func packVersion(b []byte, v *version) []byte {
	return append(b, v.spec, v.request, flags(v.handSuspend, v.handOrphan, v.deleting, v.finalizer), byte(v.inventory), byte(v.inventory>>8))
}

func flags(bits ...bool) byte {
	var b byte
	for i, on := range bits {
		if on {
			b |= 1 << i
		}
	}
	return b
}

// unpack is the reverse of pack.
func (m *Model) unpack(s State, c *cluster) {
	*c = cluster{}
	p := reader{s: s}
	for i := range m.s.Sources {
		c.sources[i] = p.byte()
	}
	c.stage, c.done = p.byte(), p.uint32()
	for i := range m.s.Objects {
		b := p.byte()
		c.objects[i] = object{b&1 != 0, b&2 != 0, b&4 != 0, b&8 != 0, int8(b>>4) - 1}
	}
	for i := range m.s.Kustomizations {
		p.kustomization(&c.ks[i])
	}
}

type reader struct {
	s State
	i int
}

func (p *reader) byte() byte { p.i++; return p.s[p.i-1] }

func (p *reader) uint16() uint16 { return uint16(p.byte()) | uint16(p.byte())<<8 }

func (p *reader) uint32() uint32 { return uint32(p.uint16()) | uint32(p.uint16())<<16 }

func (p *reader) version() version {
	v := version{spec: p.byte(), request: p.byte()}
	b := p.byte()
	v.handSuspend, v.handOrphan, v.deleting, v.finalizer = b&1 != 0, b&2 != 0, b&4 != 0, b&8 != 0
	v.inventory = p.uint16()
	return v
}

func (p *reader) kustomization(k *kustomization) {
	b := p.byte()
	k.n, k.run.phase, k.ready, k.observed = b>>5, phase(b>>2&7), b&1 != 0, b&2 != 0
	k.applied, k.handled, k.run.pending = int8(p.byte()), p.byte(), -1
	for i := range k.n {
		k.versions[i] = p.version()
	}
	if r := &k.run; r.phase != idle {
		r.view = p.version()
		r.commit, r.next, r.build, r.puts = p.byte(), p.byte(), p.uint16(), p.uint32()
		r.left, r.survivors, r.pending = p.uint16(), p.uint16(), int8(p.byte())
	}
}
