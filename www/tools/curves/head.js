/** The head of the curves: the joint, switches for what is shown of it, curves that are kept, menus. */
import { h, setAttr, setText } from '../../player/base/dom.js';
import { button } from '../../controls/button.js';
import { icon } from '../../controls/icons.js';
import { menu } from '../../controls/menu.js';
import { keyOf } from './choose.js';
import { V } from './strings.js';

/** @typedef {import('./words.js').What} What */
/** @typedef {import('./index.js').Pane} Pane */

/** What has a switch at once; the rest is in the menu until it is shown. @type {What[]} */
const ALWAYS = ['x', 'y', 'z', 'height', 'speed', 'angular'];
/** The files that can be saved. */
export const FILES = /** @type {const} */ (['csv', 'npz', 'svg', 'png']);

export class Head {
  #title = h('strong', { dir: 'auto' });
  #name = h('bdi', { class: 'name-in-file' });
  #chips = h('div', { class: 'chips-of-curves', role: 'group', 'aria-label': V.title });
  #window = h('span', { class: 'window-of-curves' });
  /** What the menu's items do. @type {(() => void)[]} */
  #items = [];
  #drawn = '';

  /** @param {Pane} pane */
  constructor(pane) {
    const { ui } = pane;
    this.pane = pane;
    this.more = menu(ui, 'more-curves', V.more, '', (index) => this.#items[index]());
    this.more.opener.className = 'btn add';
    this.more.opener.replaceChildren(icon('plus'));
    setAttr(this.more.opener, 'aria-label', V.more);
    this.save = menu(ui, 'save-curves', V.save, '', (index) => pane.take(FILES[index]));
    this.save.opener.className = 'btn';
    this.save.opener.replaceChildren(icon('save'));
    setAttr(this.save.opener, 'aria-label', V.save);
    this.save.fill(FILES.map((file) => [V.saves[file]]));
    plain(this.save.list);
    this.copy = button('copy', V.copy, () => pane.take('copy'));
    this.root = h(
      'div',
      { class: 'head-of-curves' },
      this.#title,
      this.#name,
      this.#chips,
      this.more.root,
      this.#window,
      this.copy,
      this.save.root,
    );
  }

  /** @param {string} from @param {string} to */
  window(from, to) {
    setText(this.#window, V.window(from, to));
  }

  update() {
    const { pane } = this;
    const { joint, whats, shown, pins, source } = pane;
    const info = pane.ui.session.info?.joints;
    const own = info?.[joint];
    const drawn = JSON.stringify([joint, own?.name, whats, shown, pins, source.unwrapped]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const named = pane.nameOf(joint);
    setText(this.#title, named);
    setText(this.#name, own?.label ? own.name : '');
    const rest = whats.filter((what) => !ALWAYS.includes(what) && !shown.includes(what));
    const chips = whats.filter((what) => !rest.includes(what)).map((what, index) => this.#chip(what, index === 0));
    const kept = pins.map((pin) => this.#pin(pin));
    // A switch that is pressed keeps the focus.
    const focused = /** @type {HTMLElement | null} */ (pane.ui.shadow.activeElement)?.dataset.key;
    this.#chips.replaceChildren(...chips, ...kept);
    if (focused) /** @type {HTMLElement | null} */ (this.#chips.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
    const items = [
      ...rest.map((what) => /** @type {const} */ ([V.whats[what], () => pane.toggle(what)])),
      ...(own && shown.length ? [/** @type {const} */ ([V.pin(named), () => pane.pin()])] : []),
      /** @type {const} */ ([V.unwrap, () => pane.unwrap()]),
    ];
    this.#items = items.map(([, act]) => act);
    this.more.fill(items.map(([text]) => [text]));
    plain(this.more.list);
    const last = this.more.list.lastElementChild;
    if (last) {
      setAttr(last, 'role', 'menuitemcheckbox');
      setAttr(last, 'aria-checked', String(source.unwrapped));
    }
  }

  /** @param {What} what @param {boolean} first */
  #chip(what, first) {
    const { pane } = this;
    const on = pane.shown.includes(what);
    const colour = pane.colourOf(what);
    const swatch = h('span', { class: 'swatch' });
    const chip = h(
      'button',
      { type: 'button', class: 'chip-of-curve', 'aria-pressed': String(on), 'data-key': what, onclick: () => pane.toggle(what) },
      swatch,
      first && /^[xyz]$/.test(what) ? V.first(V.whats[what]) : V.whats[what],
    );
    chip.style.setProperty('--curve', colour);
    return chip;
  }

  /** @param {import('./index.js').Pin} pin */
  #pin({ request, joint, rank }) {
    const { pane } = this;
    const name = `${pane.nameOf(joint)} ${V.whats[request.what]}`;
    const chip = h(
      'button',
      {
        type: 'button',
        class: 'chip-of-curve kept',
        'data-key': keyOf(request),
        title: V.unpin(name),
        'aria-label': V.unpin(name),
        onclick: () => pane.unpin(request),
      },
      h('span', { class: 'swatch', 'data-rank': String(rank % 4) }),
      h('bdi', {}, name),
      icon('close'),
    );
    chip.style.setProperty('--curve', pane.colourOf(request.what));
    return chip;
  }
}

/** Its items are actions, not a choice. @param {HTMLElement} list */
function plain(list) {
  for (const item of list.children) {
    setAttr(item, 'role', 'menuitem');
    setAttr(item, 'aria-checked', null);
  }
}
