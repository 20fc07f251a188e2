/** Marks that visitors make, and when feet are on the ground: lanes below the timeline, and their controls. Fetched with the first of them. */
import css from './marks.css';
import { batched } from '../../player/base/batched.js';
import { OF_POSE } from '../../player/base/of-pose.js';
import { lazy } from '../../player/base/parts.js';
import { once, style } from '../../player/element/shell.js';
import { ownFile } from '../../player/session/own-file.js';
import './icons.js';
import { Lanes } from './lanes.js';
import { footOf, slideOf } from './slide.js';
import { K } from './strings.js';
import { parseContacts, parseMarks, writeContacts, writeMarks } from './words.js';

/** @typedef {import('../../controls/controls.js').Controls} Controls */
/** @typedef {import('./words.js').Mark} Mark */

const finding = lazy(() => import('../../actors/body-finder.js'));

const SIDES = /** @type {const} */ (['left', 'right']);
const NONE = new Float32Array();
/** A new span without a loop range, seconds. */
const SPAN = 0.5;
/** Moments that differ less are one, seconds. */
const SAME = 1e-4;
/** The settings that the lanes depend on. @type {string[]} */
const OF_LANES = ['marks', 'contacts', ...OF_POSE];
/** Title of the note in which packed files keep own marks. */
export const OWN_MARKS = 'Own marks';

/** Shows a player's marks and feet, now and whenever it has some. */
export const show = once((/** @type {Controls} */ ui) => {
  style(ui.shadow, css);
  return new Marks(ui);
});

/** Adds a mark now. @param {Controls} ui @param {string} key */
export const press = (ui, key) => show(ui).add(key === 'e' ? 'event' : 'span');

/** Whether a clip has own marks inside, as packed files do. @param {import('../../types.d.ts').ClipInfo | null} info */
const marksOf = (info) => info?.notes.find(({ title }) => title === OWN_MARKS)?.text ?? null;

export class Marks {
  /** The mark that is named, moved with keys, and removed; -1: none. */
  chosen = -1;
  /** Called when something has changed. */
  changed = () => {};
  #announced = '';
  #count = 0;

  /** @param {Controls} ui */
  constructor(ui) {
    const { session } = ui;
    this.ui = ui;
    this.lanes = new Lanes(ui, {
      marks: () => this.all,
      chosen: () => this.chosen,
      choose: (index) => this.choose(index),
      move: (index, from, to) => this.#set(this.all.map((mark, at) => (at === index ? { ...mark, from, to } : mark))),
      remove: (index) => this.remove(index),
    });
    for (const signal of /** @type {const} */ (['clip', 'stage'])) session.on(signal, () => this.#later());
    session.on('setting', (name) => {
      if (OF_LANES.includes(name)) this.#later();
    });
    session.on('load', (begun) => {
      if (begun) this.#leave();
      else if (!this.#clip && session.complete) this.#later();
    });
    new ResizeObserver(() => this.lanes.draw()).observe(this.lanes.root);
    this.#take();
    this.#update();
  }

  /** The file or address of the clip that the marks belong to, once it is whole. @type {unknown} */
  #clip = null;
  /** The marks that visitors left on other clips. @type {Map<unknown, string | null>} */
  #left = new Map();

  /** Another clip will come. */
  #leave() {
    const { element, session } = this.ui;
    if (this.#clip && session.overrides.holds('marks')) this.#left.set(this.#clip, element.marks);
    this.#clip = null;
  }

  /** Brings back the marks that were left on the clip, or those that a packed file has, unless a link or the author has others. */
  #take() {
    const { element, session } = this.ui;
    const { complete, info, overrides, source, state } = session;
    if (this.#clip || !complete || state.replacing || !source) return;
    const { blob, url } = ownFile(source);
    this.#clip = blob ?? url ?? source;
    const left = this.#left.get(this.#clip);
    const marks = left === undefined ? (element.marks ?? marksOf(info)) : left;
    if (marks !== element.marks && !overrides.holds('marks')) overrides.set('marks', marks);
  }

  #later = batched(() => {
    this.#take();
    this.#update();
  });

  /** The own marks, as the attribute has them. */
  get all() {
    return parseMarks(this.ui.session.get('marks') ?? '').marks;
  }
  get thresholds() {
    return parseContacts(this.ui.session.get('contacts') ?? '');
  }
  get stances() {
    return this.ui.session.get('contacts') === null ? null : (this.#body?.stances ?? null);
  }

  /** What finds the feet, once it is here. @type {import('../../actors/body-finder.js').Body | null} */
  #body = null;

  #update() {
    const {
      lanes,
      ui: { idle, insets, session },
    } = this;
    const contacts = session.get('contacts') !== null;
    const wrong = parseMarks(session.get('marks') ?? '').wrong.join('; ');
    if (wrong && wrong !== this.#announced) session.say(K.unknown(wrong));
    this.#announced = wrong;
    if (contacts && !this.#body) {
      finding().then(
        ({ bodyOf }) => {
          this.#body = bodyOf(session);
          this.#later();
        },
        () => {},
      );
    }
    this.#body?.use(this.#later, contacts);
    lanes.stances = this.stances;
    const visible = Boolean(session.info) && (contacts || this.all.length > 0);
    if (lanes.root.hidden === visible) {
      lanes.root.hidden = !visible;
      idle.showControls();
      insets.measure();
    }
    if (this.chosen >= this.all.length) this.chosen = -1;
    if (visible) lanes.draw();
    const count = this.all.length;
    if (count !== this.#count) session.present('marks', count ? { step: (way) => this.step(way) } : null);
    this.#count = count;
    this.changed();
  }

  /** @param {Mark[]} marks */
  #set(marks) {
    this.ui.history.set('marks', marks.length ? writeMarks(marks) : null, true);
  }

  /** @param {number} index */
  choose(index) {
    if (index === this.chosen) return;
    this.chosen = index;
    this.#later();
  }

  /** Adds an event now, or a span: the loop range, or half a second from now. @param {'event' | 'span'} kind */
  add(kind) {
    const { session } = this.ui;
    const { duration, time } = session.playback;
    const { all, lanes } = this;
    const [from, to] = kind === 'event' ? [time, time] : (session.get('range') ?? [time, time + SPAN]);
    const begin = lanes.framed(kind === 'span' ? Math.min(from, duration - SPAN / 5) : from);
    const count = all.filter((mark) => mark.to > mark.from === (kind === 'span')).length + 1;
    const name = kind === 'event' ? K.eventName(count) : K.spanName(count);
    this.chosen = all.length;
    this.#set([...all, { name, from: begin, to: kind === 'event' ? begin : lanes.framed(to) }]);
    session.say(K.added(name, K.at(begin)));
  }

  /** @param {string} name of the chosen mark */
  rename(name) {
    this.#set(this.all.map((mark, index) => (index === this.chosen ? { ...mark, name } : mark)));
  }

  /** @param {number} [index] */
  remove(index = this.chosen) {
    const { all } = this;
    if (!all[index]) return;
    this.chosen = -1;
    this.#set(all.filter((_, at) => at !== index));
    this.ui.history.tell(K.removed(all[index].name));
  }

  /** Goes to the next or previous mark: an own one, or one of the file. @param {-1 | 1} way */
  step(way) {
    const { info, playback } = this.ui.session;
    const own = this.all.map(({ name, from }, index) => ({ name, at: from, index }));
    const behaviour = this.ui.session.get('behaviour');
    const ofFile = (info?.marks ?? [])
      .filter((mark) => mark.behaviour === behaviour)
      .map(({ at, text }) => ({ name: text, at: playback.timeOf(at), index: -1 }));
    const marks = [...own, ...ofFile].sort((a, b) => a.at - b.at);
    const now = playback.time;
    const next = way > 0 ? marks.find(({ at }) => at > now + SAME) : marks.filter(({ at }) => at < now - SAME).at(-1);
    if (!next) {
      this.ui.session.say(way > 0 ? K.noNext : K.noPrevious);
      return;
    }
    playback.pause();
    playback.seek({ seconds: next.at });
    this.choose(next.index);
    this.ui.session.say(K.added(next.name, K.at(next.at)));
  }

  /** The last step before now; undefined if there is none. */
  get lastStep() {
    const { time } = this.ui.session.playback;
    return this.#body?.steps.filter((step) => step.time <= time + SAME).at(-1);
  }

  /** How fast each foot slides now, millimetres a second; NaN in the air. @returns {[left: number, right: number]} */
  get slides() {
    const {
      host,
      info,
      playback: { duration, frame, frameTime, keyed, time },
    } = this.ui.session;
    const { stances } = this;
    const [slowest, step] = [keyed ? time : frame * frameTime, keyed ? duration / 1000 : frameTime];
    const moments = Float64Array.of(Math.max(0, slowest - step), Math.min(duration, slowest + step));
    return /** @type {[number, number]} */ (
      SIDES.map((side) => {
        const foot = stances?.[side];
        if (!foot || !info) return NaN;
        const { spans } = foot;
        const planted = spans.some((from, index) => index % 2 === 0 && slowest >= from - SAME && slowest <= spans[index + 1] + SAME);
        if (!planted) return NaN;
        const paths = footOf(info.joints, foot.ankle)
          .map((joint) => host.read((stage) => stage.path(joint, moments), NONE))
          .filter((path) => path.length === 6);
        return slideOf(
          paths.map((path) => path.subarray(0, 3)),
          paths.map((path) => path.subarray(3)),
          moments[1] - moments[0],
        );
      })
    );
  }

  /** @param {import('./words.js').Thresholds} thresholds */
  set thresholds(thresholds) {
    this.ui.history.set('contacts', writeContacts(thresholds));
  }
}

/** What the console tells page authors of a wrong text of each attribute; '' if it is valid. @type {Record<string, (text: string) => string>} */
export const check = {
  marks: (text) =>
    text.split(';').every((part) => /^\s*$|@\d*\.?\d+(-\d*\.?\d+)?\s*$/.test(part))
      ? ''
      : 'takes marks with semicolons between them: a name, @, and a second, or two for a span: step@1.2; turn@2-3.5',
  contacts: (text) =>
    /^\s*(\d*\.?\d+)?(\s*,\s*(\d*\.?\d+)?)?\s*$/.test(text)
      ? ''
      : 'takes a speed in metres a second and a height in metres, below which a foot is on the ground: 0.8,0.05',
};
