/** What a chronophotograph shows beside its figures: their path on the floor, and the time of each. */
import css from './moments.css';
import { setAttr, setText, svg } from '../player/base/dom.js';
import { stillsOf } from '../player/drawing/stills.js';
import { clock } from '../player/words/format.js';
import { M } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../player/drawing/stills.js').Still} Still */

/** @type {CSSStyleSheet | undefined} */
let sheet;
/** @type {WeakMap<Session, Moments>} */
const shown = new WeakMap();

/** Shows path and times of a player's chronophotograph, now and whenever it has one. @param {ShadowRoot} shadow @param {Session} session */
export function show(shadow, session) {
  if (shown.has(session)) return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  const moments = new Moments(session);
  shown.set(session, moments);
  shadow.querySelector('.canvas')?.after(moments.root);
}

class Moments {
  #under = svg('polyline', { class: 'under' });
  #path = svg('polyline', { class: 'path' });
  #times = svg('g', {});
  root = svg('svg', { class: 'moments', role: 'img' });

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.root.append(this.#under, this.#path, this.#times);
    for (const signal of /** @type {const} */ (['clip', 'time', 'view', 'size', 'setting'])) session.on(signal, () => this.#write());
    this.#write();
  }

  #write() {
    const { session } = this;
    const shown = session.get('moments') && session.info;
    const { stills, path } = stillsOf(shown ? session.host.read((stage) => stage.stills(), new Float32Array()) : []);
    this.root.toggleAttribute('hidden', !stills.length);
    if (!stills.length) return;
    setAttr(this.root, 'aria-label', M.shown(stills.length, stills[0].moment, stills[stills.length - 1].moment));
    const points = path.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
    for (const line of [this.#under, this.#path]) setAttr(line, 'points', points);
    const marks = this.#times.children;
    while (marks.length > stills.length) marks[marks.length - 1].remove();
    while (marks.length < stills.length) this.#times.append(mark());
    const first = stills.findIndex(({ named }) => named);
    stills.forEach((still, index) => draw(marks[index], still, { last: index === stills.length - 1, unit: index === first }, session.playback.duration));
  }
}

function mark() {
  const group = svg('g', {});
  group.append(svg('line', { class: 'tick' }), svg('circle', { class: 'dot', r: '2.5' }), svg('text', {}));
  return group;
}

/**
 * @param {Element} group @param {Still} still
 * @param {{ last: boolean, unit: boolean }} how unit: its time names the unit
 * @param {number} duration
 */
function draw(group, { moment, place: [x, y], label: [labelX, labelY], named }, { last, unit }, duration) {
  const seen = x === x && labelX === labelX;
  group.toggleAttribute('hidden', !seen);
  if (!seen) return;
  setAttr(group, 'class', last ? 'last' : '');
  const [tick, dot, text] = group.children;
  /** @param {Element} element @param {Record<string, number>} to */
  const put = (element, to) => { for (const [name, value] of Object.entries(to)) setAttr(element, name, value.toFixed(1)); };
  // The tick ends above the digits.
  put(tick, { x1: x, y1: y, x2: x + (labelX - x) * 0.72, y2: y + (labelY - y) * 0.72 });
  put(dot, { cx: x, cy: y });
  put(text, { x: labelX, y: labelY });
  tick.toggleAttribute('hidden', !named);
  text.toggleAttribute('hidden', !named);
  const time = clock(moment, duration);
  setText(text, unit && duration < 60 ? M.seconds(time) : time);
}
