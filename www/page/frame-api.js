/** The messages of a frame: only the listed names, only from the parent page. `../frame.d.ts` has their types. */
import { OPTIONS, ROWS } from '../player/base/options.js';
import { REDIRECT } from '../player/base/hosts.js';
import { mayRead } from './frame-hosts.js';
import { watchSize } from './frame-size.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../frame.d.ts').FrameMessage} FrameMessage */
/** @typedef {import('../frame.d.ts').FrameMethod} FrameMethod */
/** @typedef {import('../frame.d.ts').FrameReadable} FrameReadable */
/** @typedef {import('../frame.d.ts').FrameWritable} FrameWritable */
/** @typedef {import('../frame.d.ts').FrameEvent} FrameEvent */
/** @typedef {import('./frame.js').Frame} Frame */
/** A message before its contents are checked. @typedef {{ marey: string } & { [name in 'id' | 'name' | 'args' | 'value' | 'events' | 'film']?: unknown }} Unchecked */

/** @type {Record<FrameMethod, true>} */
const METHODS = {
  play: true,
  pause: true,
  load: true,
  fastSeek: true,
  seekToFrame: true,
  stepFrame: true,
  jointPosition: true,
  canPlayType: true,
  toBlob: true,
  picture: true,
  filmstrip: true,
  film: true,
  convert: true,
};

/** Writable properties, with the kinds of their values. */
const WRITABLE = /** @type {Record<FrameWritable, string>} */ ({
  ...Object.fromEntries(ROWS.flatMap(({ name, kind, unset }) => (unset ? [] : [[name, kind]]))),
  srcObject: 'files',
  currentTime: 'finite',
  currentFrame: 'finite',
  playbackRate: 'finite',
  defaultPlaybackRate: 'finite',
  volume: 'finite',
  loop: 'loop',
  muted: 'boolean',
  loopRange: 'range',
  cameraState: 'word',
  selectedJoint: 'finite',
  momentTimes: 'numbers',
});

/** Other readable properties. @type {Record<Exclude<FrameReadable, FrameWritable>, true>} */
const READABLE = {
  currentSrc: true,
  currentRenderer: true,
  readyState: true,
  networkState: true,
  duration: true,
  paused: true,
  ended: true,
  seeking: true,
  frameCount: true,
  frameTime: true,
  behaviours: true,
  clips: true,
  warnings: true,
  error: true,
  figureBox: true,
};

/** @type {Record<FrameEvent, true>} */
const EVENTS = {
  loadstart: true,
  progress: true,
  suspend: true,
  abort: true,
  error: true,
  emptied: true,
  stalled: true,
  loadedmetadata: true,
  loadeddata: true,
  canplay: true,
  canplaythrough: true,
  durationchange: true,
  play: true,
  playing: true,
  waiting: true,
  pause: true,
  ended: true,
  seeking: true,
  seeked: true,
  timeupdate: true,
  ratechange: true,
  volumechange: true,
  consentrequest: true,
  ready: true,
  cliploaded: true,
  warning: true,
  jointselect: true,
  camerachange: true,
  rangechange: true,
  markschange: true,
  behaviourchange: true,
  rendererchange: true,
};

/** @template {object} T @param {T} table @param {unknown} name @returns {name is keyof T} */
const has = (table, name) => typeof name === 'string' && Object.hasOwn(table, name);

/** @param {unknown} value */
const isText = (value) => typeof value === 'string';
/** @param {unknown} value @param {(each: unknown) => boolean} fits */
const isList = (value, fits) => Array.isArray(value) && value.every(fits);

/** Whether a property of a kind takes a value: all that its attribute takes, and the value that it gives. @type {Record<string, (value: any) => boolean>} */
const FITS = {
  word: isText,
  address: isText,
  text: (value) => isText(value) || Number.isFinite(value),
  maybe: (value) => value === null || isText(value),
  boolean: (value) => typeof value === 'boolean',
  loop: (value) => typeof value === 'boolean' || /** @type {readonly unknown[]} */ (OPTIONS.loopMode.words).includes(value),
  finite: (value) => typeof value === 'number',
  number: (value) => typeof value === 'number' || isText(value),
  figures: (value) => value === null || isText(value) || typeof value === 'number' || isList(value, Number.isFinite),
  counts: (value) => value === null || isText(value) || [value].flat().every((each) => Number.isInteger(each) && each >= 0),
  names: (value) => value === null || isText(value) || isList(value, isText),
  window: (value) => value === null || isText(value) || (typeof value === 'number' && value >= 0),
  range: (value) => value === null || (isList(value, Number.isFinite) && value.length === 2 && value[0] < value[1]),
  numbers: (value) => isList(value, Number.isFinite),
  files: (value) => value === null || [value].flat().every((each) => each instanceof Blob),
};

/** @param {MareyPlayer} player @returns {import('../frame.d.ts').FrameState} */
const stateOf = ({ currentTime, currentFrame, duration, frameCount, paused, ended, seeking, playbackRate, readyState }) => ({
  currentTime,
  currentFrame,
  duration,
  frameCount,
  paused,
  ended,
  seeking,
  playbackRate,
  readyState,
});

/** @param {MareyPlayer} player @returns {Promise<import('../frame.d.ts').FrameError | null>} */
async function errorOf({ error }) {
  if (!error) return null;
  const { code, message, kind, reason, file, line, column, byte, status, address, url } = error;
  return { code, message, kind, reason, file, line, column, byte, status, address, url, hint: await error.hint() };
}

/**
 * The question to the visitor before the player reads from another site or follows a redirect; null if there is none.
 * @param {Frame} frame @returns {import('../frame.d.ts').FrameConsent | null}
 */
function questionOf({ session: { failure } }) {
  if (!failure?.fault.agree) return null;
  const { code, about } = failure.fault;
  return { url: failure.source?.url ?? '', hosts: String(about).split(', '), redirect: code === REDIRECT };
}

export class FrameApi {
  /** Ends the current event subscriptions. @type {AbortController | undefined} */
  #subscriptions;
  /** The subscribed events. @type {unknown[]} */
  #events = [];
  /** Films in progress, by the id of their request. @type {Map<unknown, AbortController>} */
  #films = new Map();

  /** @param {MareyPlayer} player @param {Frame} frame */
  constructor(player, frame) {
    this.player = player;
    this.frame = frame;
    if (window.parent === window) return;
    addEventListener('message', (event) => this.#receive(event));
    // Safe for any origin: it only announces the player.
    this.#post({ marey: 'ready' }, '*');
  }

  /** @param {FrameMessage | { marey: 'progress', id: unknown, share: number }} message @param {string} origin */
  #post(message, origin) {
    // Pages without an origin (sandboxed, or a file) can only be addressed by '*'.
    window.parent.postMessage(message, origin === 'null' ? '*' : origin);
  }

  /** @param {FrameEvent} type @param {unknown} detail @param {string} origin */
  #postEvent(type, detail, origin) {
    this.#post({ marey: 'event', type, detail, state: stateOf(this.player) }, origin);
  }

  /** Reports a pending question to the visitor. @param {string} origin */
  #ask(origin) {
    const question = questionOf(this.frame);
    if (question) this.#postEvent('consentrequest', question, origin);
  }

  /** @param {MessageEvent} event */
  async #receive({ source, origin, data }) {
    if (source !== window.parent || typeof data?.marey !== 'string') return;
    const { id } = data;
    const answered = typeof id === 'number' || typeof id === 'string';
    try {
      if (!mayRead(origin))
        throw new DOMException('a player on a private network accepts messages only from pages on private networks', 'SecurityError');
      const value = await this.#answer(data, origin);
      if (answered) this.#post({ marey: 'result', id, value }, origin);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (answered) this.#post({ marey: 'result', id, error: { name, message } }, origin);
    }
  }

  /** @param {Unchecked} data @param {string} origin */
  #answer({ marey, id, name, args = [], value, events, film }, origin) {
    switch (marey) {
      case 'call':
        return name === 'film' ? this.#film(id, args, origin) : this.#call(name, args);
      case 'cancel':
        return this.#films.get(film)?.abort();
      case 'get':
        return this.#get(name);
      case 'set':
        return this.#set(name, value);
      case 'listen':
        return this.#listen(events, origin);
      default:
        throw new TypeError(`the player knows no message \u201c${marey}\u201d`);
    }
  }

  /** @param {unknown} name @param {unknown} args */
  #call(name, args) {
    if (Array.isArray(args) && name === 'addClip') return this.frame.addClip(args[0], args[1]);
    if (Array.isArray(args) && name === 'removeClip') return this.player.clips.remove(args[0]);
    if (!has(METHODS, name) || !Array.isArray(args)) throw new TypeError(`a frame has no method \u201c${name}\u201d`);
    return name === 'load' ? this.frame.load() : Reflect.apply(this.player[name], this.player, args);
  }

  /** Makes a film, with progress messages; a `cancel` message aborts it. @param {unknown} id @param {unknown} args @param {string} origin */
  async #film(id, args, origin) {
    if (!Array.isArray(args)) throw new TypeError('film takes a list of arguments');
    const cancel = new AbortController();
    this.#films.set(id, cancel);
    try {
      return await this.player.film({
        ...args[0],
        signal: cancel.signal,
        progress: (share) => {
          if (id !== undefined) this.#post({ marey: 'progress', id, share }, origin);
        },
      });
    } finally {
      this.#films.delete(id);
    }
  }

  /** @param {unknown} name @returns {unknown} */
  #get(name) {
    if (name === 'error') return questionOf(this.frame) ? null : errorOf(this.player);
    if (name === 'srcObject' || !(has(WRITABLE, name) || has(READABLE, name)))
      throw new TypeError(`a frame has no property \u201c${name}\u201d to read`);
    return name === 'src' || name === 'skeleton' || name === 'skin' || name === 'onto' ? this.frame.address(name) : this.player[name];
  }

  /** @param {unknown} name @param {unknown} value */
  #set(name, value) {
    if (!has(WRITABLE, name)) throw new TypeError(`a frame has no property \u201c${name}\u201d to set`);
    if (!FITS[WRITABLE[name]](value)) throw new TypeError(`${name} does not accept this ${value === null ? 'null' : typeof value}`);
    if (name === 'src' || name === 'skeleton' || name === 'skin' || name === 'onto' || name === 'poster')
      this.frame.setAddress(name, /** @type {string} */ (value));
    else /** @type {Record<FrameWritable, unknown>} */ (this.player)[name] = value;
  }

  /** @param {unknown} events @param {string} origin */
  #listen(events, origin) {
    if (!Array.isArray(events)) throw new TypeError('listen takes a list of events');
    const heard = this.#events;
    this.#events = events;
    this.#subscriptions?.abort();
    this.#subscriptions = new AbortController();
    const { signal } = this.#subscriptions;
    /** @type {unknown[]} */
    const unknown = [];
    for (const type of new Set(events)) {
      if (type === 'size') watchSize(this.player, (size) => this.#post({ marey: 'size', ...size }, origin), signal);
      else if (!has(EVENTS, type)) unknown.push(type);
      // The element fires `error` for a question, too.
      else if (type === 'consentrequest') this.player.addEventListener('error', () => this.#ask(origin), { signal });
      else
        this.player.addEventListener(
          type,
          (/** @type {Event & { detail?: unknown }} */ { detail = null }) => {
            if (type !== 'error' || !questionOf(this.frame)) this.#postEvent(type, detail, origin);
          },
          { signal },
        );
    }
    // The question may be older than the subscription.
    if (events.includes('consentrequest') && !heard.includes('consentrequest')) this.#ask(origin);
    // Subscribe to the valid names before reporting the others.
    if (unknown.length) throw new TypeError(`a frame has no event ${unknown.map((type) => `\u201c${type}\u201d`).join(', ')}`);
  }
}
