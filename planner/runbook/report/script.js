'use strict';
(() => {
  const root = document.documentElement;
  root.classList.add('js');
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // What is remembered from one visit to the next, where the browser allows it.
  const memory = {
    get(key) { try { return localStorage.getItem('fluxmigrate ' + key); } catch { return null; } },
    set(key, value) { try { localStorage.setItem('fluxmigrate ' + key, value); } catch { /* it is forgotten */ } },
  };

  // Dark and light.
  const dark = () => (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const changeTheme = () => { root.dataset.theme = dark() ? 'light' : 'dark'; memory.set('theme', root.dataset.theme); };
  if (['dark', 'light'].includes(memory.get('theme'))) root.dataset.theme = memory.get('theme');
  one('#theme').addEventListener('click', changeTheme);

  // What is linked to is opened, and stands out.
  const show = (element) => {
    if (!element) return;
    for (let d = element.closest('details'); d; d = d.parentElement.closest('details')) d.open = true;
    const pair = element.closest('.pair');
    if (pair && pair.hidden) filter('');
    all('.hit').forEach((e) => e.classList.remove('hit'));
    if (element.matches('li, details')) element.classList.add('hit');
    element.scrollIntoView({ block: 'center' });
  };
  const linked = () => { if (location.hash) show(document.getElementById(decodeURIComponent(location.hash.slice(1)))); };
  addEventListener('hashchange', linked);
  linked();

  // The story, step by step.
  const player = one('#player');
  const moments = player ? all('.moment', player) : [];
  let now = 0;
  const go = (to, quietly) => {
    if (!moments.length) return;
    now = Math.max(0, Math.min(moments.length - 1, to));
    moments.forEach((m, i) => { m.classList.toggle('now', i === now); if (i === now) m.setAttribute('aria-current', 'step'); else m.removeAttribute('aria-current'); });
    one('#where').textContent = 'Step ' + moments[now].value + ' of ' + moments[moments.length - 1].value;
    for (const [name, end] of [['first', 0], ['back', 0], ['on', moments.length - 1], ['last', moments.length - 1]]) {
      one(`[data-go="${name}"]`).disabled = now === end;
    }
    if (!quietly) moments[now].scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  const steps = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => moments.length - 1 };
  if (player) {
    all('[data-go]', player).forEach((b) => b.addEventListener('click', () => go(steps[b.dataset.go]())));
    moments.forEach((m, i) => m.addEventListener('click', () => { if (!String(getSelection())) go(i); }));
    one('#all').addEventListener('click', (e) => e.currentTarget.setAttribute('aria-pressed', player.classList.toggle('whole')));
    go(0, true);
  }

  // Owners of one kind only.
  const filter = (only) => {
    all('#filters button').forEach((b) => b.setAttribute('aria-pressed', b.dataset.only === only));
    all('.pair').forEach((p) => { p.hidden = only !== '' && (only === 'risk' ? !p.dataset.risk : p.dataset.kind !== only); });
  };
  all('#filters button').forEach((b) => b.addEventListener('click', () => filter(b.dataset.only)));

  // Search.
  const index = JSON.parse(one('#index').textContent) || [];
  const input = one('#search');
  const found = one('#found');
  const most = 40;
  const search = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.replaceChildren();
    found.hidden = words.length === 0;
    if (found.hidden) return;
    const hits = index.filter((e) => words.every((w) => (e.name + ' ' + e.about).toLowerCase().includes(w)));
    const list = document.createElement('ul');
    for (const e of hits.slice(0, most)) {
      const link = document.createElement('a');
      link.href = '#' + e.at;
      link.textContent = e.name;
      const about = document.createElement('span');
      about.className = 'about';
      about.textContent = e.about;
      link.append(about);
      link.addEventListener('click', () => { close(); show(document.getElementById(e.at)); });
      const item = document.createElement('li');
      item.append(link);
      list.append(item);
    }
    const said = document.createElement('p');
    said.className = 'faint';
    said.textContent = hits.length === 0 ? 'Nothing found.' : hits.length + ' found' + (hits.length > most ? ', the first ' + most + ' are shown.' : '.');
    found.append(said, list);
  };
  const close = () => { input.value = ''; search(); };
  input.addEventListener('input', search);
  const move = (e) => {
    const stops = [input, ...all('a', found)];
    const at = stops.indexOf(document.activeElement);
    if (e.key === 'Escape') { close(); input.blur(); }
    else if (e.key === 'ArrowDown' && at < stops.length - 1) stops[at + 1].focus();
    else if (e.key === 'ArrowUp' && at > 0) stops[at - 1].focus();
    else if (e.key === 'Enter' && at === 0 && stops[1]) stops[1].click();
    else return;
    e.preventDefault();
  };
  input.addEventListener('keydown', move);
  found.addEventListener('keydown', move);

  // Stages: ticks are remembered by the seal of the plan.
  const key = 'done ' + document.body.dataset.seal;
  const boxes = all('.task input');
  const done = new Set((memory.get(key) || '').split(' '));
  boxes.forEach((box, i) => {
    box.checked = done.has(String(i));
    box.addEventListener('change', () => memory.set(key, boxes.flatMap((b, j) => (b.checked ? [j] : [])).join(' ')));
  });
  const unfold = one('#unfold');
  if (unfold) unfold.addEventListener('click', () => {
    const open = all('.stage').some((d) => !d.open);
    all('.stage').forEach((d) => { d.open = open; });
    unfold.textContent = open ? 'Close all stages' : 'Open all stages';
  });
  if (navigator.clipboard) all('pre').forEach((pre) => {
    const text = pre.textContent;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => navigator.clipboard.writeText(text).then(() => { button.textContent = 'Copied'; }, () => { button.textContent = 'Not allowed'; }));
    pre.append(button);
  });

  // The graph: size, dragging, neighbours.
  const drawing = one('#drawing');
  let zoom = () => {};
  if (drawing) {
    const canvas = one('.canvas');
    const width = drawing.viewBox.baseVal.width;
    const height = drawing.viewBox.baseVal.height;
    let scale = 1;
    zoom = (how) => {
      const fit = Math.max(0.2, Math.min(1, (canvas.clientWidth - 2) / width));
      scale = how === 'fit' ? fit : Math.max(0.2, Math.min(3, scale * (how === 'in' ? 1.25 : 0.8)));
      drawing.setAttribute('width', Math.round(width * scale));
      drawing.setAttribute('height', Math.round(height * scale));
    };
    all('[data-zoom]').forEach((b) => b.addEventListener('click', () => zoom(b.dataset.zoom)));
    if (canvas.clientWidth >= 0.65 * width) zoom('fit');
    canvas.addEventListener('wheel', (e) => { if (e.ctrlKey) { e.preventDefault(); zoom(e.deltaY < 0 ? 'in' : 'out'); } }, { passive: false });
    let grip = null;
    canvas.addEventListener('pointerdown', (e) => { if (e.pointerType === 'mouse' && e.button === 0 && !e.target.closest('.node')) grip = { x: e.clientX + canvas.scrollLeft, y: e.clientY + canvas.scrollTop }; });
    addEventListener('pointermove', (e) => {
      if (!grip) return;
      canvas.classList.add('dragged');
      canvas.scrollLeft = grip.x - e.clientX;
      canvas.scrollTop = grip.y - e.clientY;
    });
    addEventListener('pointerup', () => { grip = null; canvas.classList.remove('dragged'); });
    const nodes = new Map(all('.node').map((n) => [n.dataset.n, n]));
    const about = one('#about');
    const before = about.textContent;
    const light = (node) => {
      drawing.classList.toggle('lit', Boolean(node));
      all('.on', drawing).forEach((e) => e.classList.remove('on'));
      about.textContent = node ? one('title', node).textContent : before;
      if (!node) return;
      node.classList.add('on');
      for (const e of all('.edge', drawing)) {
        if (e.dataset.from !== node.dataset.n && e.dataset.to !== node.dataset.n) continue;
        e.classList.add('on');
        nodes.get(e.dataset.from).classList.add('on');
        nodes.get(e.dataset.to).classList.add('on');
      }
    };
    for (const n of nodes.values()) {
      n.addEventListener('pointerenter', () => light(n));
      n.addEventListener('pointerleave', () => light(null));
      n.addEventListener('focus', () => light(n));
      n.addEventListener('blur', () => light(null));
    }
  }

  // Keys, unless they are turned off or something is being written.
  const help = one('#keys');
  const single = one('#single');
  single.checked = memory.get('keys') !== 'off';
  single.addEventListener('change', () => memory.set('keys', single.checked ? 'on' : 'off'));
  one('#help').addEventListener('click', () => help.showModal());
  const keys = {
    '/': () => input.focus(), '?': () => help.showModal(), t: changeTheme,
    ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1),
    '+': () => zoom('in'), '=': () => zoom('in'), '-': () => zoom('out'), 0: () => zoom('fit'),
  };
  addEventListener('keydown', (e) => {
    if (!single.checked || help.open || e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, textarea, select')) return;
    if (e.key.startsWith('Arrow') && (!player || e.target.closest('.canvas'))) return;
    if (!Object.hasOwn(keys, e.key)) return;
    e.preventDefault();
    keys[e.key]();
  });

  // On paper everything is open, of a long plan its stages.
  let closed = [];
  addEventListener('beforeprint', () => { closed = all(document.body.classList.contains('large') ? '.stage:not([open])' : 'details:not([open])'); closed.forEach((d) => { d.open = true; }); });
  addEventListener('afterprint', () => closed.forEach((d) => { d.open = false; }));
})();
