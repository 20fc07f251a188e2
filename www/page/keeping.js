/** Keeps the visitor's clips from visit to visit: restores them once, then stores changes. */
import { Keep } from './keep.js';
import { K } from './keep-words.js';
import { kept, setKept } from './kept.js';

/** @typedef {import('./keep-store.js').Kept} Kept */

/** Delay that joins several changes into one. */
const DELAY_MS = 300;

export class Keeping {
  /** The message about kept clips. */
  text = '';
  #keep = new Keep((text, refused) => {
    if (refused) setKept(null);
    this.text = text;
    this.#stateChanged(kept() !== null, text);
  });
  #files;
  #stateChanged;
  #say;
  /** Earlier clips have been restored. Until then nothing is written, since that would delete them. */
  #restored = false;
  #restoring = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {() => Kept[]} files the files to keep
   * @param {(on: boolean, text: string) => void} told receives the state and its message
   * @param {(text: string) => void} say shows messages that matter even if the list is hidden
   */
  constructor(files, told, say) {
    this.#files = files;
    this.#stateChanged = told;
    this.#say = say;
  }

  /** Passes the clips of an earlier visit to `give`, once. Returns whether it did. @param {(all: Kept[]) => void} give */
  async restore(give) {
    if (this.#restoring || this.#restored) return false;
    this.#restoring = true;
    give(await this.#keep.restore());
    this.#restored = true;
    if (this.#keep.lost) this.#say(this.#keep.lost);
    this.changed();
    return true;
  }

  /** Switches keeping on or off. @param {boolean} on @param {string} current path of the clip that plays */
  async turn(on, current) {
    this.#restored = true;
    if (!setKept(on ? current : null)) this.#keep.refuse();
    else if (on) {
      // Ask for persistence; otherwise the browser may delete the files when the disk is full.
      navigator.storage?.persist?.().catch(() => {});
      this.changed();
    } else {
      clearTimeout(this.#timer);
      const gone = await this.#keep.forget();
      // Show it as off only if the files are gone.
      if (!gone) setKept(current);
      this.#keep.tell(gone ? '' : K.undeleted, false);
    }
  }

  /** Stores the changed list. */
  changed() {
    clearTimeout(this.#timer);
    if (!this.#restored || kept() === null) return;
    this.#timer = setTimeout(async () => {
      const files = new Map(this.#files().map(({ kind, source }) => [source.blob, { kind, source }]));
      if (kept() === null) return;
      await this.#keep.sync([...files.values()]);
      // Another tab switched it off meanwhile.
      if (kept() === null) await this.#keep.forget();
    }, DELAY_MS);
  }
}
