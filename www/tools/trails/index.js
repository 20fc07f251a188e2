/** Trails: the ways of some joints through space, drawn over the picture, and a legend of their speeds. Fetched with the first one. */
import css from './trails.css';
import { ownPlace } from '../../actors/cast.js';
import { batched } from '../../player/base/batched.js';
import { h, setAttr } from '../../player/base/dom.js';
import { lazy } from '../../player/base/parts.js';
import { OF_POSE } from '../../player/base/of-pose.js';
import { once, style } from '../../player/element/shell.js';
import { decimal, number } from '../../player/words/format.js';
import { named, titleOf } from '../../player/words/joints.js';
import { farthest, reachOf, tracksOf } from './choose.js';
import { coverOf } from './cover.js';
import { LIMBS, drawTrails, shownPart } from './draw.js';
import { scaleOf, speeds, ticks } from './speed.js';
import { T } from './strings.js';

/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('./choose.js').ChosenTrails} ChosenTrails */
/** @typedef {import('../../shown.d.ts').PaintedLook} PaintedLook */

/** Most points of a trail. */
const MOST = 20_000;
/** Points a second of a motion whose frames have their own times. */
const RATE = 60;
/** Moments at which ways are compared. */
const SOME = 96;
/** While a clip is being read its trails grow by this factor at least. */
const GROWTH = 1.5;
const NONE = new Float32Array();

const painting = lazy(() => import('./paint.js'));

/** Shows a player's trails, now and whenever it has some. */
export const show = once((/** @type {import('../../player/element/rooms.js').Host} */ { shadow, session }) => {
  style(shadow, css);
  const trails = new Trails(session);
  shadow.querySelector('.canvas')?.after(trails.canvas, trails.legend);
});

/** Shows or hides the trail of the selected joint; without one, those of the joints that travel farthest. @param {import('../../controls/controls.js').Controls} ui */
export function press(ui) {
  const { element, session } = ui;
  const { info, view } = session;
  const joints = tracksOf(session).map(({ joint }) => joint);
  const { selected } = view;
  const next = selected < 0 ? [] : joints.includes(selected) ? joints.filter((joint) => joint !== selected) : [...joints, selected];
  ui.history.set('trails', next.length ? next.map((joint) => info?.joints[joint].name ?? '') : selected < 0 && !element.trails ? [] : null);
}

class Trails {
  canvas = h('canvas', { class: 'trails', role: 'img', hidden: true });
  #numbers = h('div', { class: 'numbers' });
  legend = h(
    'div',
    { class: 'speed-legend', role: 'img', hidden: true },
    h('div', {}, h('span', {}, T.speed), h('span', { class: 'unit' }, T.unit)),
    h('div', { class: 'ramp' }),
    this.#numbers,
  );
  /** What the trails belong to. */
  #of = '';
  /** @type {unknown} */
  #info = null;
  #times = new Float64Array();
  /** @type {Map<number, ChosenTrails['tracks'][number]>} */
  #tracks = new Map();
  #most = 0;
  /** @type {ChosenTrails | null} */
  #chosen = null;

  /** The wanted joints that the file does not have. */
  #unknown = '';

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    for (const signal of /** @type {const} */ (['clip', 'setting', 'actors', 'stage'])) session.on(signal, () => this.#later());
    // Trails may come before what shows words.
    session.on('controls', () => this.#tell());
    for (const signal of /** @type {const} */ (['time', 'play', 'view', 'size', 'tool']))
      session.on(signal, () => {
        if (this.session.get('trails')) this.#later();
      });
    this.#choose();
    this.#draw();
  }

  /** Draws after all signals of a frame, before the browser shows it. */
  #later = batched(() => {
    this.#choose();
    this.#draw();
  });

  /** Positions of a joint. @param {number} joint @param {Float64Array} moments */
  #path(joint, moments) {
    return this.session.host.read((stage) => stage.path(joint, moments), NONE);
  }

  /** How many points a trail has, and the seconds from one to the next: those of the clip's frames, or fewer. */
  #steps() {
    const { duration, frameCount, frameTime, keyed } = this.session.playback;
    const frames = keyed ? Math.ceil(duration * RATE) + 1 : frameCount;
    const step = keyed ? duration / Math.max(1, frames - 1) : frameTime;
    const every = Math.max(1, Math.ceil(frames / MOST));
    return { count: Math.max(0, Math.floor((frames - 1) / every) + 1), step: every * step };
  }

  /** Finds the trails anew: for other joints, another clip or more of it, or if it is read differently. */
  #choose() {
    const { complete, info } = this.session;
    const names = this.session.get('trails');
    if (!info || !names) {
      if (this.#chosen) this.#present(null);
      return;
    }
    const of = JSON.stringify([OF_POSE.map((name) => this.session.get(name)), ownPlace(this.session)]);
    const { count, step } = this.#steps();
    const points = this.#times.length;
    if (of !== this.#of || info !== this.#info || (complete ? count !== points : count > GROWTH * points)) {
      this.#of = of;
      this.#info = info;
      this.#times = Float64Array.from({ length: count }, (_, index) => index * step);
      this.#tracks.clear();
      this.#chosen = null;
    }
    const key = names.join(',');
    if (this.#chosen?.key === key) return;
    const joints = names.length ? named(info.joints, names) : this.#farthest();
    const tracks = joints.map((joint) => this.#track(joint)).filter(({ points }) => points.length);
    // A stage that is being replaced does not answer.
    if (joints.length && !tracks.length) return;
    this.#most = 0;
    this.#present({ key, times: this.#times, tracks });
    const unknown = names.filter((name) => !named(info.joints, [name]).length);
    this.#unknown = unknown.join(', ');
    this.#tell();
  }

  /** Tells which names are none of this file's joints. */
  #tell() {
    if (this.#unknown) this.session.say(T.unknown(this.#unknown));
  }

  /** @param {ChosenTrails | null} chosen */
  #present(chosen) {
    this.#chosen = chosen;
    this.session.present(
      'trails',
      chosen &&
        Object.assign(chosen, {
          paint: async (/** @type {Session} */ session, /** @type {PaintedLook} */ look) => (await painting()).paint(session, chosen, look),
        }),
    );
  }

  #farthest() {
    const {
      host,
      info,
      playback: { duration },
    } = this.session;
    const some = Float64Array.from({ length: SOME }, (_, index) => (duration * index) / (SOME - 1));
    const [height = 1] = Array.from(host.read((stage) => stage.carriers(new Float64Array()), NONE));
    return farthest(info?.joints ?? [], (joint) => this.#path(joint, some), height);
  }

  /** @param {number} joint */
  #track(joint) {
    const known = this.#tracks.get(joint);
    if (known) return known;
    const points = this.#path(joint, this.#times);
    const track = { joint, points, speeds: speeds(points, this.#times) };
    if (points.length) this.#tracks.set(joint, track);
    return track;
  }

  #draw() {
    const {
      host,
      info,
      playback: { paused, time },
    } = this.session;
    const trails = this.#chosen;
    const matrix = trails && host.read((stage) => stage.viewProjection(), NONE);
    const { width, height, ratio } = host.size;
    const visible = Boolean(trails?.tracks.length && matrix?.length && width && height);
    setAttr(this.canvas, 'hidden', !visible);
    setAttr(this.legend, 'hidden', !visible);
    if (!trails || !matrix || !info || !visible) return;
    const reach = reachOf(this.session);
    const [from, to] = shownPart(trails.times, time, reach);
    const scale = this.#most && !paused ? this.#most : scaleOf(trails.tracks.map((track) => ({ speeds: track.speeds, from, to })));
    if (scale !== this.#most) this.#scale(scale);
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== wide || this.canvas.height !== high) Object.assign(this.canvas, { width: wide, height: high });
    const context = this.canvas.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, wide, high);
    const limbs = LIMBS[this.session.get('theme')];
    const now = Float64Array.of(time);
    const frame = host.context?.frame;
    drawTrails(context, trails, {
      matrix,
      width,
      height,
      ratio,
      now: time,
      reach,
      most: this.#most,
      hides: frame && coverOf(frame, { matrix, width, height }),
      places: trails.tracks.map(({ joint }) => this.#path(joint, now)),
      colours: trails.tracks.map(({ joint }) => limbs[info.joints[joint].side]),
    });
    if (paused || !this.canvas.hasAttribute('aria-label')) this.#describe();
  }

  /** @param {number} most */
  #scale(most) {
    this.#most = most;
    this.#numbers.replaceChildren(...ticks(most).map((tick) => h('span', {}, decimal(tick))));
    setAttr(this.legend, 'aria-label', T.legend(decimal(most)));
  }

  /** Tells the speeds, not while they change in each picture. */
  #describe() {
    const {
      info,
      playback: { time },
    } = this.session;
    const trails = this.#chosen;
    if (!info || !trails) return;
    const [at] = shownPart(trails.times, time - 1e-6, 0);
    setAttr(
      this.canvas,
      'aria-label',
      trails.tracks
        .map(({ joint, speeds: each }) => T.trail(titleOf(info.joints[joint]), each[Math.min(at, each.length - 1)] ?? 0))
        .join('; '),
    );
  }
}

/** What the console tells page authors of a wrong text of each attribute; '' if it is valid. @type {Record<string, (text: string) => string>} */
export const check = {
  'trail-window': (text) => (text === 'all' || number(text, -1) >= 0 ? '' : 'takes a number of seconds, or all'),
};
