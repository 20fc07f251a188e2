/** The lane of findings, as spans below the timeline. */
import { h, setAttr } from '../../player/base/dom.js';
import { once } from '../../player/element/shell.js';
import { F } from './strings.js';

/** @typedef {import('../../types.d.ts').MendReport} MendReport */
/** @typedef {import('../../types.d.ts').MendMark} MendMark */

/** As many spans are drawn. */
const MOST = 400;
/** Moments that differ less are one, seconds. */
const SAME = 1e-4;

/** The lane of a player. */
export const laneOf = once((/** @type {import('../../controls/controls.js').Controls} */ ui) => new Lane(ui));

class Lane {
  root = h('div', { class: 'lane-of-finds over-time', role: 'img', hidden: true });
  /** @type {MendMark[]} */
  #marks = [];
  #cut = 0;
  /** @type {(frame: number, joint: number) => void} */
  #go = () => {};

  /** @param {import('../../controls/controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    const { timeline } = /** @type {import('../../controls/bar.js').Bar} */ (ui.bar);
    this.timeline = timeline;
    timeline.zoom.watch(() => this.#draw());
  }

  /** @param {MendReport | null} report @param {(frame: number, joint: number) => void} go @param {number} cut the frame at which the stage begins */
  show(report, go, cut) {
    const { idle, insets, session } = this.ui;
    this.#marks = report?.marks.slice(0, MOST) ?? [];
    this.#go = go;
    this.#cut = cut;
    const hidden = !this.#marks.length;
    this.#draw();
    if (hidden === this.root.hidden) return;
    this.root.hidden = hidden;
    if (!hidden) this.timeline.root.after(this.root);
    session.present('mend', hidden ? null : { step: (/** @type {1 | -1} */ way) => this.#step(way) });
    idle.showControls();
    insets.measure();
  }

  /** The second of a frame on the stage. @param {number} frame */
  #at(frame) {
    return this.ui.session.playback.timeOf(frame - this.#cut);
  }

  #draw() {
    const { root, timeline } = this;
    const { frameTime } = this.ui.session.playback;
    while (root.children.length > this.#marks.length) root.lastChild?.remove();
    while (root.children.length < this.#marks.length) root.append(this.#make());
    this.#marks.forEach(({ filled, first, last, step }, index) => {
      const span = /** @type {HTMLElement} */ (root.children[index]);
      const [left, right] = [this.#at(first) - frameTime / 2, this.#at(last) + frameTime / 2].map((seconds) =>
        timeline.zoom.across(this.ui.session.playback.placeOf(seconds)),
      );
      span.style.setProperty('left', `${(100 * left).toFixed(3)}%`);
      span.style.setProperty('width', `${(100 * (right - left)).toFixed(3)}%`);
      span.hidden = right < 0 || left > 1;
      setAttr(span, 'data-step', step);
      setAttr(span, 'data-filled', filled);
    });
    const gaps = this.#marks.filter(({ step }) => step === 'gaps').length;
    setAttr(root, 'aria-label', F.lane(gaps, this.#marks.length - gaps));
  }

  #make() {
    const span = h('span', {
      onclick: () => {
        const { first, joint } = this.#marks[[...this.root.children].indexOf(span)];
        this.#go(first, joint);
      },
    });
    return span;
  }

  /** Goes to the next find, or the one before. @param {1 | -1} way */
  #step(way) {
    const { session } = this.ui;
    const { time } = session.playback;
    const next =
      way > 0
        ? this.#marks.find(({ first }) => this.#at(first) > time + SAME)
        : this.#marks.filter(({ first }) => this.#at(first) < time - SAME).at(-1);
    if (next) this.#go(next.first, next.joint);
    else session.say(way > 0 ? F.noNext : F.noPrevious);
  }
}
