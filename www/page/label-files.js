/** Files of labels that a visitor opens: recognised, read by a module in a worker, and given to the clips that they name. */
import css from './label-files.css';
import { icon } from '../controls/icons.js';
import { pageParts } from '../controls/page-parts.js';
import { batched } from '../player/base/batched.js';
import { h, setText } from '../player/base/dom.js';
import { decimal } from '../player/words/format.js';
import { Remote } from '../player/loading/remote.js';
import { MAY_LABEL } from './file-kinds.js';
import { N } from './first-words.js';
import { L } from './label-words.js';
import { style } from './style.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../types.d.ts').ClipLabel} ClipLabel */
/** @typedef {import('../types.d.ts').LabelFile} LabelFile */
/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {{ path: string, name: string, file: LabelFile | null, refusal: string }} Read */

/** Bytes that tell what a file is, and of a file at most. */
const [HEAD, MOST_BYTES] = [4096, 64 * 2 ** 20];
/** Files opened at the same time. */
const PARALLEL = 16;
/** Remarks that are listed, and kept. */
const [MOST_LISTED, MOST_TOLD] = [200, 1000];
/** Texts that begin so are motions. */
const MOTIONS = /"X3D"|<X3D|#X3D V|#VRML V2|^\s*HIERARCHY/;
/** Tables are nothing but labels. */
const TABLE = /\.(csv|tsv)$/i;

/** What the module says of a file; motions are not for it. */
const [SURE, OF_NAMESAKE, OTHER, MOTION] = [2, 1, 0, -1];

/** @param {Source} source */
const pathOf = ({ folder, name }) => (folder ? `${folder}/${name}` : name).replace(/\s*[\r\n]\s*/g, ' ');
/** @param {string} path */
const stemOf = (path) => path.replace(/\.[^./]*$/, '').toLowerCase();

/** @type {LabelFiles | null} */
let made = null;
/** The page's only one. @param {ConstructorParameters<typeof LabelFiles>} how */
export const labelFiles = (...how) => (made ??= new LabelFiles(...how));

export class LabelFiles {
  #session;
  #entries;
  #changed;
  /** @type {Remote | null} */
  #remote = null;
  /** By their paths. @type {Map<string, Read>} */
  #files = new Map();
  /** The files whose labels can be read, by their paths. @type {Map<string, Source>} */
  #sources = new Map();
  /** @type {Map<Entry, ClipLabel[]>} */
  #of = new Map();
  /** What is to be said of labels without their clips. @type {string[]} */
  #told = [];
  /** How many labels of each file belong to clips, by its number. @type {Map<number, number>} */
  #counts = new Map();
  /** How many more there were. */
  #untold = 0;
  /** The clips that labels were last given to. */
  #given = '';
  /** Counts how often all labels were taken away. */
  #forgotten = 0;
  /** Files that are still to be read. @type {Source[]} */
  #waiting = [];
  /** One thing is done after the other. @type {Promise<void>} */
  #last = Promise.resolve();

  /**
   * @param {import('../player/session/session.js').Session} session @param {import('./entries.js').Entries} entries
   * @param {() => void} changed clips have other labels
   */
  constructor(session, entries, changed) {
    this.#session = session;
    this.#entries = entries;
    this.#changed = changed;
    style(css);
    this.words = h('summary', {});
    this.list = h('ul', {});
    this.details = h('details', {}, this.words, this.list);
    const leave = h(
      'button',
      { type: 'button', class: 'tool', 'aria-label': L.leave, title: L.leave, onclick: () => this.#leave() },
      icon('close'),
    );
    /** The list's note about the files. */
    this.note = h('section', { class: 'labelled', 'aria-label': L.note, hidden: true }, this.details, leave);
    session.state.labels = (source) => {
      const entry = entries.of(source);
      return entry && this.#of.get(entry);
    };
    session.on('clip', () => this.#later());
  }

  /** What somebody wrote about a clip. @param {Entry} entry */
  of(entry) {
    return this.#of.get(entry);
  }

  /**
   * Takes files of labels out of what was opened; `read` reads them. Resolves with all others.
   * @param {Source[]} sources @param {boolean} [searched] they were found in a folder or an archive, where other files of these kinds are nobody's concern @returns {Promise<Source[]>}
   */
  async take(sources, searched = false) {
    const others = sources.filter(({ name, blob }) => !blob || !MAY_LABEL.test(name));
    const stems = new Set([...others, ...this.#entries.all.map(({ source }) => source)].map((source) => stemOf(pathOf(source))));
    const rest = new Set(others);
    let found = false;
    await inParallel(
      sources.filter((source) => !rest.has(source)),
      async (source) => {
        const likeness = await this.#likeness(source).catch(() => OTHER);
        const isTable = TABLE.test(source.name);
        const isNamesake = likeness === OF_NAMESAKE && stems.has(stemOf(pathOf(source)));
        // A table that was opened by itself is refused with the reason.
        if (likeness === SURE || isNamesake || (isTable && !searched)) {
          this.#waiting.push(source);
          found = true;
        } else if (likeness === MOTION || !searched) rest.add(source);
      },
    );
    if (searched && sources.length && !rest.size && !found) this.#session.say(N.nothing);
    return sources.filter((source) => rest.has(source));
  }

  /** Reads the files that were taken, gives their labels to the clips, and says what was read. @param {Source[]} [waiting] @param {boolean} [silent] they are no news */
  read(waiting = this.#waiting, silent = false) {
    this.#waiting = [];
    if (!waiting.length) return;
    this.#last = this.#last.then(async () => {
      await inParallel(waiting, (source) => this.#read(source));
      this.#given = '';
      await this.#give();
      if (!silent) this.#tell(waiting.map(pathOf));
    });
  }

  /** @param {Source} source @returns {Promise<number>} */
  async #likeness(source) {
    const head = await /** @type {Blob} */ (source.blob).slice(0, HEAD).arrayBuffer();
    if (MOTIONS.test(new TextDecoder().decode(head))) return MOTION;
    return this.#call('labelLikeness', [pathOf(source), new Uint8Array(head)]);
  }

  /** @param {Source} source */
  async #read(source) {
    const path = pathOf(source);
    const blob = /** @type {Blob} */ (source.blob);
    const forgotten = this.#forgotten;
    /** @type {Read} */
    const read = { path, name: source.name, file: null, refusal: '' };
    if (blob.size > MOST_BYTES) read.refusal = L.large;
    else {
      try {
        const bytes = new Uint8Array(await blob.arrayBuffer());
        /** @type {LabelFile} */
        const file = await this.#call('addLabels', [path, bytes]);
        if (file.refusal) read.refusal = file.refusal;
        else read.file = file;
      } catch {
        this.#session.say(L.refused(read.name, L.unreadable));
        return;
      }
    }
    if (forgotten !== this.#forgotten) return;
    const before = this.#files.get(path)?.file;
    // What was read before stays where the new file says nothing.
    if (before && !read.file) this.#session.say(L.refused(read.name, read.refusal));
    else this.#files.set(path, read);
    if (read.file) {
      this.#sources.set(path, source);
      this.#entries.setLabels([...this.#sources.values()]);
    }
    if (before && read.file) await this.#call('removeLabels', [before.number]);
  }

  /** @param {string} name @param {unknown[]} args */
  async #call(name, args) {
    const remote = (this.#remote ??= new Remote('marey_labels'));
    try {
      return await remote.call(name, args);
    } catch (error) {
      // What it kept is lost with it.
      if (remote === this.#remote) this.forget();
      throw error;
    }
  }

  /** Call when there are other clips, with their list once it is there. @param {import('./library.js').Library | null} list */
  update(list) {
    if (list && !this.note.isConnected) list.addNote(this.note);
    this.#later();
  }

  #later = batched(() => {
    this.#last = this.#last.then(() => this.#give());
  });

  /** Gives the labels to the clips that are there now. */
  async #give() {
    // Samples have names that files of visitors have, too.
    const { all: everything, own } = this.#entries;
    const all = own.length ? own : everything;
    const paths = all.map(({ source }) => pathOf(source)).join('\n');
    const key = `${paths}\n${all.map(({ info }) => info?.duration ?? '').join()}`;
    if (key === this.#given || !this.#files.size) return;
    this.#given = key;
    /** @type {import('../types.d.ts').AssignedLabels | null} */
    const found = await this.#call('assignLabels', [paths]).catch(() => null);
    if (!found || !this.#files.size) return;
    const { source } = this.#session;
    const before = source && this.#session.state.labels?.(source);
    const names = new Map([...this.#files.values()].map(({ file, name }) => [file?.number, name]));
    /** @type {Map<Entry, ClipLabel[]>} */
    const of = new Map();
    const told = found.files.flatMap(({ file, remarks }) => remarks.map((remark) => this.#remark(names.get(file) ?? '', remark)));
    if (found.left) told.push(L.many(found.left));
    /** @type {Map<number, number>} */
    const counts = new Map();
    let untold = 0;
    for (const label of found.labels) {
      counts.set(label.file, (counts.get(label.file) ?? 0) + 1);
      const entry = all[label.clip];
      const known = of.get(entry);
      if (known) known.push(label);
      else of.set(entry, [label]);
      const duration = entry.info?.duration;
      if (duration === undefined || Math.max(label.from ?? 0, label.to ?? 0) <= duration + 0.1) continue;
      if (told.length >= MOST_TOLD) untold += 1;
      else {
        const about = (label.from ?? 0) > duration ? L.after : L.beyond;
        told.push(this.#remark(names.get(label.file) ?? '', about(entry.name, label.line, decimal(duration, 2))));
      }
    }
    this.#of = of;
    this.#told = told;
    this.#counts = counts;
    this.#untold = untold;
    this.#draw();
    this.#changed();
    const now = source && this.#session.state.labels?.(source);
    if (JSON.stringify(before) !== JSON.stringify(now)) this.#session.signal('page', 'labels');
  }

  /** A remark, with the name of its file if there are several. @param {string} name @param {string} remark */
  #remark(name, remark) {
    const text = remark.replace(/`([^`]*)`/g, '\u201c$1\u201d');
    return this.#files.size > 1 ? L.remark(name, text) : text;
  }

  /** What is to be said of files, whatever their clips. @param {Read[]} files */
  #remarksOf(files) {
    return files.flatMap(({ file, name, refusal }) => [
      ...(refusal ? [L.refused(name, refusal)] : []),
      ...(file?.remarks ?? []).map((remark) => this.#remark(name, remark)),
      ...(file?.further ? [L.further(name, file.further)] : []),
    ]);
  }

  /** How many clips have labels. */
  get #clips() {
    return this.#of.size;
  }

  /** How many labels of files belong to clips, or if none does, how many there are. @param {Read[]} files */
  #countOf(files) {
    const sum = (/** @type {(file: LabelFile) => number} */ of) => files.reduce((all, { file }) => all + (file ? of(file) : 0), 0);
    return sum(({ number }) => this.#counts.get(number) ?? 0) || sum(({ count }) => count);
  }

  #draw() {
    const all = [...this.#files.values()];
    this.note.hidden = !all.length;
    const count = this.#countOf(all);
    const told = [...this.#remarksOf(all), ...this.#told];
    const remarks = told.length + this.#untold;
    const name = all.length === 1 ? all[0].name : L.files(all.length);
    setText(this.words, [L.read(name, count, this.#clips), remarks ? L.remarks(remarks) : ''].filter(Boolean).join(' \u00b7 '));
    const listed = told.slice(0, MOST_LISTED);
    if (remarks > listed.length) listed.push(L.others(remarks - listed.length));
    this.list.replaceChildren(...listed.map((text) => h('li', {}, h('bdi', {}, text))));
    this.details.toggleAttribute('data-plain', !told.length);
  }

  /** Says what was read just now, and the first of what was wrong with it. @param {string[]} paths */
  #tell(paths) {
    const read = paths.flatMap((path) => this.#files.get(path) ?? []);
    if (!read.length) return;
    const refused = read.filter(({ refusal }) => refusal);
    const count = this.#countOf(read);
    const name = read.length === 1 ? read[0].name : L.files(read.length);
    const [first, ...others] = [...this.#remarksOf(read), ...(refused.length < read.length ? this.#told : [])];
    const said = refused.length === read.length ? [] : [L.read(name, count, this.#clips)];
    if (first) said.push(others.length ? `${first} (${L.remarks(others.length + 1 + this.#untold)})` : first);
    this.#session.say(said.join('. '));
  }

  /** Takes all labels away, until somebody brings them back. */
  #leave() {
    const sources = [...this.#sources.values()];
    this.forget();
    const { history } = pageParts(this.#session);
    if (!sources.length || !history) return;
    history.note(
      { of: this, name: 'labels', undo: () => this.read(sources), redo: () => this.forget() },
      L.left(sources.length, sources[0].name),
    );
    history.tell(L.left(sources.length, sources[0].name));
  }

  /** Takes all labels away. */
  forget() {
    this.#forgotten += 1;
    this.#files.clear();
    this.#sources.clear();
    this.#entries.setLabels([]);
    this.#of = new Map();
    this.#told = [];
    this.#counts = new Map();
    this.#untold = 0;
    this.#given = '';
    this.#remote?.end(new DOMException('', 'AbortError'));
    this.#remote = null;
    this.#draw();
    this.#changed();
    this.#session.signal('page', 'labels');
  }
}

/** Does something with each, a few at a time. @template T @param {T[]} all @param {(one: T) => Promise<void>} act */
async function inParallel(all, act) {
  for (let at = 0; at < all.length; at += PARALLEL) await Promise.all(all.slice(at, at + PARALLEL).map(act));
}
