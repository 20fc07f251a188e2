/** Keeps the visitor's clips from visit to visit: restores them once, then stores changes. */
import { FileStore } from './file-store.js';
import { K } from './keep-words.js';
import { deletePosters, setStoredPath, storedPath } from './stored-path.js';

/** @typedef {import('./file-database.js').StoredFile} StoredFile */

/** Delay that joins several changes into one. */
const DELAY_MS = 300;

export class Persistence {
  /** The message about kept clips. */
  text = '';
  #store = new FileStore((text, refused) => {
    if (refused) setStoredPath(null);
    this.text = text;
    this.#stateChanged(storedPath() !== null, text);
  });
  #entries;
  #stateChanged;
  #say;
  /** Earlier clips have been restored. Until then nothing is written, since that would delete them. */
  #restored = false;
  #restoring = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import('./entries.js').Entries} entries
   * @param {(on: boolean, text: string) => void} stateChanged receives the state and its message
   * @param {(text: string) => void} say shows messages that matter even if the list is hidden
   */
  constructor(entries, stateChanged, say) {
    this.#entries = entries;
    this.#stateChanged = stateChanged;
    this.#say = say;
  }

  /** Passes the clips of an earlier visit to `deliver`, once, with the files of their labels. Returns whether it did. @param {(all: StoredFile[], labels: StoredFile[]) => void} deliver */
  async restore(deliver) {
    if (this.#restoring || this.#restored) return false;
    this.#restoring = true;
    const all = await this.#store.restore();
    const labels = all.filter(({ kind }) => kind === 'labels');
    // Until they are read again, they would be deleted.
    this.#entries.labels = labels.map(({ source }) => source);
    deliver(
      all.filter(({ kind }) => kind !== 'labels'),
      labels,
    );
    this.#restored = true;
    if (this.#store.lost) this.#say(this.#store.lost);
    this.changed();
    return true;
  }

  /** Switches keeping on or off. @param {boolean} on @param {string} current path of the clip that plays */
  async enable(on, current) {
    this.#restored = true;
    if (!setStoredPath(on ? current : null)) this.#store.giveUp();
    else if (on) {
      // Ask for persistence; otherwise the browser may delete the files when the disk is full.
      navigator.storage?.persist?.().catch(() => {});
      this.changed();
    } else {
      clearTimeout(this.#timer);
      deletePosters();
      const gone = await this.#store.deleteAll();
      // Show it as off only if the files are gone.
      if (!gone) setStoredPath(current);
      this.#store.tell(gone ? '' : K.undeleted, false);
    }
  }

  changed() {
    clearTimeout(this.#timer);
    if (!this.#restored || storedPath() === null) return;
    this.#timer = setTimeout(async () => {
      const files = new Map(filesIn(this.#entries).map(({ kind, source }) => [source.blob, { kind, source }]));
      if (storedPath() === null) return;
      await this.#store.sync([...files.values()]);
      // Another tab switched it off meanwhile.
      if (storedPath() === null) await this.#store.deleteAll();
    }, DELAY_MS);
  }
}

/** The files to keep. @param {import('./entries.js').Entries} entries */
function filesIn({ own, known, labels }) {
  const clips = own.filter(({ source }) => source.blob);
  // Skins, keys, pictures and labels have no entry: they are kept until the last clip is removed.
  const parts = clips.length ? known.filter(({ file }) => file.blob) : [];
  const said = clips.length ? labels.map((source) => ({ kind: 'labels', source })) : [];
  return /** @type {StoredFile[]} */ ([...clips, ...parts.map(({ kind, file }) => ({ kind, source: file })), ...said]);
}
