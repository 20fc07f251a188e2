/** The head of the gait's dock: cycles or over time, the angle that is shown over time, which pose is zero, and files to save. */
import { icon } from '../../controls/icons.js';
import { menu } from '../../controls/menu.js';
import { h, setAttr } from '../../player/base/dom.js';
import { V } from './strings.js';

/** @typedef {import('./index.js').Pane} Pane */
/** @typedef {keyof typeof V.views} View */

/** The files that can be saved. */
export const FILES = /** @type {const} */ (['curves', 'table', 'clip', 'angles', 'json', 'svg']);
const VIEWS = /** @type {View[]} */ (Object.keys(V.views));

export class Head {
  #views = VIEWS.map((view) => ({
    view,
    press: h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.pane.look(view) }, V.views[view]),
  }));
  #zeros = /** @type {string[]} */ ([]);
  #angles = '';
  #drawn = '';

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.angle = h('select', { class: 'angle-of-gait', 'aria-label': V.angle, onchange: () => pane.choose(this.angle.value) });
    this.zero = h('select', {
      class: 'zero-of-gait',
      'aria-label': V.zero,
      onchange: () => pane.setZero(this.#zeros[this.zero.selectedIndex]),
    });
    this.save = menu(pane.ui, 'save-gait', V.save, '', (index) => pane.take(this.#files[index]), 'menuitem');
    this.save.opener.className = 'btn';
    this.save.opener.replaceChildren(icon('save'));
    setAttr(this.save.opener, 'aria-label', V.save);
    this.root = h(
      'div',
      { class: 'head-of-gait' },
      h('div', { class: 'views-of-gait', role: 'group', 'aria-label': V.view }, ...this.#views.map(({ press }) => press)),
      this.angle,
      this.zero,
      this.save.root,
    );
  }

  /** @type {(typeof FILES)[number][]} */
  #files = [];

  update() {
    const { pane } = this;
    const { report } = pane.finder;
    const angles = report?.angles;
    for (const { press, view } of this.#views) {
      setAttr(press, 'aria-pressed', String(view === pane.view));
      press.disabled = view === 'cycles' ? !report?.curves.length : !angles;
    }
    this.angle.hidden = pane.view !== 'time' || !angles;
    this.zero.hidden = !angles;
    this.save.root.hidden = !report;
    this.#fillAngles();
    this.#fillZeros();
    const files = FILES.filter((file) =>
      file === 'json' ? report : file === 'table' ? report?.cycles.length : file === 'angles' ? angles : report?.curves.length,
    );
    if (files.join() !== this.#files.join()) {
      this.#files = files;
      this.save.fill(files.map((file) => [V.saves[file]]));
    }
  }

  /** All angles that the motion has; those whose zero is soft in a group of their own, which says so. */
  #fillAngles() {
    const { angles } = this.pane.finder.report ?? {};
    const there = angles?.all.filter(({ angle }) => angles.series.some((series) => series.angle === angle)) ?? [];
    const names = there.map(({ angle }) => angle).join();
    const option = (/** @type {{ angle: string }} */ { angle }) => h('option', { value: angle }, V.capital(angle));
    const folded = there.filter((each) => each.folded);
    if (names !== this.#angles) {
      this.#angles = names;
      this.angle.replaceChildren(
        ...there.filter((each) => !each.folded).map(option),
        folded.length ? h('optgroup', { label: V.folded }, ...folded.map(option)) : '',
      );
    }
    this.angle.value = this.pane.overTime.angle;
  }

  #fillZeros() {
    const { pane } = this;
    const { kind, frame } = pane.zero;
    const own = kind === 'frame' ? [[`f${frame}`, V.zeros.frame(frame)]] : [];
    const rows = [['', V.zeros.usual], ['rest', V.zeros.rest], ['straightest', V.zeros.straightest], ...own, ['now', V.zeros.now]];
    const drawn = JSON.stringify(rows);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#zeros = rows.map(([value]) => value);
      this.zero.replaceChildren(...rows.map(([, text]) => h('option', {}, text)));
    }
    this.zero.selectedIndex = this.#zeros.indexOf(kind === 'frame' ? `f${frame}` : kind);
  }
}
