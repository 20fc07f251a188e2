/**
 * Gait and joint angles above the timeline: angles over the cycles of a walk with the table of its numbers, and angles over time of any
 * motion of a person. Fetched when it is first opened.
 */
import css from './gait.css';
import { placeAt } from '../../actors/series.js';
import { batched } from '../../player/base/batched.js';
import { h, setAttr, setText } from '../../player/base/dom.js';
import { lazy } from '../../player/base/parts.js';
import { once, style } from '../../player/element/shell.js';
import { cyclesOf, momentOf, percentAt } from './cycles.js';
import { GaitFinder } from './finder.js';
import { Head } from './head.js';
import './icons.js';
import { Multiples } from './multiples.js';
import { allNumbers, fewNumbers, rowsOf } from './numbers.js';
import { OverTime } from './over-time.js';
import { V } from './strings.js';
import { parseZero } from './words.js';

/** @typedef {import('../../controls/controls.js').Controls} Controls */
/** @typedef {import('./head.js').View} View */
/** @typedef {import('./cycles.js').Cycle} Cycle */

const saving = lazy(() => import('./save.js'));

/** The height of the content, CSS pixels: the least and the usual one; in a low player, in a small embed, and in others. */
const LOW_PX = 400;
const SHORT_PX = 600;
/** The playhead rests when it has not moved for this long. */
const REST_MS = 300;
/** @param {number} height of the player @returns {[least: number, usual: number]} */
const heights = (height) => (height <= LOW_PX ? [72, 104] : height <= SHORT_PX ? [96, 136] : [112, 240]);

/** Shows a player's gait, now and whenever it is asked for. */
export const show = once((/** @type {Controls} */ ui) => {
  style(ui.shadow, css);
  return new Pane(ui);
});

export class Pane {
  #open = false;
  #wrong = '';
  /** The visitor's choice; null: the first view that has something to show. @type {View | null} */
  #chosen = null;
  /** The attribute as it is written. @type {unknown} */
  #written = null;
  /** @type {Cycle[]} */
  #cycles = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;

  /** @param {Controls} ui */
  constructor(ui) {
    const { session } = ui;
    this.ui = ui;
    this.finder = new GaitFinder(
      session,
      () => (this.on ? this.zero : null),
      () => this.#later(),
    );
    this.overTime = new OverTime(ui, () => this.on && this.view === 'time' && Boolean(this.dock?.shows(this.pane)));
    this.multiples = new Multiples({
      seek: (side, percent) => this.#seek(momentOf(this.#cycles, side, percent, session.playback.time)),
      percent: (side) => percentAt(this.#cycles, side, session.playback.time),
      overTime: (angle) => {
        this.choose(angle);
        this.look('time');
      },
    });
    this.head = new Head(this);
    this.words = h('p', { class: 'words-of-gait', role: 'status' });
    this.legend = h('span', { class: 'legend-of-gait', 'aria-hidden': 'true' });
    this.few = h('div', { class: 'numbers-of-gait', tabindex: '0', role: 'group', 'aria-label': V.table });
    this.all = h('div', { class: 'dock-table table-of-gait', tabindex: '0', role: 'group', 'aria-label': V.table });
    this.root = h(
      'div',
      { class: 'gait', part: 'gait', role: 'group', 'aria-label': V.label },
      this.multiples.root,
      this.few,
      this.overTime.root,
      h('div', { class: 'line-of-gait' }, this.words, this.legend),
    );
    /** Once it is there. @type {import('../../controls/dock.js').Dock | null} */
    this.dock = null;
    /** @type {import('../../controls/dock.js').Pane} */
    this.pane = {
      name: 'gait',
      title: V.title,
      root: this.root,
      head: this.head.root,
      heights,
      summary: () => V.summary(this.words.textContent ?? ''),
      table: { root: this.all, update: () => this.#fillTable() },
    };
    for (const signal of /** @type {const} */ (['clip', 'setting'])) session.on(signal, () => this.#later());
    for (const signal of /** @type {const} */ (['time', 'play']))
      session.on(signal, () => {
        this.#time();
        this.#rest();
      });
    ui.bar?.dock().then((dock) => {
      this.dock = dock;
      this.#update();
    });
  }

  get on() {
    return this.ui.session.get('gait') !== null;
  }

  /** The pose that is zero. */
  get zero() {
    return parseZero(this.ui.session.get('gait') ?? '') ?? { kind: /** @type {const} */ (''), frame: 0 };
  }

  /** @returns {View} */
  get view() {
    const { report } = this.finder;
    if (report && !report.curves.length) return 'time';
    return (report?.angles && this.#chosen) || 'cycles';
  }

  #later = batched(() => this.#update());

  #update() {
    const {
      finder: { report, state },
      on,
      ui: { session },
    } = this;
    if (this.#open !== on && this.dock) {
      this.#open = on;
      if (on) this.dock.open(this.pane);
      else this.dock.close(this.pane);
      this.finder.later();
    }
    if (!on) return;
    const text = session.get('gait') ?? '';
    const wrong = parseZero(text) ? '' : text;
    if (wrong && wrong !== this.#wrong) session.say(V.unknown(wrong));
    this.#wrong = wrong;
    if (report !== this.#written) {
      this.#written = report;
      this.#cycles = report ? cyclesOf(report) : [];
      this.multiples.fill(report);
      this.few.replaceChildren(report && rowsOf(report).length ? fewNumbers(report) : '');
      this.all.replaceChildren();
      const { angles } = report ?? {};
      if (angles && !angles.series.some(({ angle }) => angle === this.overTime.angle)) this.overTime.angle = angles.series[0]?.angle ?? '';
    }
    const { view } = this;
    setAttr(this.root, 'data-view', view);
    setAttr(this.root, 'data-numbers', Boolean(this.few.firstElementChild));
    setAttr(this.root, 'data-patterns', session.get('patterns'));
    this.multiples.root.hidden = view !== 'cycles' || !report;
    this.overTime.root.hidden = view !== 'time' || !report?.angles;
    setText(this.words, this.#says());
    this.#writeLegend();
    this.overTime.fill(report?.angles);
    this.head.update();
    this.dock?.update();
    setAttr(this.root, 'data-state', state);
    this.#time();
    this.#rest();
  }

  /** The line that says what was found, which pose is zero, and which cycles are left out and why. */
  #says() {
    const { report, state } = this.finder;
    if (state === 'failed') return V.failed;
    if (!report) return V.measuring;
    const { angles, refusal, words } = report;
    if (!angles) return V.nobody(refusal ?? '');
    const folded = this.view === 'time' && angles.all.find(({ angle }) => angle === this.overTime.angle)?.folded;
    const missing = angles.missing.length ? [V.missing(angles.missing)] : [];
    return V.capital(V.sentence([...words, ...angles.words, ...(folded ? [V.of(this.overTime.angle, folded)] : []), ...missing]));
  }

  #writeLegend() {
    const { report } = this.finder;
    const sides = [0, 1].filter((side) => report?.curves.some((curve) => curve.side === side));
    const isMean = report?.curves.some(({ sd }) => sd);
    this.legend.hidden = this.view !== 'cycles' || !sides.length;
    this.legend.replaceChildren(
      ...sides.map((side) => h('span', { class: `side-${side}` }, h('i', { class: 'sample' }), V.sides[side])),
      h('span', {}, h('i', { class: 'off' }), V.legend.liftOff),
      h('span', {}, isMean ? V.legend.band : V.legend.line),
      h('span', {}, V.legend.axis),
    );
  }

  #fillTable() {
    const { report } = this.finder;
    if (report && !this.all.firstElementChild && rowsOf(report).length) this.all.append(...allNumbers(report, (time) => this.#seek(time)));
    if (!this.all.firstElementChild) this.all.append(h('p', {}, this.#says()));
  }

  /** Moves what shows the playhead, while it is seen. */
  #time() {
    if (!this.on || !this.dock?.shows(this.pane)) return;
    if (this.view === 'cycles') this.multiples.time();
    else this.overTime.plot.move();
  }

  /** Tells screen readers where the playhead is, once it rests. */
  #rest() {
    clearTimeout(this.#resting);
    const tell = () => {
      if (this.on && this.view === 'cycles' && this.ui.session.playback.paused) this.multiples.rest();
    };
    if (this.ui.session.playback.paused) this.#resting = setTimeout(tell, REST_MS);
  }

  /** @param {number} seconds */
  #seek(seconds) {
    if (seconds === seconds) this.ui.session.playback.seek({ seconds });
  }

  /** @param {View} view */
  look(view) {
    this.#chosen = view;
    this.#update();
  }

  /** Shows an angle over time. @param {string} angle */
  choose(angle) {
    this.overTime.angle = angle;
    this.#update();
  }

  /** @param {string} text as the attribute has it, or `now` */
  setZero(text) {
    const { times } = this.overTime.source;
    const frame = Math.round(placeAt(times, this.ui.session.playback.time));
    this.ui.history.set('gait', text === 'now' ? `f${frame}` : text);
  }

  /** @param {(typeof import('./head.js').FILES)[number]} file */
  async take(file) {
    (await saving()).take(this, file);
  }
}

/** The console's message to page authors about a wrong text of each attribute; '' if it is valid. @type {Record<string, (text: string) => string>} */
export const check = {
  gait: (text) => (parseZero(text) ? '' : 'takes nothing, or the pose that is zero: rest, straightest, or a frame such as f148'),
};
