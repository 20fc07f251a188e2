/** That the visitor's clips are kept from one visit to the next: they come back once, and changes follow. */
import { Keep } from './keep.js';
import { K } from './keep-words.js';
import { kept, setKept } from './kept.js';

/** @typedef {import('./keep-store.js').Kept} Kept */

/** Several changes at once are one. */
const KEEP_MS = 300;

export class Keeping {
  /** What is said of the clips that are kept. */
  text = '';
  #keep = new Keep((text, refused) => {
    if (refused) setKept(null);
    this.text = text;
    this.#told(kept() !== null, text);
  });
  #files;
  #told;
  #say;
  /** What an earlier visit kept has come back. Before that nothing is written, or it would be taken for unwanted. */
  #restored = false;
  #restoring = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {() => Kept[]} files what is to be kept
   * @param {(on: boolean, text: string) => void} told whether they are kept, and what is said of those that are
   * @param {(text: string) => void} say what must not be missed where the list is not in sight
   */
  constructor(files, told, say) {
    this.#files = files;
    this.#told = told;
    this.#say = say;
  }

  /** Gives what an earlier visit kept, once, and tells whether it did. @param {(all: Kept[]) => void} give */
  async restore(give) {
    if (this.#restoring || this.#restored) return false;
    this.#restoring = true;
    give(await this.#keep.restore());
    this.#restored = true;
    if (this.#keep.lost) this.#say(this.#keep.lost);
    this.changed();
    return true;
  }

  /** Somebody wants the clips kept, or not any more. @param {boolean} on @param {string} current the path of the one that plays */
  async turn(on, current) {
    this.#restored = true;
    if (!setKept(on ? current : null)) this.#keep.refuse();
    else if (on) {
      // Otherwise the browser may delete it when the disk is full.
      navigator.storage?.persist?.().catch(() => {});
      this.changed();
    } else {
      clearTimeout(this.#timer);
      const gone = await this.#keep.forget();
      // What is shown as off is not there any more.
      if (!gone) setKept(current);
      this.#keep.tell(gone ? '' : K.undeleted, false);
    }
  }

  /** The list has changed: so does what is kept. */
  changed() {
    clearTimeout(this.#timer);
    if (!this.#restored || kept() === null) return;
    this.#timer = setTimeout(async () => {
      const files = new Map(this.#files().map(({ kind, source }) => [source.blob, { kind, source }]));
      if (kept() === null) return;
      await this.#keep.sync([...files.values()]);
      // Another tab has switched it off meanwhile.
      if (kept() === null) await this.#keep.forget();
    }, KEEP_MS);
  }
}
