/** The motion as it was: as a ghost beside the mended one, or in its place. */
import { actors } from '../../player/element/rooms.js';
import { F } from './strings.js';

/** @typedef {import('../../actors/clip-element.js').MareyClip} MareyClip */
/** @typedef {'before' | 'after' | 'both'} View */

/** The options that say how a file is read, which its ghost is told, too. */
const READING = /** @type {const} */ (['unit', 'up', 'fps', 'positions']);

export class Beside {
  /** @type {View} */
  view = 'after';
  /** @type {MareyClip | null} */
  #ghost = null;

  /** @param {import('../../controls/controls.js').Controls} ui @param {import('./mending.js').Mending} mending */
  constructor(ui, mending) {
    this.ui = ui;
    this.mending = mending;
  }

  /** Shows the motion before, after, or both. Without a mended motion there is only one. @param {View} [view] */
  async show(view = this.view) {
    this.view = view;
    const {
      mending: { own },
      ui: { element, session },
    } = this;
    const wanted = session.source?.mended && view !== 'after' ? (own?.source ?? null) : null;
    if (!wanted && !this.#ghost) return;
    const room = await actors(element);
    // Somebody may have chosen another view meanwhile.
    if (!room || view !== this.view) return;
    const clips = /** @type {import('../../actors/index.js').Actors} */ (/** @type {unknown} */ (room.show(element, session)));
    if (this.#ghost && (this.#ghost.source !== wanted || !this.#ghost.isConnected)) {
      this.#ghost.remove();
      this.#ghost = null;
    }
    if (wanted) {
      const reading = READING.flatMap((name) => {
        const value = element.getAttribute(name);
        return value === null ? [] : [/** @type {[string, string]} */ ([name, value])];
      });
      const { behaviour } = element;
      this.#ghost ??= /** @type {MareyClip} */ (
        clips.add(wanted, { label: F.views.before, ghost: '', ...Object.fromEntries(reading), ...(behaviour && { behaviour }) })
      );
      this.#ghost.offset = -this.mending.begins;
    }
    clips.ownHidden = Boolean(wanted) && view === 'before';
    clips.apply();
  }

  /** Shows the mended motion alone. */
  end() {
    this.show('after');
  }
}
