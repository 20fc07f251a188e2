/** The chronophotograph: puts figures at several moments on the stage, and shows their path on the floor and the time of each. */
import css from './moments.css';
import { HIDDEN, actor, cast } from '../../actors/cast.js';
import { roomFor } from '../../actors/room.js';
import { Feet } from '../../actors/feet.js';
import { setAttr, setText, svg } from '../../player/base/dom.js';
import { OF_POSE } from '../../player/base/of-pose.js';
import { lazy } from '../../player/base/parts.js';
import { parseMoments } from '../../player/base/values.js';
import { once, style } from '../../player/element/shell.js';
import { clock } from '../../player/words/format.js';
import { choose } from './choose.js';
import { onScreen, yawOf } from './on-screen.js';
import { M } from './strings.js';

/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('./on-screen.js').Mark} Mark */
/** @typedef {import('../../shown.d.ts').PaintedLook} PaintedLook */

const NAME = 'moments';
/** The settings by which moments are chosen and drawn. @type {string[]} */
const CHOOSING = ['moments', 'spacing', 'tint', 'fade', 'theme', 'range', ...OF_POSE];

const NOWHERE = new Float32Array();
/** The figure of the present moment, which is not one of those that were asked for. */
const PRESENT = actor({ kind: HIDDEN });

const painting = lazy(() => import('./paint.js'));
const drawing = lazy(() => import('./svg.js'));

/** Shows a player's chronophotograph, now and whenever it has one. */
export const show = once((/** @type {import('../../player/element/rooms.js').Host} */ { shadow, session }) => {
  style(shadow, css);
  shadow.querySelector('.canvas')?.after(new Moments(session).root);
});

class Moments {
  #under = svg('polyline', { class: 'under' });
  #path = svg('polyline', { class: 'path' });
  #times = svg('g', {});
  root = svg('svg', { class: 'moments', role: 'img' });
  #feet;
  /** @type {import('./choose.js').ChosenMoments | null} */
  #chosen = null;
  #told = '';

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.root.append(this.#under, this.#path, this.#times);
    const update = () => {
      this.#choose();
      this.#write();
    };
    for (const signal of /** @type {const} */ (['clip', 'stage'])) session.on(signal, update);
    session.on('setting', (name) => {
      if (CHOOSING.includes(name)) update();
      else if (name === 'highlight' && this.#chosen) this.#show();
    });
    for (const signal of /** @type {const} */ (['view', 'size'])) session.on(signal, () => this.#write());
    // What was told before there were controls was not seen.
    session.on('controls', () => {
      this.#told = '';
      this.#tell(this.#chosen);
    });
    this.#feet = new Feet(session, update);
    update();
  }

  /** Chooses the moments anew: for another clip, more of it, another range, or when its figure is read or placed differently. */
  #choose() {
    const { host, info, playback } = this.session;
    const { moments, spacing, tint, fade, theme } = this.session.settings.values;
    const [count, own] = Array.isArray(moments) ? [moments.length, moments] : [moments];
    // Beside a longer clip this one stands still at its end.
    const end = Math.min(playback.duration, info?.duration || Infinity);
    // The loop's range moves moments that are spread over it, not those chosen by hand.
    const span = /** @type {[number, number]} */ (own ? [0, end] : playback.span.map((at) => Math.min(Math.max(0, at), end)));
    const contacts = this.#feet.times(Boolean(info && count && !own && spacing === 'contacts'));
    const choice = { count, own, spacing, contacts, most: roomFor(info), tint, fade, theme, span };
    const chosen = info && choose(choice, (moments) => host.read((stage) => stage.carriers(new Float64Array(moments)), NOWHERE));
    if (!chosen && !this.#chosen) return;
    this.#chosen = chosen;
    this.#tell(chosen);
    this.#show();
    const { ready } = this.#feet;
    // The search for contacts takes a while, after which other moments may be chosen.
    const settled = async () => (await ready, /** @type {import('./choose.js').ChosenMoments} */ (this.#chosen ?? chosen));
    this.session.state.momentAt = chosen && ((x, y) => chosen.moments[host.read((stage) => stage.pickActor(x, y)[0], -1)] ?? -1);
    this.session.present(
      NAME,
      chosen && {
        ...chosen,
        paint: async (/** @type {Session} */ session, /** @type {PaintedLook} */ look) =>
          (await painting()).paint(session, await settled(), look),
        marks: chosen.moments,
        vector: async (
          /** @type {Session} */ session,
          /** @type {{ theme?: 'dark' | 'light', background?: boolean | string }} */ options,
        ) => (await drawing()).vector(session, await settled(), options),
      },
    );
  }

  /** Puts the figures on the stage; that of the present moment only while one of its joints is lit. */
  #show() {
    const chosen = this.#chosen;
    const present = this.session.get('highlight') < 0 ? PRESENT : [];
    cast(
      this.session,
      NAME,
      chosen && {
        ...chosen,
        numbers: [...chosen.numbers, ...present],
        recoloured: (theme) => [...chosen.recoloured(theme), ...present],
      },
    );
  }

  /** Tells that there are fewer figures than were asked for, once for each number. @param {import('./choose.js').ChosenMoments | null} chosen */
  #tell(chosen) {
    const [shown, wanted] = [chosen?.moments.length ?? 0, chosen?.wanted ?? 0];
    const text = shown < wanted ? M.fewer(shown, wanted) : '';
    if (text && text !== this.#told) this.session.say(text);
    this.#told = text;
  }

  #write() {
    const { host, playback, view } = this.session;
    const chosen = this.#chosen;
    const seen = chosen && onScreen(chosen, yawOf(view.camera), (points) => host.read((stage) => stage.toScreen(points), NOWHERE));
    this.root.toggleAttribute('hidden', !seen?.marks.length);
    if (!chosen || !seen?.marks.length) return;
    const { marks, path } = seen;
    setAttr(this.root, 'aria-label', M.shown(marks.length, chosen.moments[0], chosen.moments[marks.length - 1]));
    const points = path.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
    for (const line of [this.#under, this.#path]) setAttr(line, 'points', points);
    const groups = this.#times.children;
    while (groups.length > marks.length) groups[groups.length - 1].remove();
    while (groups.length < marks.length) this.#times.append(group());
    const first = marks.findIndex(({ named }) => named);
    marks.forEach((mark, index) =>
      draw(groups[index], mark, { last: index === marks.length - 1, unit: index === first }, playback.duration),
    );
  }
}

function group() {
  const made = svg('g', {});
  made.append(svg('line', { class: 'tick' }), svg('circle', { class: 'dot', r: '2.5' }), svg('text', {}));
  return made;
}

/**
 * @param {Element} into @param {Mark} mark
 * @param {{ last: boolean, unit: boolean }} how unit: its time names the unit
 * @param {number} duration
 */
function draw(into, { moment, place: [x, y], label: [labelX, labelY], named }, { last, unit }, duration) {
  const seen = x === x && labelX === labelX;
  into.toggleAttribute('hidden', !seen);
  if (!seen) return;
  setAttr(into, 'class', last ? 'last' : '');
  const [tick, dot, text] = into.children;
  /** @param {Element} element @param {Record<string, number>} to */
  const put = (element, to) => {
    for (const [name, value] of Object.entries(to)) setAttr(element, name, value.toFixed(1));
  };
  // The tick ends above the digits.
  put(tick, { x1: x, y1: y, x2: x + (labelX - x) * 0.72, y2: y + (labelY - y) * 0.72 });
  put(dot, { cx: x, cy: y });
  put(text, { x: labelX, y: labelY });
  tick.toggleAttribute('hidden', !named);
  text.toggleAttribute('hidden', !named);
  const time = clock(moment, duration);
  setText(text, unit && duration < 60 ? M.seconds(time) : time);
}

/** What the console tells page authors of a wrong text of each attribute; '' if it is valid. @type {Record<string, (text: string) => string>} */
export const check = {
  moments: (text) =>
    /^$|^\+?\d+$/.test(text) || parseMoments(text) ? '' : 'takes a number of figures, or at least two seconds: 0.2 0.55 1.1',
};
