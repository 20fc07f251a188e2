/** The joints as a tree: hover and focus light a joint up, a click keeps it, and the kept one shows its rotation live. */
import { h, setAttr, setText } from '../player/dom.js';
import { P } from './strings.js';
import { eulerDegrees } from './euler.js';

/**
 * A joint's rotation in words: the angles of its channels. Where those turn about axes of the bone's own, as Acclaim's
 * `rx` does, the angles of the channels cannot be told from the rotation, but how far it turns can.
 * @param {string} channels
 * @param {number[]} quaternion x, y, z, w
 */
function rotation(channels, [x, y, z, w]) {
  if (/\br[xyz]\b/i.test(channels)) return P.info.turned((2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI);
  return eulerDegrees(channels, x, y, z, w)?.map(P.info.angle).join(' ') ?? '';
}

/** Deeper levels of a large skeleton start closed. */
const OPEN_ROWS = 400;
/** Letters typed faster than this are one name. */
const TYPING_MS = 800;

/**
 * @param {import('../player/session.js').Session} session
 * @param {import('../controls/controls.js').Controls} ui
 * @param {import('../types.d.ts').ClipInfo} info
 */
export function jointTree(session, ui, info) {
  const { joints } = info;
  /** @type {number[][]} */
  const children = joints.map(() => []);
  /** @type {number[]} */
  const roots = [];
  const depth = new Uint16Array(joints.length);
  joints.forEach((joint, index) => {
    if (joint.endSite) return;
    (joint.parent < 0 ? roots : children[joint.parent] ?? roots).push(index);
    depth[index] = joint.parent < 0 ? 0 : (depth[joint.parent] ?? 0) + 1;
  });
  /** @type {Set<number>} */
  const closed = new Set(joints.length > OPEN_ROWS ? [...joints.keys()].filter((index) => depth[index] === 3) : []);

  const root = h('div', { class: 'tree', role: 'tree', 'aria-label': P.info.tree, onkeydown: key, onclick: click,
    onpointerover: (/** @type {Event} */ event) => light(indexOf(event.target)), onpointerleave: () => light(-1) });
  /** @type {Map<number, HTMLElement>} */
  let rows = new Map();
  let current = roots[0] ?? -1;
  let typed = '';
  let typedAt = -TYPING_MS;

  /** @param {number} index */
  const line = (index) => {
    const { name, label, side, channels } = joints[index];
    const many = children[index].length > 0;
    const item = h('div', {
      role: 'treeitem', tabindex: '-1', 'aria-level': String(depth[index] + 1), 'data-index': String(index), title: `${name} \u00b7 ${P.info.channels(channels)}`,
      'aria-expanded': many ? String(!closed.has(index)) : null, 'aria-selected': 'false',
    }, h('span', { class: `dot ${side}` }), h('bdi', { class: 'joint' }, label || name || '\u2013'), label && h('bdi', { class: 'raw' }, name),
    h('bdi', { class: 'value' }),
    // Limits are too long for the line: they stand below the joint that is kept.
    channels.includes('(') && h('bdi', { class: 'channels' }, channels));
    item.style.setProperty('--depth', String(Math.min(14, depth[index])));
    return item;
  };

  const draw = () => {
    /** @type {Map<number, HTMLElement>} */
    const next = new Map();
    const pending = [...roots].reverse();
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      next.set(index, rows.get(index) ?? line(index));
      if (!closed.has(index)) pending.push(...[...children[index]].reverse());
    }
    rows = next;
    root.replaceChildren(...rows.values());
    focusable();
    selected();
  };

  const focusable = () => {
    if (!rows.has(current)) current = roots[0] ?? -1;
    for (const [index, item] of rows) setAttr(item, 'tabindex', index === current ? '0' : '-1');
  };

  const selected = () => {
    for (const [index, item] of rows) {
      setAttr(item, 'aria-selected', String(index === session.view.selected));
      if (index !== session.view.selected) setText(valueOf(item), '');
    }
    live();
  };

  /** The rotation of the kept joint, in the order its channels are written. */
  const live = () => {
    const item = rows.get(session.view.selected);
    if (!item) return;
    const state = session.host.read((stage) => stage.jointState(session.view.selected), new Float32Array());
    setText(valueOf(item), state.length >= 7 ? rotation(joints[session.view.selected].channels, [...state.subarray(3, 7)]) : '');
  };

  /** @param {HTMLElement} item */
  const valueOf = (item) => /** @type {Node} */ (item.querySelector('.value'));

  /** @param {EventTarget | null} target */
  function indexOf(target) {
    const item = target instanceof Element ? target.closest('[data-index]') : null;
    return item instanceof HTMLElement ? Number(item.dataset.index) : -1;
  }

  /** @param {number} index */
  function light(index) { session.set('highlight', index >= 0 ? index : session.view.selected); }

  /** @param {number} index */
  function focus(index) {
    current = index;
    focusable();
    rows.get(index)?.focus();
    light(index);
  }

  /** @param {number} index @param {boolean} open */
  function expand(index, open) {
    if (!children[index].length) return;
    if (open) closed.delete(index);
    else closed.add(index);
    setAttr(/** @type {Element} */ (rows.get(index)), 'aria-expanded', String(open));
    draw();
    focus(index);
  }

  /** @param {MouseEvent} event */
  function click(event) {
    const index = indexOf(event.target);
    if (index < 0) return;
    focus(index);
    session.view.select(index === session.view.selected ? -1 : index);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape' || event.key === 'Tab') return;
    const order = [...rows.keys()];
    const at = order.indexOf(current);
    const open = children[current]?.length > 0 && !closed.has(current);
    const { parent } = joints[current] ?? { parent: -1 };
    if (event.key === 'ArrowDown') focus(order[Math.min(order.length - 1, at + 1)]);
    else if (event.key === 'ArrowUp') focus(order[Math.max(0, at - 1)]);
    else if (event.key === 'Home') focus(order[0]);
    else if (event.key === 'End') focus(order[order.length - 1]);
    else if (event.key === 'ArrowRight') { if (open) focus(children[current][0]); else expand(current, true); }
    else if (event.key === 'ArrowLeft') { if (open) expand(current, false); else if (parent >= 0) focus(parent); }
    // A space within a name that is being typed belongs to the name.
    else if (/^[\p{L}\p{N}_]$/u.test(event.key) || (event.key === ' ' && performance.now() - typedAt < TYPING_MS)) find(event.key, order, at);
    else if (event.key === 'Enter' || event.key === ' ') session.view.select(current === session.view.selected ? -1 : current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Typing a name goes there. @param {string} letter @param {number[]} order @param {number} at */
  function find(letter, order, at) {
    const now = performance.now();
    typed = now - typedAt < TYPING_MS ? typed + letter.toLowerCase() : letter.toLowerCase();
    typedAt = now;
    const turned = [...order.slice(at + (typed.length > 1 ? 0 : 1)), ...order.slice(0, at)];
    const found = turned.find((index) => [joints[index].name, joints[index].label].some((each) => each.toLowerCase().startsWith(typed)));
    if (found !== undefined) focus(found);
  }

  draw();
  const undo = [session.on('select', (joint) => {
    if (rows.has(joint)) { current = joint; focusable(); rows.get(joint)?.scrollIntoView({ block: 'nearest' }); }
    selected();
  }), session.on('time', live)];
  return { root, dispose: () => { undo.forEach((each) => each()); light(-1); } };
}
