/** Opens folders, archives and large numbers of files: searches them, takes the first clips, and the others on request. */
import css from './finds.css';
import { icon } from '../controls/icons.js';
import { h, setText } from '../player/base/dom.js';
import { faultOf } from '../player/words/errors.js';
import { F, Z } from './finds-words.js';
import { byName, walk, wanted } from './folder.js';
import { MAY_LABEL, NAMED, kindOf, roleOf } from './file-kinds.js';
import { SearchProgress } from './search-progress.js';
import { style } from './style.js';
import { N } from './first-words.js';
import { contentOf } from './zip.js';

/** @typedef {import('../types.d.ts').Source} Source */
/**
 * @typedef {object} Found a file that has not been opened
 * @property {string} name
 * @property {string} folder '' if it is in none
 * @property {string} [archive] name of the archive that contains it
 * @property {() => Promise<File | null>} open resolves to null if it is no motion file
 */

/** Clips that are taken without asking. */
const MAX_CLIPS = 500;
/** Files that may have labels, at most. */
const MAX_LABELS = 20_000;
/** Files opened at the same time. */
const PARALLEL = 32;
const ZIP = /\.zip$/i;

export class Finds {
  /** @type {Found[]} */
  #rest = [];
  /** Clips taken so far from the same search as the rest. */
  #taken = 0;
  /** The queue: searches run one after the other. @type {Promise<void>} */
  #queueEnd = Promise.resolve();

  /**
   * @param {import('../player/session/session.js').Session} session @param {HTMLElement} box for messages
   * @param {(sources: Source[], fresh: boolean) => void} take fresh: the visitor has just opened them
   */
  constructor(session, box, take) {
    this.session = session;
    this.box = box;
    this.take = take;
    style(css);
    this.text = h('span', { role: 'status' });
    const leave = h(
      'button',
      { type: 'button', class: 'tool', 'aria-label': F.leave, title: F.leave, onclick: () => this.forget() },
      icon('close'),
    );
    /** The list's note about the rest. */
    this.note = h(
      'p',
      { class: 'rest', hidden: true },
      this.text,
      h('button', { type: 'button', class: 'push', onclick: () => this.#queue(() => this.#takeRest()) }, F.takeRest),
      leave,
    );
  }

  /** Drops the rest. */
  forget() {
    this.#rest = [];
    this.#showNote();
  }

  /** @param {File[]} files @param {FileSystemDirectoryEntry[]} folders */
  gather(files, folders) {
    return this.#queue(() => this.#gather(files, folders));
  }

  /** @param {() => Promise<void>} work */
  #queue(work) {
    this.#queueEnd = this.#queueEnd.then(work);
    return this.#queueEnd;
  }

  /** @param {File[]} files @param {FileSystemDirectoryEntry[]} folders */
  async #gather(files, folders) {
    const progress = new SearchProgress(this.box);
    /** @type {Found[]} */
    const found = [];
    const add = (/** @type {Found[]} */ some, /** @type {string} */ name) => {
      for (const each of some) found.push(each);
      progress.tell(F.looking(name), found.length);
    };
    let failed = false;
    /** What was not looked through. @type {Set<string>} */
    const remarks = new Set();
    try {
      // Files that were not found in a folder or archive are always tried, whatever their names.
      add(
        files
          .filter(({ name, webkitRelativePath }) => !ZIP.test(name) && !webkitRelativePath)
          .map((file) => ({ name: file.name, folder: '', open: async () => file })),
        '',
      );
      for (const [name, some] of folderFiles(files)) add(some, name);
      for (const folder of folders) {
        add([], folder.name);
        for await (const some of walk(folder, progress.signal, (text) => remarks.add(text))) add(some, folder.name);
      }
      for (const archive of files.filter(({ name }) => ZIP.test(name))) {
        add([], archive.name);
        try {
          add(await contentOf(archive), archive.name);
        } catch (error) {
          failed = true;
          this.session.fail(faultOf(error), archive.name);
        }
        progress.signal.throwIfAborted();
      }
      const { now, later } = split(found);
      const { sources, lost } = await this.#open(now, progress);
      progress.signal.throwIfAborted();
      if (!this.#rest.length) this.#taken = 0;
      this.#taken += sources.filter(isClip).length;
      this.#rest = [...this.#rest, ...later];
      this.#showNote();
      if (!sources.length && !lost && !failed && !remarks.size) this.session.say(N.nothing);
      this.take(sources, true);
      if (later.some(isClip)) remarks.add(this.text.textContent ?? '');
      if (remarks.size) this.session.say([...remarks].join(' '));
    } catch (error) {
      if (!progress.signal.aborted) throw error;
    } finally {
      progress.close();
    }
  }

  /** Takes the rest; if cancelled, what was opened until then. */
  async #takeRest() {
    const progress = new SearchProgress(this.box);
    const { sources, opened } = await this.#open(this.#rest, progress);
    progress.close();
    this.#rest = this.#rest.slice(opened);
    this.#taken += sources.filter(isClip).length;
    this.#showNote();
    this.take(sources, false);
  }

  /** Opens files and reports those that fail. @param {Found[]} found @param {SearchProgress} progress */
  async #open(found, progress) {
    /** @type {Source[]} */
    const sources = [];
    /** @type {{ each: Found, error: unknown }[]} */
    const failures = [];
    let opened = 0;
    for (; opened < found.length && !progress.signal.aborted; opened = Math.min(opened + PARALLEL, found.length)) {
      progress.tell(F.taking, opened, found.length);
      const some = found.slice(opened, opened + PARALLEL);
      const blobs = await Promise.all(
        some.map((each) =>
          each.open().catch((error) => {
            failures.push({ each, error });
            return null;
          }),
        ),
      );
      for (const [index, blob] of blobs.entries()) {
        const { name, folder } = some[index];
        if (blob) sources.push({ name, blob, ...(folder && { folder }) });
      }
    }
    const [first] = failures;
    if (first && !sources.length) this.session.fail(faultOf(first.error), first.each.archive ?? first.each.name);
    else if (first) this.session.say(Z.some(sources.length, sources.length + failures.length));
    return { sources, opened, lost: failures.length };
  }

  #showNote() {
    const left = this.#rest.filter(isClip).length;
    this.note.hidden = !left;
    setText(this.text, F.taken(this.#taken, this.#taken + left));
  }
}

/** Whether the file may have labels of clips, and is nothing else. @param {{ name: string }} file */
const mayLabel = ({ name }) => MAY_LABEL.test(name) && !NAMED.test(name);

/** Whether the file is counted as a clip. @param {{ name: string }} file */
const isClip = ({ name }) => !mayLabel({ name }) && ['motion', 'catalogue'].includes(roleOf(kindOf(name)));

/** Motion files by folder, if a folder was chosen in the file dialog. @param {File[]} files @returns {Map<string, Found[]>} */
function folderFiles(files) {
  /** @type {Map<string, Found[]>} */
  const folders = new Map();
  for (const file of files) {
    if (!file.webkitRelativePath || !(NAMED.test(file.name) || MAY_LABEL.test(file.name))) continue;
    const folder = file.webkitRelativePath.slice(0, -file.name.length - 1);
    const open = async () => (MAY_LABEL.test(file.name) || (await wanted(file)) ? file : null);
    const inside = folders.get(folder) ?? [];
    folders.set(folder, inside);
    inside.push({ name: file.name, folder, open });
  }
  const sorted = byName([...folders].map(([name, inside]) => ({ name, inside: byName(inside) })));
  return new Map(sorted.map(({ name, inside }) => [name, inside]));
}

/** @param {string} name */
const stemOf = (name) => name.replace(/\.[^.]*$/, '').toLowerCase();

/** The first motions, and companions in their folders, parent folders, or folders without motions. @param {Found[]} all */
function split(all) {
  const motions = all.filter(isClip);
  const now = new Set(motions.slice(0, MAX_CLIPS));
  const beside = new Set([...now].flatMap(({ folder }) => folder.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))));
  const others = new Set(motions.map(({ folder }) => folder));
  let left = MAX_CLIPS;
  for (const each of all) {
    if (isClip(each) || mayLabel(each) || left <= 0 || !(beside.has(each.folder) || !others.has(each.folder))) continue;
    left -= 1;
    now.add(each);
  }
  // Texts belong to the clip of their name; tables may be about any.
  const names = new Set(motions.slice(0, MAX_CLIPS).map(({ name }) => stemOf(name)));
  const labels = all.filter((each) => mayLabel(each) && (!/\.txt$/i.test(each.name) || names.has(stemOf(each.name))));
  for (const each of labels.slice(0, MAX_LABELS)) now.add(each);
  return { now: all.filter((each) => now.has(each)), later: all.filter((each) => !now.has(each)) };
}
