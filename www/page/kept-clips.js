/** Keeps clips in this browser if the visitor wants it, and restores those of an earlier visit. The storage is fetched on first use. */
import { part } from '../player/base/parts.js';
import { isOwn } from './entry.js';
import { isSkeleton, kindOf } from './file-kinds.js';
import { deleteLeftovers, pathOf, storedPath } from './stored-path.js';

/** @typedef {import('./persistence.js').Persistence} Persistence */

const persistence = part(() => import('./persistence.js'));

export class KeptClips {
  /** @type {Persistence | null} */
  #persistence = null;
  #session;
  #entries;
  #selection;
  #view;

  /**
   * @param {import('../player/session/session.js').Session} session
   * @param {import('./entries.js').Entries} entries @param {import('./selection.js').Selection} selection
   * @param {import('./clips.js').Clips} view
   */
  constructor(session, entries, selection, view) {
    this.#session = session;
    this.#entries = entries;
    this.#selection = selection;
    this.#view = view;
  }

  /** The message about kept clips. */
  get text() {
    return this.#persistence?.text ?? '';
  }

  /** The files to keep have changed. */
  changed() {
    this.#persistence?.changed();
  }

  /** Restores clips of an earlier visit, once, unless a link opened a clip. It replaces nothing. */
  async restore() {
    if (storedPath() === null) {
      deleteLeftovers();
      return;
    }
    const restored = await (
      await this.#fetch()
    )?.restore((all, labels) => {
      this.#view.addKept(all.map(({ source }) => source));
      for (const { source, kind } of all) if (kind !== 'labels' && kind !== kindOf(source.name)) this.#entries.setKind(source, kind);
      if (labels.length) this.#view.addLabels(labels.map(({ source }) => source));
    });
    const { requested, failure } = this.#session;
    // If the module did not load, there is nothing to restore.
    if (restored === false || requested || failure) return;
    const { own, samples } = this.#entries;
    const last = storedPath();
    const next = own.find(({ source }) => pathOf(source) === last) ?? own.find(({ kind }) => !isSkeleton(kind)) ?? own[0];
    if (!next) this.#view.show('welcome');
    this.#selection.choose(next ?? samples[0]);
  }

  /** Creates the storage on first use. */
  async #fetch() {
    const module = await persistence(this.#session.element);
    if (module)
      this.#persistence ??= new module.Persistence(
        this.#entries,
        (on, text) => this.#view.showStorage(on, text),
        (text) => this.#session.say(text),
      );
    return this.#persistence;
  }

  /** Switches keeping on or off. @param {boolean} on */
  async enable(on) {
    const store = await this.#fetch();
    const { source } = this.#selection.playing ?? {};
    if (store) await store.enable(on, source && isOwn(source) ? pathOf(source) : '');
    else this.#view.showStorage(!on, '');
  }
}
