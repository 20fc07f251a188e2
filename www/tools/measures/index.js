/**
 * Measures of joints and of the whole body: drawn over the picture with their numbers, and kept as numbers of all frames. Fetched with the first one; their controls are in
 * `strip.js`, which players without controls do not need.
 */
import css from './measures.css';
import { ownPlace } from '../../actors/cast.js';
import { batched } from '../../player/base/batched.js';
import { h, setAttr } from '../../player/base/dom.js';
import { lazy } from '../../player/base/parts.js';
import { OF_POSE } from '../../player/base/of-pose.js';
import { once, style } from '../../player/element/shell.js';
import { named, titleOf } from '../../player/words/joints.js';
import { drawMeasures } from './draw.js';
import { FORMULAS, UNITS, values } from './formulas.js';
import { M } from './strings.js';
import { PARTS, centre, lastSteps, rowsOf, valuesAt } from './whole-body.js';
import { keyOf, parseMeasures } from './words.js';

/** @typedef {import('../../player/session/session.js').Session} Session */
/** A measure that is drawn: its joints' names as in the file, and itself in words: "Angle: left thigh, left knee, left foot". @typedef {import('../../types.d.ts').ToolSeries & { kind: import('./words.js').Kind, names: string[], label: string }} ShownMeasure */
/** @typedef {import('./whole-body.js').Path} Path */

const finding = lazy(() => import('../../actors/body-finder.js'));

/** While a clip is being read its measures grow by this factor at least. */
const GROWTH = 1.5;
const NONE = new Float32Array();
/** Pixels of paper for each CSS pixel, as the picture has them. */
const PRINTED = 2;
/** Of the lines of the first measure, the second, ..: on the stage and on dark curves, and on light ones and paper. */
const COLOURS = [
  ['#ffd166', '#a33b12'],
  ['#7bdff2', '#0b7285'],
  ['#f4a9cf', '#b0357a'],
  ['#b5e48c', '#3d7a1f'],
  ['#c3b1ff', '#6741c9'],
  ['#ffab91', '#7a6a00'],
];
/** An unknown speed is that between moments so far apart, as a share of the clip. */
const SHARE = 1e-3;

/** Shows a player's measures, now and whenever it has some. */
export const show = once((/** @type {import('../../player/element/rooms.js').Host} */ { shadow, session }) => {
  style(shadow, css);
  const measures = new Measures(session);
  shadow.querySelector('.canvas')?.after(measures.canvas);
  return measures;
});

export class Measures {
  canvas = h('canvas', { class: 'measures', role: 'img', hidden: true });
  /** @type {ShownMeasure[]} */
  shown = [];
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
    for (const signal of /** @type {const} */ (['time', 'play', 'view', 'size']))
      session.on(signal, () => {
        if (session.get('measures')) this.later();
      });
    session.on('print', () => this.#print());
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
  #path = (joint, moments) => this.session.host.read((stage) => stage.path(joint, moments), NONE);

  /** Seconds of all frames. */
  get times() {
    return this.#moments;
  }

  /** Finds the measures anew: other ones, of another clip or more of it, or if it is read differently. */
  #choose() {
    const { complete, info, playback, state } = this.session;
    const { shown } = this;
    const text = info && this.session.get('measures');
    const { frameCount, frameTime, keyed, keys } = playback;
    const of = JSON.stringify([OF_POSE.map((name) => this.session.get(name)), ownPlace(this.session), complete]);
    const count = info ? frameCount : 0;
    const grown = count !== this.#moments.length && (complete || count > GROWTH * this.#moments.length);
    if (of !== this.#of || info !== this.#info || grown) {
      this.#of = of;
      this.#info = info;
      this.#moments = Float64Array.from({ length: count }, (_, frame) => (keyed ? keys[frame] : frame * frameTime));
      this.#known.clear();
    }
    const { requests, wrong } = parseMeasures(text || '');
    this.#find(requests.some(({ joints }) => !joints.length));
    const all = requests.flatMap((request) => {
      const measure = this.#measure(request);
      if (!measure) wrong.push(keyOf(request));
      return measure ?? [];
    });
    const unknown = info ? wrong.join('; ') : this.#announced;
    if (unknown && unknown !== this.#announced) this.session.say(M.unknown(unknown));
    this.#announced = unknown;
    const same = all.length === shown.length && all.every((each, index) => each === shown[index]);
    if (same) return;
    all.forEach((each, index) => {
      [each.colour, each.paper] = COLOURS[index % COLOURS.length];
    });
    this.shown = state.series = all;
    this.session.present('measures', all.length ? { paint: this.#paint } : null);
  }

  /** @type {NonNullable<import('../../shown.d.ts').Shown['paint']>} */
  #paint = async (_, { width, height }) => {
    if (this.shown.some(({ joints }) => !joints.length)) await (await finding()).bodyOf(this.session).found();
    return {
      draw: (context, studio, seconds) => {
        studio.read((stage) => {
          const drawn = this.#drawn((joint, moments) => stage.path(joint, moments), seconds);
          drawMeasures(context, drawn, [], { matrix: stage.viewProjection(), width, height, ratio: studio.ratio });
        });
      },
    };
  };

  /** What finds steps and the centre of mass, once it is here. @type {import('../../actors/body-finder.js').Body | null} */
  #body = null;

  /** Looks for feet and limbs while a measure needs them. @param {boolean} wanted */
  #find(wanted) {
    if (wanted && !this.#body) {
      finding().then(
        ({ bodyOf }) => {
          this.#body = bodyOf(this.session);
          this.#found();
        },
        () => {},
      );
    }
    this.#body?.use(this.#found, wanted);
  }

  #found = () => {
    this.#known.clear();
    this.later();
  };

  /** @param {import('./words.js').Request} request @returns {ShownMeasure | null} null if there is no such joint, or no such body */
  #measure({ kind, joints: given }) {
    const key = keyOf({ kind, joints: given });
    const known = this.#known.get(key);
    if (known) return known;
    const joints = this.session.info?.joints ?? [];
    const indices = given.map((name) => named(joints, [name])[0] ?? -1);
    if (indices.includes(-1)) return null;
    const body = this.#body;
    if (body?.stances && (kind === 'mass' ? !body.masses.length : kind === 'steps' && !body.stances.left && !body.stances.right))
      return null;
    const names = indices.map((joint) => joints[joint].name);
    const count = this.#moments.length;
    const path = this.#path;
    const label = kind in PARTS ? M.kinds[kind] : M.name(M.kinds[kind], indices.map((joint) => titleOf(joints[joint])).join(', '));
    /** @type {{ rows: Float32Array, offset: number, stride: number }[] | undefined} */
    let all;
    // The numbers of all frames are computed when somebody asks for them.
    const numbers = () =>
      (all ??=
        kind === 'mass' || kind === 'steps'
          ? body
            ? rowsOf(kind, body, path, this.#moments)
            : []
          : [
              {
                rows: values(
                  kind,
                  indices.map((joint) => path(joint, this.#moments)),
                  count,
                ),
                offset: 0,
                stride: 1,
              },
            ]);
    const parts = kind === 'mass' || kind === 'steps' ? PARTS[kind] : /** @type {const} */ ([[kind, UNITS[kind]]]);
    const series = parts.map(([name, unit], index) => ({
      key: name in M.parts ? name : keyOf({ kind, joints: names }),
      label,
      title: name in M.parts ? M.name(label, M.parts[/** @type {keyof typeof M.parts} */ (name)]) : label,
      letter: M.letters[name],
      unit,
      role: /** @type {const} */ ('angle'),
      count,
      factor: 1,
      offset: kind === 'mass' && index === 0 ? 1 : 0,
      stride: kind === 'mass' && index === 0 ? 3 : 1,
      get rows() {
        return numbers()[index]?.rows ?? NONE;
      },
    }));
    const measure = { kind, joints: indices, names, label, colour: '', paper: '', series };
    this.#known.set(key, measure);
    return measure;
  }

  /** Where joints are now. @param {number[]} joints */
  #points(joints) {
    const now = Float64Array.of(this.session.playback.time);
    return joints.map((joint) => this.#path(joint, now));
  }

  /** A measure's values at a moment. @param {ShownMeasure} measure @param {Path} [path] @param {number} [seconds] @returns {number[]} */
  now({ joints, kind, series }, path = this.#path, seconds = this.session.playback.time) {
    if (kind === 'mass' || kind === 'steps') {
      const { duration, frameTime, keyed } = this.session.playback;
      return this.#body
        ? valuesAt(kind, this.#body, path, seconds, [keyed ? SHARE * duration : frameTime, duration])
        : series.map(() => NaN);
    }
    const points = joints.map((joint) => path(joint, Float64Array.of(seconds)));
    return [points.every((point) => point.length) ? FORMULAS[kind](points) : NaN];
  }

  /** @param {ShownMeasure} measure @param {number[]} numbers */
  words({ series }, numbers) {
    return numbers.some((value) => value === value) ? M.and(numbers.map((value, index) => M.units[series[index].unit](value))) : M.nothing;
  }

  /** What is drawn of the measures at a moment. @param {Path} path @param {number} seconds @returns {import('./draw.js').Drawn[]} */
  #drawn(path, seconds) {
    const { session } = this;
    // Where the figure stands at several moments, none of which is the present one, the measures would hang in the air.
    if (session.state.momentAt && session.get('highlight') < 0) return [];
    const moment = Float64Array.of(seconds);
    return this.shown
      .flatMap(
        /** @returns {import('./draw.js').Drawn[]} */ (measure) => {
          const { colour, joints, kind } = measure;
          const text = this.words(measure, this.now(measure, path, seconds));
          if (kind === 'steps') {
            const steps = lastSteps(this.#body?.steps ?? [], seconds);
            return steps.map(({ from, to, length }, index) => ({
              kind,
              colour,
              points: [from, to].map(([x, z]) => [x, 0, z]),
              text: index < steps.length - 1 ? M.units.m(length) : text,
            }));
          }
          const points = kind === 'mass' ? [centre(this.#body?.masses ?? [], path, moment)] : joints.map((joint) => path(joint, moment));
          return [{ kind, colour, points, text }];
        },
      )
      .filter(({ points }) => points.every((point) => point.length));
  }

  /** Draws a copy that lies over the picture on paper. */
  #print() {
    const { host, playback } = this.session;
    const { width, height } = host.size;
    const matrix = host.read((stage) => stage.viewProjection(), NONE);
    const copy = h('canvas', { class: 'measures print', width: String(PRINTED * width), height: String(PRINTED * height) });
    const context = copy.getContext('2d');
    if (!this.shown.length || !matrix.length || !context) return;
    drawMeasures(context, this.#drawn(this.#path, playback.time), [], { matrix, width, height, ratio: PRINTED });
    this.canvas.after(copy);
    addEventListener('afterprint', () => copy.remove(), { once: true });
  }

  #draw() {
    const {
      host,
      playback: { paused },
    } = this.session;
    const measures = this.shown;
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
    drawMeasures(
      context,
      this.#drawn(this.#path, this.session.playback.time),
      this.#points(this.picked).filter((point) => point.length),
      { matrix, width, height, ratio },
    );
    // Told when the motion rests, not while it changes in each picture.
    if (paused || !this.canvas.hasAttribute('aria-label'))
      setAttr(
        this.canvas,
        'aria-label',
        measures.map((measure) => M.value(measure.label, this.words(measure, this.now(measure)))).join('; '),
      );
  }
}

/** What the console tells page authors of a wrong text of each attribute; '' if it is valid. @type {Record<string, (text: string) => string>} */
export const check = {
  measures: (text) =>
    /^(\s*;?\s*((distance|vertical):[^,;]+,[^,;]+|angle:[^,;]+(,[^,;]+){2}|height:[^,;]+|mass|steps))*\s*;?\s*$/i.test(text)
      ? ''
      : 'takes measures with semicolons between them, such as angle:LeftUpLeg,LeftLeg,LeftFoot; distance:LeftHand,RightHand; vertical:Hips,Neck; height:Head; mass; steps',
};
