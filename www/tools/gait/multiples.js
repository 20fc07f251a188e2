/** All angles over the gait cycle as small plots: pelvis and legs first, then trunk and arms, and folded away those whose zero is soft. */
import { h, setText } from '../../player/base/dom.js';
import { CyclePlot } from './cycle-plot.js';
import { V } from './strings.js';

/** @typedef {import('../../types.d.ts').GaitReport} GaitReport */

export class Multiples {
  /** @type {CyclePlot[]} */
  #plots = [];
  #shown = h('div', { class: 'plots-of-gait' });
  #hidden = h('div', { class: 'plots-of-gait' });
  #reason = h('p', { class: 'reason-of-gait' });
  #folded = h(
    'details',
    { class: 'folded-of-gait', ontoggle: () => this.#toggled() },
    h('summary', {}, V.folded),
    this.#reason,
    this.#hidden,
  );
  root = h('div', { class: 'multiples-of-gait', role: 'group', 'aria-label': V.plots }, this.#shown, this.#folded);

  /** @param {Omit<import('./cycle-plot.js').Asked, 'next' | 'enter'>} asked */
  constructor(asked) {
    /** @type {import('./cycle-plot.js').Asked} */
    this.asked = { ...asked, enter: (plot) => this.#enter(plot), next: (from, way) => this.#next(from, way) };
  }

  /** @param {GaitReport | null} report */
  fill(report) {
    const curves = report?.curves ?? [];
    const all = report?.angles?.all.filter(({ angle }) => curves.some((curve) => curve.angle === angle)) ?? [];
    while (this.#plots.length < all.length) this.#plots.push(new CyclePlot(this.asked));
    this.#plots.length = all.length;
    all.forEach((angle, index) =>
      this.#plots[index].fill(
        angle,
        curves.filter((curve) => curve.angle === angle.angle),
      ),
    );
    const roots = (/** @type {boolean} */ folded) =>
      this.#plots.filter(({ angle }) => Boolean(angle.folded) === folded).map(({ root }) => root);
    this.#shown.replaceChildren(...roots(false));
    this.#hidden.replaceChildren(...roots(true));
    this.#folded.hidden = !all.some(({ folded }) => folded);
    setText(
      this.#reason,
      [...new Set(all.flatMap(({ folded }) => folded ?? []))]
        .map((reason) =>
          V.of(
            all
              .filter(({ folded }) => folded === reason)
              .map(({ angle }) => angle)
              .join(', '),
            `\u2013 ${reason}.`,
          ),
        )
        .map((text) => V.capital(text))
        .join(' '),
    );
    // One stop of the Tab key for all of them.
    if (this.#plots.length) this.#enter(this.#plots[0]);
  }

  /** @param {CyclePlot} plot */
  #enter(plot) {
    for (const { area } of this.#plots) area.tabIndex = area === plot.area ? 0 : -1;
  }

  /** @param {CyclePlot} from @param {number} way */
  #next(from, way) {
    const all = this.#plots.filter(({ angle }) => !angle.folded || this.#folded.open);
    all[(all.indexOf(from) + way + all.length) % all.length].area.focus();
  }

  #toggled() {
    // The Tab key never stops in what is folded away.
    if (!this.withFolded && this.#plots.length) this.#enter(this.#plots[0]);
    this.time();
  }

  /** Whether the rotations whose zero is soft are shown, too. */
  get withFolded() {
    return this.#folded.open;
  }

  time() {
    for (const plot of this.#plots) if (!plot.angle.folded || this.#folded.open) plot.time();
  }

  rest() {
    for (const plot of this.#plots) plot.rest();
  }
}
