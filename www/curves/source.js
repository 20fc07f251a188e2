/** The series of a player's clip: read or computed once for each joint, and kept as long as the clip is read in the same way. */
import { ownPlace } from '../actors/cast.js';
import { rotationOrder } from './choose.js';
import { Pyramid } from './pyramid.js';
import { accelerations, angularSpeeds, axesOf, eulerAngles, speeds, timeOf, turns } from './series.js';
import { V } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../controls/curve-words.js').What} What */
/** @typedef {import('./series.js').Series} Series */
/** @typedef {import('./series.js').Times} Times */
/** A curve: its numbers and their pyramid. @typedef {{ series: Series, pyramid: Pyramid, joint: number, what: What }} Curve */

/** While a clip is being read its curves grow by this factor at least. */
const GROWTH = 1.5;
/** What decides where joints are. */
const READING = /** @type {const} */ (['behaviour', 'frameTime', 'unit', 'up', 'positions', 'ground', 'inPlace']);
const NOTHING = new Uint32Array(2);
/** @type {Record<What, { unit: import('./series.js').Unit, role: import('./series.js').Role }>} */
export const KINDS = {
  x: { unit: 'deg', role: 'x' }, y: { unit: 'deg', role: 'y' }, z: { unit: 'deg', role: 'z' },
  tx: { unit: 'm', role: 'x' }, ty: { unit: 'm', role: 'y' }, tz: { unit: 'm', role: 'z' },
  px: { unit: 'm', role: 'x' }, height: { unit: 'm', role: 'y' }, pz: { unit: 'm', role: 'z' },
  speed: { unit: 'm/s', role: 'speed' }, acceleration: { unit: 'm/s2', role: 'acceleration' },
  angular: { unit: 'deg/s', role: 'angular' }, angle: { unit: 'deg', role: 'angle' },
};

export class Source {
  /** What the series belong to. */
  #of = '';
  /** @type {unknown} */
  #info = null;
  /** @type {Times} */
  times = { count: 0, step: 0, keys: null };
  #moments = new Float64Array();
  /** @type {Map<string, Curve>} */
  #curves = new Map();
  /** What several series of a joint are made from. @type {Map<string, any>} */
  #kept = new Map();
  /** Angles go on beyond 180 degrees. */
  unwrapped = true;

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
  }

  /** Forgets the series if the clip, its frames or its reading have changed. Returns whether it did. @param {boolean} [fresh] the stage is another one */
  update(fresh = false) {
    const { complete, info, playback } = this.session;
    const of = JSON.stringify([READING.map((name) => this.session.get(name)), ownPlace(this.session), this.unwrapped, complete]);
    const grown = playback.frameCount !== this.times.count && (complete || playback.frameCount > GROWTH * this.times.count);
    if (!fresh && !grown && of === this.#of && info === this.#info) return false;
    this.#of = of;
    this.#info = info;
    this.#curves.clear();
    this.#kept.clear();
    const keys = playback.keyed ? playback.keys : null;
    this.times = { count: info ? playback.frameCount : 0, step: playback.frameTime, keys };
    this.#moments = Float64Array.from({ length: this.times.count }, (_, frame) => timeOf(this.times, frame));
    return true;
  }

  /** @template T @param {string} key @param {() => T} make @returns {T} */
  #keep(key, make) {
    if (!this.#kept.has(key)) this.#kept.set(key, make());
    return this.#kept.get(key);
  }

  /** @param {number} joint */
  #rows(joint) { return this.#keep(`rows ${joint}`, () => this.session.host.read((stage) => stage.rows(joint), NOTHING)); }
  /** @param {number} joint @returns {Float32Array} x, y, z, w of each frame */
  #rotations(joint) {
    const rows = this.#rows(joint);
    return new Float32Array(rows.buffer, rows.byteOffset + 8, rows.length - 2);
  }

  /** @param {number} joint @returns {Float32Array} x, y, z of each frame */
  #path(joint) { return this.#keep(`path ${joint}`, () => this.session.host.read((stage) => stage.path(joint, this.#moments), new Float32Array())); }

  /** Whether the motion turns a joint, and moves it by channels. @param {number} joint */
  motionOf(joint) {
    const rows = this.#rows(joint);
    return { turns: rows.length > 2, moves: rows[0] > 0 };
  }

  /** Metres of a unit of the file's numbers. */
  get #metres() {
    const { info } = this.session;
    return info ? (this.session.get('unit') || info.unit.metres) / (info.unit.factor || 1) : 1;
  }

  /** @param {number} joint @param {What} what @returns {Curve | null} null if there is none */
  curve(joint, what) {
    const key = `${joint}:${what}`;
    const known = this.#curves.get(key);
    if (known) return known;
    const numbers = this.#numbers(joint, what);
    const info = this.session.info?.joints[joint];
    if (!numbers || !info) return null;
    const series = Object.defineProperties(/** @type {Series} */ ({
      key: `${info.name}:${what}`, label: V.whats[what], ...KINDS[what], offset: 0, stride: 1, count: this.times.count, factor: 1,
    }), Object.getOwnPropertyDescriptors(numbers));
    const curve = { series, pyramid: new Pyramid(series), joint, what };
    this.#curves.set(key, curve);
    return curve;
  }

  /** Where the numbers of a series are. @param {number} joint @param {What} what @returns {(Pick<Series, 'rows'> & Partial<Series>) | null} */
  #numbers(joint, what) {
    const { times } = this;
    if (!times.count) return null;
    const place = ['px', 'height', 'pz'].indexOf(what);
    if (place >= 0) return full({ rows: this.#path(joint), offset: place, stride: 3 });
    if (what === 'speed' || what === 'acceleration') {
      const path = this.#path(joint);
      return path.length ? { rows: (what === 'speed' ? speeds : accelerations)(path, times) } : null;
    }
    const channel = ['tx', 'ty', 'tz'].indexOf(what);
    if (channel >= 0) return this.#channel(joint, channel);
    const rotations = this.#rotations(joint);
    if (!rotations.length) return null;
    if (what === 'angular') return { rows: angularSpeeds(rotations, times) };
    if (what === 'angle') return { rows: turns(rotations) };
    const axes = axesOf(rotationOrder(this.session.info?.joints[joint]?.channels ?? ''));
    return { rows: this.#keep(`angles ${joint}`, () => eulerAngles(rotations, axes, this.unwrapped))['xyz'.indexOf(what)] };
  }

  /** A position channel, which stays in the module's memory. @param {number} joint @param {number} axis */
  #channel(joint, axis) {
    const [at, step] = this.#rows(joint);
    const memory = this.session.host.instance?.memory;
    if (!at || !memory) return null;
    let view = new Float32Array(memory.buffer);
    // The rows of a clip that is still being read may move.
    if (!this.session.complete) return { rows: Float32Array.from({ length: this.times.count }, (_, frame) => view[(at + frame * step) / 4 + axis]), factor: this.#metres };
    return {
      offset: at / 4 + axis, stride: step / 4, factor: this.#metres,
      get rows() {
        // Growing the memory detaches its buffer and empties the view.
        if (!view.length) view = new Float32Array(memory.buffer);
        return view;
      },
    };
  }
}

/** @template {{ rows: Float32Array }} T @param {T} numbers */
const full = (numbers) => (numbers.rows.length ? numbers : null);
