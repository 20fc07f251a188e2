/**
 * Measures of joints: drawn over the picture with their numbers, and kept as numbers of all frames. Fetched with the first one; their controls are in
 * `measures-strip.js`, which players without controls do not need.
 */
import css from './measures.css';
import { ownPlace } from '../actors/cast.js';
import { batched } from '../player/base/batched.js';
import { h, setAttr } from '../player/base/dom.js';
import { adopt } from '../player/element/shell.js';
import { named, titleOf } from '../trails/choose.js';
import { drawMeasures } from './draw.js';
import { FORMULAS, UNITS, values } from './formulas.js';
import { M } from './strings.js';
import { keyOf, parseMeasures } from './words.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').ShownMeasure} ShownMeasure */

/** What decides where joints are. */
const READING = /** @type {const} */ (['behaviour', 'frameTime', 'unit', 'up', 'positions', 'ground', 'inPlace', 'interpolation']);
/** While a clip is being read its measures grow by this factor at least. */
const GROWTH = 1.5;
const NONE = new Float32Array();
/** Of the lines of the first measure, the second, .. */
const COLOURS = ['#ffd166', '#7bdff2', '#f4a9cf', '#b5e48c'];

/** @type {CSSStyleSheet | undefined} */
let sheet;
/** @type {WeakMap<Session, Measures>} */
const shown = new WeakMap();

/** Shows a player's measures, now and whenever it has some. @param {ShadowRoot} shadow @param {Session} session */
export function show(shadow, session) {
  const known = shown.get(session);
  if (known) return known;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  adopt(shadow, sheet);
  const measures = new Measures(session);
  shown.set(session, measures);
  shadow.querySelector('.canvas')?.after(measures.canvas);
  return measures;
}

export class Measures {
  canvas = h('canvas', { class: 'measures', role: 'img', hidden: true });
  /** The joints of a measure that is being made. @type {number[]} */
  picked = [];
  /** What the numbers belong to. */
  #of = '';
  /** @type {unknown} */
  #info = null;
  #moments = new Float64Array();
  /** @type {Map<string, ShownMeasure>} */
  #known = new Map();
  #announced = '';

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    for (const signal of /** @type {const} */ (['clip', 'setting', 'actors', 'stage'])) session.on(signal, () => this.later());
    for (const signal of /** @type {const} */ (['time', 'play', 'view', 'size'])) session.on(signal, () => { if (session.get('measures')) this.later(); });
    // Nothing announced before the controls came was seen.
    session.on('controls', () => {
      this.#announced = '';
      this.later();
    });
    this.#choose();
    this.#draw();
  }

  /** Draws after all signals of a frame, before the browser shows it. */
  later = batched(() => {
    this.#choose();
    this.#draw();
  });

  /** @param {number} joint @param {Float64Array} moments */
  #path(joint, moments) { return this.session.host.read((stage) => stage.path(joint, moments), NONE); }

  /** Seconds of all frames. */
  get times() { return this.#moments; }

  /** Finds the measures anew: other ones, of another clip or more of it, or if it is read differently. */
  #choose() {
    const { complete, info, playback, state } = this.session;
    const text = info && this.session.get('measures');
    const { frameCount, frameTime, keyed, keys } = playback;
    const of = JSON.stringify([READING.map((name) => this.session.get(name)), ownPlace(this.session), complete]);
    const count = info ? frameCount : 0;
    const grown = count !== this.#moments.length && (complete || count > GROWTH * this.#moments.length);
    if (of !== this.#of || info !== this.#info || grown) {
      this.#of = of;
      this.#info = info;
      this.#moments = Float64Array.from({ length: count }, (_, frame) => (keyed ? keys[frame] : frame * frameTime));
      this.#known.clear();
    }
    const { requests, wrong } = parseMeasures(text || '');
    const all = requests.flatMap((request) => {
      const measure = this.#measure(request);
      if (!measure) wrong.push(keyOf(request));
      return measure ?? [];
    });
    const unknown = info ? wrong.join('; ') : this.#announced;
    if (unknown && unknown !== this.#announced) this.session.say(M.unknown(unknown));
    this.#announced = unknown;
    const same = all.length === state.measures.length && all.every((each, index) => each === state.measures[index]);
    if (same) return;
    all.forEach((each, index) => { each.colour = COLOURS[index % COLOURS.length]; });
    state.measures = all;
    state.paintMeasures = all.length ? (context, view, path, seconds) => drawMeasures(context, this.#drawn(path, seconds), [], view) : null;
    this.session.signal('measures');
  }

  /** @param {import('./words.js').Request} request @returns {ShownMeasure | null} null if there is no such joint */
  #measure(request) {
    const key = keyOf(request);
    const known = this.#known.get(key);
    if (known) return known;
    const joints = this.session.info?.joints ?? [];
    const indices = request.joints.map((name) => named(joints, [name])[0] ?? -1);
    if (indices.includes(-1)) return null;
    const { kind } = request;
    const count = this.#moments.length;
    const unit = UNITS[kind];
    /** @type {Float32Array | undefined} */
    let rows;
    const numbers = () => values(kind, indices.map((joint) => this.#path(joint, this.#moments)), count);
    const label = M.name(M.kinds[kind], indices.map((joint) => titleOf(joints[joint])).join(', '));
    // The numbers of all frames are computed when somebody asks for them.
    const series = { key, label, title: label, letter: M.letters[kind], unit, role: /** @type {const} */ ('angle'), offset: 0, stride: 1, count, factor: 1, get rows() { return (rows ??= numbers()); } };
    const measure = { kind, joints: indices, names: indices.map((joint) => joints[joint].name), label, unit, colour: '', series };
    this.#known.set(key, measure);
    return measure;
  }

  /** Where joints are now. @param {number[]} joints */
  #points(joints) {
    const now = Float64Array.of(this.session.playback.time);
    return joints.map((joint) => this.#path(joint, now));
  }

  /** A measure's value now. @param {ShownMeasure} measure */
  now({ joints, kind }) {
    const points = this.#points(joints);
    return points.every((point) => point.length) ? FORMULAS[kind](points) : NaN;
  }

  /** @param {ShownMeasure} measure @param {number} value */
  words({ unit }, value) { return value === value ? M.units[unit](value) : M.nothing; }

  /** What is drawn of the measures at a moment. @param {(joint: number, moments: Float64Array) => Float32Array} path @param {number} seconds */
  #drawn(path, seconds) {
    const moment = Float64Array.of(seconds);
    return this.session.state.measures.map((measure) => {
      const { colour, joints, kind, label } = measure;
      const points = joints.map((joint) => path(joint, moment));
      return { kind, colour, label, points, text: this.words(measure, FORMULAS[kind](points)) };
    }).filter(({ points }) => points.every((point) => point.length));
  }

  #draw() {
    const { host, playback: { paused }, state: { measures } } = this.session;
    const wanted = measures.length > 0 || this.picked.length > 0;
    const matrix = wanted && host.read((stage) => stage.viewProjection(), NONE);
    const { width, height, ratio } = host.size;
    const visible = Boolean(matrix && matrix.length && width && height);
    setAttr(this.canvas, 'hidden', !visible);
    if (!matrix || !visible) return;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== wide || this.canvas.height !== high) Object.assign(this.canvas, { width: wide, height: high });
    const context = this.canvas.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, wide, high);
    const drawn = this.#drawn((joint, moments) => this.#path(joint, moments), this.session.playback.time);
    drawMeasures(context, drawn, this.#points(this.picked).filter((point) => point.length), { matrix, width, height, ratio });
    // Told when the motion rests, not while it changes in each picture.
    if (paused || !this.canvas.hasAttribute('aria-label')) setAttr(this.canvas, 'aria-label', drawn.map(({ label, text }) => M.value(label, text)).join('; '));
  }
}
