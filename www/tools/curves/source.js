/** The series of a player's clip: read or computed once for each joint, and kept as long as the clip is read in the same way. */
import { lazy } from '../../player/base/parts.js';
import { OF_POSE } from '../../player/base/of-pose.js';
import { rotationOrder } from './choose.js';
import { Pyramid } from '../../controls/chart/pyramid.js';
import { accelerations, angularSpeeds, axesOf, eulerAngles, speeds, timeOf, turns } from '../../actors/series.js';
import { V } from './strings.js';

/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('./words.js').What} What */
/** @typedef {import('../../actors/series.js').Series} Series */
/** @typedef {import('../../actors/series.js').Times} Times */
/** Where the numbers of a series are. @typedef {Pick<Series, 'rows'> & Partial<Series>} Numbers */
/** @typedef {import('../../controls/chart/draw.js').Curve} Curve */

/** While a clip is being read its curves grow by this factor at least. */
const GROWTH = 1.5;
const bones = lazy(() => import('./bone-axes.js'));

/** What decides where joints are in a frame of the file. */
const READING = OF_POSE.filter((name) => name !== 'interpolation');
/** What the stage tracks of a joint, with how many numbers a frame has. */
const POSITION = { tracked: 0, width: 3 };
const ROTATION = { tracked: 1, width: 4 };
const TRANSLATION = { tracked: 2, width: 3 };
/** Frames that are tracked at once, and milliseconds after which the rest waits for the next picture. */
const SLICE = 2000;
const BUDGET_MS = 8;
const NOTHING = new Float32Array();
const START = Float64Array.of(0);
/** @type {Record<What, { unit: import('../../actors/series.js').Unit, role: import('../../actors/series.js').Role }>} */
export const KINDS = {
  x: { unit: 'deg', role: 'x' },
  y: { unit: 'deg', role: 'y' },
  z: { unit: 'deg', role: 'z' },
  tx: { unit: 'm', role: 'x' },
  ty: { unit: 'm', role: 'y' },
  tz: { unit: 'm', role: 'z' },
  px: { unit: 'm', role: 'x' },
  height: { unit: 'm', role: 'y' },
  pz: { unit: 'm', role: 'z' },
  speed: { unit: 'm/s', role: 'speed' },
  acceleration: { unit: 'm/s2', role: 'acceleration' },
  angular: { unit: 'deg/s', role: 'angular' },
  angle: { unit: 'deg', role: 'angle' },
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
  /** Some numbers were not ready in time: to be asked for again. */
  unfinished = false;
  #until = 0;
  /** Turns rotations of Acclaim's bones into those about their own axes, once these are read; undefined until then. @type {((joint: string, rotations: Float32Array) => Float32Array) | null | undefined} */
  #turned = null;

  /** What has the places of the joints. @type {Pick<import('./before.js').Before, 'read' | 'begins' | 'lift'>} */
  stage;

  /** @param {Session} session @param {() => void} changed called when the series have changed */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    this.stage = { begins: 0, lift: 0, read: (read, otherwise) => session.host.read(read, otherwise) };
  }

  /** Reads the axes of the bones of an Acclaim clip. */
  async #readAxes() {
    const { changed, session } = this;
    const info = this.#info;
    this.#turned = null;
    if (session.info?.format !== 'ASF/AMC') return;
    this.#turned = undefined;
    const turned = await bones().then(
      (script) => script.boneAxes(session),
      () => null,
    );
    if (info !== this.#info) return;
    this.#turned = turned;
    changed();
  }

  /** The settings that decide where joints are. */
  reading = READING;

  /** Forgets the series if the clip, its frames or its reading have changed. Returns whether it did. @param {boolean} [fresh] the stage is another one */
  update(fresh = false) {
    const { complete, info, playback, state } = this.session;
    // A body that is put on moves the floor.
    const placed = this.session.host.read((stage) => stage.path(0, START, POSITION.tracked), NOTHING);
    const of = JSON.stringify([
      READING.map((name) => this.session.get(name)),
      ...placed,
      state.actors.clips?.numbers,
      this.unwrapped,
      complete,
    ]);
    this.unfinished = false;
    this.#until = performance.now() + BUDGET_MS;
    const grown = playback.frameCount !== this.times.count && (complete || playback.frameCount > GROWTH * this.times.count);
    if (!fresh && !grown && of === this.#of && info === this.#info) return false;
    this.#of = of;
    if (info !== this.#info) {
      this.#info = info;
      this.#readAxes();
    }
    this.#curves.clear();
    this.#kept.clear();
    const keys = playback.keyed ? playback.keys : null;
    this.times = { count: info ? playback.frameCount : 0, step: playback.frameTime, keys };
    this.#moments = Float64Array.from({ length: this.times.count }, (_, frame) => timeOf(this.times, frame) + this.stage.begins);
    return true;
  }

  /** @template T @param {string} key @param {() => T} make @returns {T} */
  #keep(key, make) {
    if (!this.#kept.has(key)) this.#kept.set(key, make());
    return this.#kept.get(key);
  }

  /**
   * What a joint does in all frames; null until all of it is known.
   * @param {number} joint @param {typeof POSITION} what @returns {Float32Array | null}
   */
  #track(joint, { tracked, width }) {
    const {
      times: { count },
    } = this;
    const track = this.#keep(`${tracked} ${joint}`, () => ({ rows: new Float32Array(width * count), done: 0 }));
    while (track.done < count) {
      if (performance.now() > this.#until) {
        this.unfinished = true;
        return null;
      }
      const moments = this.#moments.subarray(track.done, track.done + SLICE);
      const part = this.stage.read((stage) => stage.path(joint, moments, tracked), NOTHING);
      // A stage that is being replaced does not answer.
      if (!part.length) return null;
      if (tracked === POSITION.tracked && this.stage.lift) for (let y = 1; y < part.length; y += 3) part[y] += this.stage.lift;
      track.rows.set(part, width * track.done);
      track.done += part.length / width;
    }
    return track.rows;
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
    /** @type {Series} */
    const series = {
      key: `${info.name}:${what}`,
      label: V.whats[what],
      letter: V.letters[what],
      ...KINDS[what],
      offset: 0,
      stride: 1,
      count: this.times.count,
      factor: 1,
      ...numbers,
    };
    const curve = { series, pyramid: new Pyramid(series), joint, what };
    this.#curves.set(key, curve);
    return curve;
  }

  /** Where the numbers of a series are. @param {number} joint @param {What} what @returns {Numbers | null} */
  #numbers(joint, what) {
    const { times } = this;
    if (!times.count) return null;
    const place = ['px', 'height', 'pz'].indexOf(what);
    if (place >= 0 || what === 'speed' || what === 'acceleration') {
      const path = this.#track(joint, POSITION);
      if (!path) return null;
      return place >= 0 ? { rows: path, offset: place, stride: 3 } : { rows: (what === 'speed' ? speeds : accelerations)(path, times) };
    }
    const channel = ['tx', 'ty', 'tz'].indexOf(what);
    if (channel >= 0) {
      const rows = this.#track(joint, TRANSLATION);
      return rows && { rows, offset: channel, stride: 3, factor: this.#metres };
    }
    const rotations = this.#track(joint, ROTATION);
    if (!rotations || this.#turned === undefined) return null;
    if (what === 'angular') return { rows: angularSpeeds(rotations, times) };
    if (what === 'angle') return { rows: turns(rotations) };
    const { name, channels } = /** @type {import('../../types.d.ts').JointInfo} */ (this.session.info?.joints[joint]);
    const turned = this.#turned?.(name, rotations) ?? rotations;
    return {
      rows: this.#keep(`angles ${joint}`, () => eulerAngles(turned, axesOf(rotationOrder(channels)), this.unwrapped))['xyz'.indexOf(what)],
    };
  }
}
