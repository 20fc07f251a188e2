/** A searchable tree of joints: hover or focus highlights, a click selects and shows values, a double click centres the camera. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { JointList } from './joint-list.js';
import { JointValues } from './joint-values.js';
import { P } from './strings.js';

/** @typedef {import('../player/session/state.js').Inspected} Inspected */

/** Milliseconds between letters that belong to one name. */
const TYPING_MS = 800;
/** Milliseconds between updates: faster ones cannot be read. */
const INTERVAL_MS = 100;
/** Deeper levels are indented less, to leave room for names. */
const MAX_WIDE_LEVEL = 7;

/** @param {Inspected} session @param {import('../types.d.ts').ClipInfo} info */
export function jointTree(session, info) {
  const { joints } = info;
  const list = new JointList(joints);
  const values = new JointValues(session, info);
  const { view } = session;

  const tree = h('div', {
    class: 'tree',
    role: 'tree',
    'aria-label': P.info.tree,
    onkeydown: onKey,
    onclick: click,
    ondblclick: focusOn,
    onfocusin: focusArrived,
    onpointerover: (/** @type {Event} */ event) => highlight(indexOf(event.target)),
    onpointerleave: () => highlight(-1),
    onscroll: () => showAngles(session.playback.paused),
  });
  const field = h('input', {
    type: 'search',
    placeholder: P.joint.find,
    'aria-label': P.joint.find,
    autocomplete: 'off',
    spellcheck: 'false',
    oninput: () => search(field.value),
    onkeydown: searchKey,
  });
  const found = h('span', { class: 'found', role: 'status' });
  const root = h('div', { class: 'joints' }, h('label', { class: 'search' }, icon('find'), field, found), tree);

  /** All rows created so far. @type {Map<number, HTMLElement>} */
  const rows = new Map();
  /** The visible joints, from the top. @type {number[]} */
  let order = [];
  let current = list.roots[0] ?? -1;
  let typedName = '';
  let typedAt = -TYPING_MS;
  let turnsAt = -INTERVAL_MS;

  /** @param {number} index */
  const nameOf = (index) => {
    const { name, label, endSite } = joints[index];
    const site = endSite ? (info.format === 'HAnim' ? P.joint.site : P.joint.endSite) : '';
    const shown = label || (endSite && /^(end )?site$/i.test(name) ? '' : name);
    return { shown: shown || site || '\u2013', beside: [label && name, shown && site].filter(Boolean).join(' \u00b7 ') };
  };

  /** @param {number} index */
  const row = (index) => {
    const { name, side, channels, endSite } = joints[index];
    const { shown, beside } = nameOf(index);
    const sided = side === 'middle' || new RegExp(side, 'i').test(shown) ? null : P.info[side];
    const item = h(
      'div',
      {
        role: 'treeitem',
        tabindex: '-1',
        'aria-level': String(list.depth[index] + 1),
        'data-index': String(index),
        title: endSite ? name : `${name} \u00b7 ${P.info.channels(channels)}`,
      },
      h(
        'div',
        { class: 'head' },
        h('span', { class: 'twist' }),
        h('span', { class: `dot ${side}${endSite ? ' site' : ''}`, role: sided && 'img', 'aria-label': sided }),
        h('bdi', { class: 'joint' }, shown),
        beside && ' ',
        beside && h('bdi', { class: 'raw' }, beside),
      ),
    );
    const depth = list.depth[index];
    item.style.setProperty('--indent', `${16 * Math.min(MAX_WIDE_LEVEL, depth) + 4 * Math.max(0, Math.min(12, depth - MAX_WIDE_LEVEL))}px`);
    rows.set(index, item);
    return item;
  };

  /** @param {number} index */
  const rowOf = (index) => rows.get(index) ?? row(index);

  const draw = () => {
    const focused = tree.querySelector(':focus');
    order = list.visible();
    for (const parent of [-1, ...order.filter((each) => list.isOpen(each))]) {
      list.below(parent).forEach((each, place, siblings) => {
        setAttr(rowOf(each), 'aria-posinset', String(place + 1));
        setAttr(rowOf(each), 'aria-setsize', String(siblings.length));
      });
    }
    for (const index of order) {
      setAttr(rowOf(index), 'aria-expanded', list.below(index).length ? String(list.isOpen(index)) : null);
      setAttr(rowOf(index), 'data-way', list.searching && !list.matches.has(index));
    }
    tree.replaceChildren(...order.map(rowOf));
    if (focused instanceof HTMLElement && tree.contains(focused)) focused.focus();
    focusable();
    selected();
    // Positions of rows are known only after layout.
    requestAnimationFrame(() => showAngles(true));
  };

  const focusable = () => {
    if (!tree.contains(rows.get(current) ?? null)) current = order[0] ?? -1;
    for (const index of order) setAttr(rowOf(index), 'tabindex', index === current ? '0' : '-1');
  };

  const selected = () => {
    for (const index of order) {
      const isSelected = index === view.selected;
      setAttr(rowOf(index), 'aria-selected', String(isSelected));
      if (!isSelected) setAttr(rowOf(index), 'aria-description', null);
    }
    const item = rows.get(view.selected);
    if (!item || !tree.contains(item)) values.root.remove();
    else {
      if (values.root.parentNode !== item) item.append(values.root);
      values.show(view.selected);
    }
  };

  /** Shows a joint that was selected here or on the stage. @param {number} joint */
  const showSelected = (joint) => {
    if (joints[joint]) {
      current = joint;
      if (list.uncover(joint)) draw();
    }
    focusable();
    selected();
    if (joints[joint]) reveal(joint);
  };

  const update = () => {
    if (values.root.isConnected) values.update(session.playback.paused);
    showAngles(session.playback.paused);
  };

  /** Shows the rotation angle of each visible joint relative to its parent, or its distance from that of another clip. @param {boolean} now ignores the interval */
  function showAngles(now) {
    if (!now && performance.now() - turnsAt < INTERVAL_MS) return;
    turnsAt = performance.now();
    const { top, bottom } = tree.getBoundingClientRect();
    for (const index of order) {
      const item = /** @type {HTMLElement} */ (rows.get(index));
      const { top: above, bottom: below } = item.getBoundingClientRect();
      if (joints[index].endSite || below < top || above > bottom) continue;
      const distances = session.state?.distances;
      if (distances) {
        setAttr(/** @type {Element} */ (item.firstElementChild), 'data-turn', distances.get(index) ?? null);
        continue;
      }
      const { 3: x, 4: y, 5: z, 6: w } = session.host.read((stage) => stage.jointState(index), new Float32Array());
      const angle = (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI;
      setAttr(/** @type {Element} */ (item.firstElementChild), 'data-turn', Number.isNaN(angle) ? null : P.info.angle(angle));
    }
  }

  /** Scrolls the row into view, without scrolling the page. @param {number} index */
  const reveal = (index) => {
    const item = rows.get(index);
    const body = root.closest('.body');
    if (!item?.isConnected || !body) return;
    const search = /** @type {Element} */ (root.firstElementChild);
    // The tree scrolls first, because that moves the row within the panel.
    for (const [box, above] of /** @type {[Element, number][]} */ ([
      [tree, 0],
      [body, search.getBoundingClientRect().height],
    ])) {
      const [own, room] = [item.getBoundingClientRect(), box.getBoundingClientRect()];
      const top = room.top + above;
      if (own.bottom > room.bottom) box.scrollTop += Math.min(own.bottom - room.bottom + 8, own.top - top);
      else if (own.top < top) box.scrollTop -= top - own.top;
    }
  };

  /** @param {EventTarget | null} target */
  function indexOf(target) {
    const item = target instanceof Element ? target.closest('[data-index]') : null;
    return item instanceof HTMLElement ? Number(item.dataset.index) : -1;
  }

  /** @param {number} index */
  function highlight(index) {
    session.set('highlight', index >= 0 ? index : view.selected);
  }

  /** @param {number} index */
  function focus(index) {
    current = index;
    focusable();
    rows.get(index)?.focus({ preventScroll: true });
    reveal(index);
    highlight(index);
  }

  /** Keyboard navigation continues from the focused row. @param {Event} event */
  function focusArrived(event) {
    current = indexOf(event.target);
    focusable();
  }

  /** @param {number} index @param {boolean} open */
  function fold(index, open) {
    if (!list.below(index).length) return;
    list.fold(index, open);
    draw();
    focus(index);
  }

  /** @param {number} index */
  const toggle = (index) => view.select(index === view.selected ? -1 : index);

  /** @param {MouseEvent} event */
  function click(event) {
    const index = indexOf(event.target);
    const part = /** @type {Element} */ (event.target);
    if (index < 0 || part.closest('.values')) return;
    if (part.closest('.twist') && list.below(index).length) fold(index, !list.isOpen(index));
    // The second click of a double click must not toggle the joint again.
    else if (event.detail < 2) {
      focus(index);
      toggle(index);
    }
  }

  /** Centres the camera, like a double click on the stage. @param {MouseEvent} event */
  function focusOn(event) {
    const part = /** @type {Element} */ (event.target);
    if (!part.closest('.values, .twist')) centre(indexOf(event.target));
  }

  /** @param {number} index */
  function centre(index) {
    if (index < 0) return;
    if (index !== view.selected) view.select(index);
    session.host.change((stage) => stage.centreOn(index));
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape' || event.key === 'Tab') return;
    if (event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' ')) return;
    const at = order.indexOf(current);
    const open = list.below(current)?.length > 0 && list.isOpen(current);
    const { parent } = joints[current] ?? { parent: -1 };
    if (event.key === 'ArrowDown') focus(order[Math.min(order.length - 1, at + 1)]);
    else if (event.key === 'ArrowUp') {
      if (at > 0) focus(order[at - 1]);
      else field.focus();
    } else if (event.key === 'Home') focus(order[0]);
    else if (event.key === 'End') focus(order[order.length - 1]);
    else if (event.key === 'ArrowRight') {
      if (open) focus(list.below(current)[0]);
      else fold(current, true);
    } else if (event.key === 'ArrowLeft') {
      if (open) fold(current, false);
      else if (parent >= 0) focus(parent);
    } else if (event.key === '*') unfold(parent);
    // A space typed within a name belongs to the name.
    else if (/^[\p{L}\p{N}_]$/u.test(event.key) || (event.key === ' ' && performance.now() - typedAt < TYPING_MS)) typeAhead(event.key, at);
    else if (event.key === 'Enter' && event.shiftKey) centre(current);
    else if (event.key === 'Enter' || event.key === ' ') toggle(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Unfolds the current joint and its siblings. @param {number} parent */
  function unfold(parent) {
    for (const index of list.below(parent)) list.fold(index, true);
    draw();
    focus(current);
  }

  /** Type-ahead: goes to the next joint whose name begins with what was typed. @param {string} letter @param {number} at */
  function typeAhead(letter, at) {
    const now = performance.now();
    typedName = now - typedAt < TYPING_MS ? typedName + letter.toLowerCase() : letter.toLowerCase();
    typedAt = now;
    const rotated = [...order.slice(at + (typedName.length > 1 ? 0 : 1)), ...order.slice(0, at)];
    const next = rotated.find((index) =>
      [joints[index].name, nameOf(index).shown].some((each) => each.toLowerCase().startsWith(typedName)),
    );
    if (next !== undefined) focus(next);
  }

  /** @param {string} text */
  function search(text) {
    list.search(text);
    const [first] = list.visible().filter((index) => list.matches.has(index));
    if (list.searching) current = first ?? -1;
    draw();
    setText(found, list.searching ? P.joint.found(list.matches.size, joints.length) : '');
    // After the search, bring the selected joint back into view.
    if (!list.searching && joints[view.selected]) showSelected(view.selected);
  }

  /** @param {KeyboardEvent} event */
  function searchKey(event) {
    if (event.key === 'Escape' && field.value) {
      field.value = '';
      search('');
    } else if (event.key === 'ArrowDown' && current >= 0) focus(current);
    else if (event.key === 'Enter' && list.matches.has(current)) view.select(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  if (joints[view.selected]) {
    current = view.selected;
    list.uncover(current);
  }
  draw();
  const undo = [
    session.on('select', showSelected),
    session.on('time', update),
    session.on('play', update),
    session.on('tool', update),
    session.on('setting', (name) => {
      if (name === 'unit') selected();
    }),
  ];
  return {
    root,
    dispose: () => {
      undo.forEach((each) => each());
      highlight(-1);
    },
  };
}
