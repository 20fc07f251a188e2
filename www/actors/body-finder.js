/**
 * What the whole body does: when its feet stand on the ground, its steps, and which joints its centre of mass consists of. Found by the module that
 * compares clips, in a worker of its own. Fetched with the first feet, steps or centre of mass.
 */
import { batched } from '../player/base/batched.js';
import { Remote } from '../player/loading/remote.js';
import { optionsOf, packetsOf } from '../player/session/packets-of.js';
import { stepsOf } from './steps.js';
import { parseContacts } from './thresholds.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').Stances} Stances */

const NONE = new Float32Array();
/** @type {WeakMap<Session, Body>} */
const bodies = new WeakMap();

/** The body of a player's clip. @param {Session} session */
export function bodyOf(session) {
  const body = bodies.get(session) ?? new Body(session);
  bodies.set(session, body);
  return body;
}

export class Body {
  /** What was searched last. @type {unknown} */
  #shown = null;
  #key = '';
  #reading = '';
  /** @type {{ remote: Remote, clip: Promise<number> } | null} */
  #module = null;
  /** Called when something was found. @type {Set<() => void>} */
  #users = new Set();
  /** @type {{ of: unknown, place: unknown, steps: import('./steps.js').Step[] }} */
  #steps = { of: null, place: null, steps: [] };
  /** @type {Stances | null} */
  stances = null;
  /** The centre of mass as a weighted sum of joints; empty without limbs that are recognised. @type {[joint: number, weight: number][]} */
  masses = [];

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    const later = batched(() => this.#search());
    for (const signal of /** @type {const} */ (['clip', 'setting', 'stage'])) session.on(signal, later);
  }

  /** Searches as long as somebody uses it. @param {() => void} changed called when something was found @param {boolean} on */
  use(changed, on) {
    if (this.#users.has(changed) === on) return;
    this.#users[on ? 'add' : 'delete'](changed);
    this.#search();
  }

  /** Resolves when all is found that somebody uses, or cannot be found. */
  async found() {
    let searching;
    while (searching !== this.#searching) {
      searching = this.#searching;
      await searching;
    }
  }

  #searching = Promise.resolve();
  #search() {
    this.#searching = this.#update();
  }

  /** Searches anew if the clip, its reading or the thresholds have changed. */
  async #update() {
    const {
      complete,
      settings: { values },
      shown,
    } = this.session;
    if (!this.#users.size) {
      this.#end();
      return;
    }
    if (!complete || !shown) return;
    const options = optionsOf(values);
    const reading = JSON.stringify(options);
    const { speed, height } = parseContacts(this.session.get('contacts') ?? '');
    const key = `${reading} ${speed} ${height}`;
    if (shown === this.#shown && key === this.#key) return;
    if (shown !== this.#shown || reading !== this.#reading) {
      this.#end();
      this.stances = null;
      this.masses = [];
    }
    [this.#shown, this.#key, this.#reading] = [shown, key, reading];
    let module = this.#module;
    // Another clip or another reading has a module of its own, and ends this one.
    const isCurrent = () => module === this.#module && key === this.#key;
    try {
      module = this.#module ??= this.#load(shown, options);
      const { remote } = module;
      const clip = await module.clip;
      const [stances, masses] = await Promise.all([remote.call('stances', [clip, speed, height]), remote.call('massJoints', [clip])]);
      if (!isCurrent()) return;
      this.stances = stances;
      this.masses = Array.from({ length: masses.length / 2 }, (_, index) => [masses[2 * index], masses[2 * index + 1]]);
      for (const changed of this.#users) changed();
    } catch (error) {
      if (isCurrent()) console.warn('Marey:', error);
    }
  }

  /** @param {NonNullable<Session['shown']>} shown @param {ReturnType<typeof optionsOf>} options */
  #load(shown, options) {
    const remote = new Remote('marey_compare');
    return {
      remote,
      clip: packetsOf({ shown }, new AbortController().signal).then((packets) => remote.call('addClip', [packets, options])),
    };
  }

  /** Gives the module back. */
  #end() {
    this.#module?.remote.end(new DOMException('', 'AbortError'));
    this.#module = null;
    this.#shown = null;
    this.#key = '';
  }

  /** The steps, in order of time. */
  get steps() {
    const {
      session: {
        host,
        state: { actors },
      },
      stances,
    } = this;
    if (stances !== this.#steps.of || actors.clips !== this.#steps.place) {
      this.#steps = {
        of: stances,
        place: actors.clips,
        steps: stepsOf(stances?.steps ?? new Float64Array(), (ankle, moments) => host.read((stage) => stage.path(ankle, moments), NONE)),
      };
    }
    return this.#steps.steps;
  }
}
