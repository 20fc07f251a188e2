/** Chooses clips to play, and reacts to what comes of them. Holds the current entry for the list and the welcome, of which it knows nothing. */
import { fault as refusal } from '../player/words/errors.js';
import { part } from '../player/base/parts.js';
import { actors } from '../player/element/rooms.js';
import { pageParts } from '../controls/page-parts.js';
import { isOwn } from './entry.js';
import { isSkeleton, kindOf, roleOf } from './file-kinds.js';
import { hasSkeletonFor, mayUse, offerFigure, tryOtherFigures, usesCompanions, withCompanions } from './pairing.js';
import { Probe } from './probe.js';
import { pathOf, setStoredPath, storedPath } from './stored-path.js';
import { W } from './words.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./entries.js').Added} Added */
/** @typedef {import('./entry.js').Entry} Entry */
/**
 * What shows the entries.
 * @typedef {object} Listeners
 * @property {() => void} changed something about an entry, or which is the current one
 * @property {(entry: Entry) => void} failed it could not be read
 * @property {() => void} linked the clip of a link plays
 * @property {() => void} gone the clip that was to play did not come, and there is none before it
 * @property {() => { entries: Entry[], samples: boolean } | null} inView the entries in view, which are read first, and whether samples are; null while nothing is to be read
 */

const address = part(() => import('./address.js'));

/** Of the clips that are compared, as their chips have them. */
const LETTERS = 'ABCD';

export class Selection {
  /** The entry that loads or plays. @type {Entry | null} */
  current = null;
  /** Plays while the current entry cannot be played. @type {Entry | null} */
  playing = null;
  #session;
  #entries;
  #on;
  /** The entry that was chosen last. @type {Entry | null} */
  #chosen = null;
  /** The entries that clips beside the one that plays came from, by their sources. @type {WeakMap<Source, Entry>} */
  #compared = new WeakMap();
  /** Loop ranges of clips that were left, each with the motion that it is of. @type {WeakMap<Entry, import('../player/session/load.js').Intent>} */
  #left = new WeakMap();
  /** A skeleton to show alone if the current clip does not use it. @type {Entry | null} */
  #fallbackSkeleton = null;
  /** Reads waiting entries in the background. */
  #probe = new Probe({
    next: (passed) => this.#nextToRead(passed),
    source: (entry) => withCompanions(entry, this.#entries, false),
    version: () => this.#entries.version,
    read: (entry) => this.entryRead(entry),
    done: () => this.#on.changed(),
  });

  /**
   * @param {import('../player/session/session.js').Session} session
   * @param {import('./entries.js').Entries} entries @param {Listeners} on
   */
  constructor(session, entries, on) {
    this.#session = session;
    this.#entries = entries;
    this.#on = on;
    session.element.addEventListener('cliploaded', (event) => this.#loaded(/** @type {CustomEvent} */ (event).detail));
    session.element.addEventListener('error', () => this.#failed());
    session.element.addEventListener('abort', () => this.#cancelled());
    session.on('actors', (what) => {
      if (what === 'clips') on.changed();
    });
  }

  /** Takes over the clip that loads or plays already. */
  takeOver() {
    const { requested, complete, info } = this.#session;
    this.current = this.#chosen = this.#entries.of(requested) ?? null;
    this.#on.changed();
    if (complete && info) this.#loaded(info);
    else if (this.#session.cancelled) this.#cancelled();
    else this.#failed();
  }

  /** The visitor chose an entry. If it already plays, only dismisses the card about another file. @param {Entry} entry */
  pick(entry) {
    const { failure, progress, source } = this.#session;
    if (entry !== this.playing || entry.source !== source || progress) this.choose(entry);
    else if (failure) this.#session.dismiss();
  }

  /** @param {Entry} entry */
  choose(entry) {
    this.#leave();
    this.current = this.#chosen = entry;
    this.#fallbackSkeleton = null;
    entry.cancelled = false;
    entry.source = this.sourceOf(entry);
    this.#probe.stop();
    this.#on.changed();
    this.#session.load(entry.source, { eager: true, ...this.#left.get(entry) });
  }

  /** Keeps the loop range of the clip that plays, for when it comes back. */
  #leave() {
    const session = this.#session;
    const { info, playback, source } = session;
    const entry = this.#entries.of(source);
    if (!entry || !info) return;
    const range = session.get('range');
    // It comes back at the rate of its file.
    const pace = info.frameTime / playback.frameTime || 1;
    const at = (/** @type {number} */ seconds) => ({ seconds: seconds * pace });
    if (range) this.#left.set(entry, { behaviour: playback.behaviours[session.get('behaviour')], range: [at(range[0]), at(range[1])] });
    else this.#left.delete(entry);
  }

  /** The clip of an entry beside the one that plays. @param {Entry} entry */
  #besideOf(entry) {
    const clips = /** @type {import('../actors/clip-element.js').MareyClip[]} */ ([...this.#session.element.children]);
    return clips.find(({ source }) => source && this.#compared.get(source) === entry);
  }

  /** Whether an entry stands beside the clip that plays. @param {Entry} entry */
  isCompared(entry) {
    return Boolean(this.#besideOf(entry));
  }

  /** Shows an entry beside the clip that plays, or no more. @param {Entry} entry */
  async compare(entry) {
    const session = this.#session;
    const shown = this.#besideOf(entry);
    if (!shown && (entry === this.current || !session.info)) return;
    const module = await actors(session.element);
    const clips = module?.show(/** @type {import('../player/element/element.js').MareyPlayer} */ (session.element), session);
    if (!clips) return;
    const { history } = pageParts(session);
    if (shown) {
      history?.note(clips.takeAway([shown]));
      history?.tell(W.notBeside(entry.name));
      return;
    }
    const source = this.sourceOf(entry);
    this.#compared.set(source, entry);
    const element = clips.add(source, { label: entry.name });
    history?.note(clips.added(element));
    element.addEventListener('error', (event) => {
      entry.fault = /** @type {CustomEvent} */ (/** @type {Event} */ (event)).detail;
      element.remove();
      this.#on.changed();
    });
    this.#on.changed();
  }

  /** The letter of an entry among the clips that are compared; '' for others. @param {Entry} entry */
  letterOf(entry) {
    const { others } = this.#session.state;
    if (!others.length) return '';
    if (entry === this.current) return LETTERS[0];
    const beside = this.#besideOf(entry);
    const at = others.findIndex(({ element }) => element === beside);
    return at < 0 ? '' : (LETTERS[at + 1] ?? '');
  }

  /** Ends the comparison with the clips of entries. */
  compareNone() {
    const { element } = this.#session;
    const clips = /** @type {import('../actors/clip-element.js').MareyClip[]} */ ([...element.children]).filter(({ source }) => source);
    actors(element).then((module) => {
      const { history } = pageParts(this.#session);
      const shown =
        clips.length && module?.show(/** @type {import('../player/element/element.js').MareyPlayer} */ (element), this.#session);
      if (!shown) return;
      history?.note(shown.takeAway(clips));
      history?.tell(W.notBeside(clips.map(({ label }) => label).join(', ')));
    });
  }

  /** An entry's source with the files that it may need. @param {Entry} entry */
  sourceOf(entry) {
    return withCompanions(entry, this.#entries, true);
  }

  /** Plays the first of the added clips that can be read. @param {Added} added @param {boolean} [asOthers] beside the clip that plays, all of them */
  chooseAdded(added, asOthers = false) {
    const { motions, waiting } = added;
    if (asOthers && motions.length && this.#session.info) {
      for (const entry of motions) this.compare(entry);
      return;
    }
    const sure = motions.find(({ kind }) => roleOf(kind) === 'motion');
    if (sure ?? (motions.length && !waiting.length)) this.choose(sure ?? motions[0]);
    else this.#useParts(added);
  }

  /** Finds a use for skeletons and skins that came without motions. @param {Added} added */
  #useParts({ fresh, skeletons: [skeleton], waiting, sources }) {
    const { current } = this;
    const waitingMotion = waiting.find((entry) => entry === this.#chosen) ?? waiting.at(-1);
    const trying = current && mayUse(current, fresh, Boolean(skeleton));
    if (waitingMotion) this.choose(waitingMotion);
    // The current clip is still loading without them: restart it.
    else if (trying && !current.info) this.choose(current);
    else if (trying && usesCompanions(current)) {
      this.#fallbackSkeleton = skeleton ?? null;
      current.source = this.sourceOf(current);
      this.#session.exchange(current.source);
    } else if (skeleton) this.choose(skeleton);
    else if (sources.some(({ name }) => hasSkeletonFor(this.#entries.known, kindOf(name))))
      this.#session.say(sources.map(({ name }) => W.kept(name, kindOf(name))).join('; '));
    else this.#session.fail(faultAlone(sources[0].name), sources[0].name);
  }

  /** @param {ClipInfo} info */
  #loaded(info) {
    const { source } = this.#session;
    if (!source) return;
    // The same clip on another figure, or mended: its entry tells of its file.
    if ((source.onto || source.mended) && this.current) {
      this.#on.changed();
      return;
    }
    if (/(clip|url)=/.test(location.href)) address(this.#session.element).then((module) => module?.followed(this.#session));
    const entry = this.#entries.of(source) ?? this.#addLinked(source);
    if (!entry) return;
    this.current = entry;
    entry.info = info;
    entry.fault = null;
    this.playing = entry;
    if (storedPath() !== null && source.blob) setStoredPath(pathOf(source));
    const instead = this.#fallbackSkeleton;
    this.#fallbackSkeleton = null;
    const learned = this.#entries.learnSkeleton(entry) ?? offerFigure(this.#entries.all, entry);
    this.#on.changed();
    if (learned) this.choose(learned);
    else if (instead && info.skeletonFile !== instead.source.name) this.choose(instead);
    else this.read();
  }

  /** Adds the clip of a link to the list. @param {Source} source */
  #addLinked(source) {
    if (!isOwn(source)) return null;
    const entry = this.#entries.push(source);
    this.#on.linked();
    return entry;
  }

  /** The visitor cancelled reading the chosen file: it waits until it is chosen again. */
  #cancelled() {
    const { cancelled, failure, shown } = this.#session;
    if (!cancelled) return;
    if (!shown) this.#on.gone();
    const entry = this.current;
    if (!entry || failure?.source !== entry.source) return;
    entry.cancelled = true;
    this.#fallbackSkeleton = null;
    this.current = this.playing;
    this.#on.changed();
    this.read();
  }

  /** The chosen file could not be read: the list shows the error, and the last good clip stays. */
  #failed() {
    const entry = this.current;
    const { cancelled, failure, shown } = this.#session;
    if (cancelled) return;
    if (!shown) this.#on.gone();
    if (!entry || !failure || failure.source !== entry.source) return;
    const { fault } = failure;
    entry.fault = fault;
    this.#fallbackSkeleton = null;
    if (tryOtherFigures(this.#entries.all, entry)) {
      this.choose(entry);
      return;
    }
    this.current = this.playing;
    this.#on.changed();
    this.#on.failed(entry);
    // Of several new files, the first good one plays. If a motion lacks its skeleton, motions of its kind lack it, too, so the card
    // that asks for it stays.
    const next =
      this.playing && isOwn(this.playing.source)
        ? null
        : this.#entries.all.find(
            (other) =>
              !other.fault &&
              isOwn(other.source) &&
              !isSkeleton(other.kind) &&
              !(entry.waiting && !entry.figureless && other.kind === entry.kind),
          );
    if (next) this.choose(next);
    else this.read();
  }

  /** Reads waiting entries in the background. */
  read() {
    this.#probe.go();
  }

  /** The next entry to read, visible rows first. @param {WeakSet<Entry>} passed entries to skip */
  #nextToRead(passed) {
    const view = this.#on.inView();
    if (!view) return undefined;
    const chosen = this.#session.requested;
    // Samples that need another module are not worth loading it.
    const isUnread = (/** @type {Entry} */ entry) =>
      !entry.info &&
      !entry.fault &&
      !entry.cancelled &&
      entry.source !== chosen &&
      !passed.has(entry) &&
      (isOwn(entry.source) || (view.samples && kindOf(entry.source.url ?? '') === 'bvh'));
    return view.entries.find(isUnread) ?? this.#entries.all.find(isUnread);
  }

  /** A waiting entry has been read. @param {Entry} entry */
  entryRead(entry) {
    tryOtherFigures(this.#entries.all, entry);
    const asking = offerFigure(this.#entries.all, entry);
    if (asking && asking === this.#chosen) this.choose(asking);
  }

  /** @param {Entry[]} gone */
  forget(gone) {
    if (this.current && gone.includes(this.current)) this.current = null;
    if (this.playing && gone.includes(this.playing)) this.playing = null;
  }
}

/** The fault of a skin, keys or a picture without a clip. @param {string} name */
function faultAlone(name) {
  const kind = kindOf(name);
  const message = { cfp: W.keysAlone, png: W.pictureAlone, means: W.meansAlone }[/** @type {string} */ (kind)] ?? W.skinAlone;
  return refusal('parse', message, { code: `${kind}.alone` }).fault;
}
