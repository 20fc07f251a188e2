/** When a player's feet come down, for the parts of the player whose figures stand there. */
import { part } from '../player/base/parts.js';
import { optionsOf } from '../player/session/packets-of.js';

/** @typedef {import('../player/session/session.js').Session} Session */

const finding = part(() => import('./contacts.js'));

export class Feet {
  #session;
  #found;
  /** @type {Session['shown']} */
  #shown = null;
  #key = '';
  /** @type {number[] | null} */
  #times = null;
  /** Settles when the search that is under way has ended. @type {Promise<void>} */
  ready = Promise.resolve();

  /** @param {Session} session @param {() => void} found called when the contacts are known */
  constructor(session, found) {
    this.#session = session;
    this.#found = found;
  }

  /** The seconds of all contacts, in order; null until they are known. @param {boolean} wanted search for them if they are not known */
  times(wanted) {
    const {
      complete,
      element,
      settings: { values },
      shown,
    } = this.#session;
    const key = JSON.stringify(optionsOf(values));
    if (shown !== this.#shown || key !== this.#key) this.#times = null;
    else if (this.#times || this.#shown) return this.#times;
    this.#shown = null;
    if (!wanted || !complete || !shown) return null;
    [this.#shown, this.#key] = [shown, key];
    this.ready = finding(element)
      .then((script) =>
        script?.contactsOf(shown, optionsOf(values)).catch((error) => {
          console.warn('Marey:', error);
          return [];
        }),
      )
      .then((times) => {
        if (!times || shown !== this.#shown || key !== this.#key) return;
        this.#times = times;
        this.#found();
      });
    return null;
  }
}
