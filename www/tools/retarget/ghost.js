/** The motion's own body beside the figure that it is played on, as a ghost. */
import { actors } from '../../player/element/rooms.js';
import { R } from './strings.js';

/** @typedef {import('../../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../../actors/clip-element.js').MareyClip} MareyClip */

/** The clip with the motion's own body, beside the figure. @param {import('../../player/session/session.js').Session} session */
export const ownBeside = ({ source, state: { others } }) =>
  /** @type {MareyClip | undefined} */ (
    others.find(({ element }) => /** @type {MareyClip} */ (element).source === source?.onto?.own)?.element
  );

export class Ghost {
  /** @type {MareyClip | null} */
  #clip = null;
  /** Whose own body is to be shown. @type {import('../../types.d.ts').Onto | null} */
  #wanted = null;

  /** @param {MareyPlayer} player @param {import('../../player/session/session.js').Session} session */
  constructor(player, session) {
    this.player = player;
    this.session = session;
  }

  /** Shows it, or takes it away. @param {boolean} on @param {import('../../types.d.ts').Onto} [onto] that of the clip on its way; by default of the one that is shown */
  async show(on, onto = this.session.source?.onto) {
    const { player, session } = this;
    const wanted = (this.#wanted = on && onto ? onto : null);
    if (onto) onto.ghost = on;
    if (this.#clip && (this.#clip.source !== wanted?.own || !this.#clip.isConnected)) {
      this.#clip.remove();
      this.#clip = null;
    }
    if (!wanted || this.#clip) return;
    const room = await actors(player);
    if (!room || this.#wanted !== wanted || this.#clip) return;
    this.#clip = /** @type {MareyClip} */ (room.show(player, session).add(wanted.own, { label: R.onto.own, ghost: '' }));
  }
}
