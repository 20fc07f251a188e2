/** Curves above the timeline: numbers of joints over time, in the window that the timeline shows. Fetched when they are first opened. */
import css from './curves.css';
import { WHATS, parseCurves } from './words.js';
import { listenOnTimeline } from '../../controls/timeline-gestures.js';
import { batched } from '../../player/base/batched.js';
import { h, setAttr } from '../../player/base/dom.js';
import { lazy } from '../../player/base/parts.js';
import { once, style } from '../../player/element/shell.js';
import { clock } from '../../player/words/format.js';
import { jointNamed, keyOf, shownOf, whatsOf } from './choose.js';
import { Head } from './head.js';
import './icons.js';
import { COLOURS, dashesOf } from './look.js';
import { measuredCurves } from './measured.js';
import { listenOnPlot } from './plot-gestures.js';
import { Plot } from './plot.js';
import { KINDS, Source } from './source.js';
import { V } from './strings.js';

/** @typedef {import('../../controls/controls.js').Controls} Controls */
/** @typedef {import('./words.js').What} What */
/** @typedef {import('./words.js').Request} Request */
/** A curve that stays when another joint is chosen. @typedef {{ request: Request, joint: number, rank: number }} Pin rank: of its joint among those shown, the chosen one first */

const saving = lazy(() => import('./save.js'));

/** By which a key changes the height of the curves, CSS pixels. */
const STEP_PX = 16;
/** The least height, as the style sheet has it. */
const LEAST_PX = 64;
/** A pull at the edge below this height closes the curves. */
const CLOSES_PX = 40;
/** The head above the curves. */
const HEAD_PX = 38;

/** Shows a player's curves, now and whenever it has some. */
export const show = once((/** @type {Controls} */ ui) => {
  style(ui.shadow, css);
  return new Pane(ui);
});

/** Follows the pointer or the keys at the bar's upper edge. @param {Controls} ui @param {PointerEvent | KeyboardEvent} event */
export const pull = (ui, event) => show(ui).pull(event);

export class Pane {
  /** The chosen joint; -1 for none. */
  joint = -1;
  /** What the chosen joint has. @type {What[]} */
  whats = [];
  /** What is shown of it. @type {What[]} */
  shown = [];
  /** @type {Pin[]} */
  pins = [];
  #open = false;
  #wrong = '';
  /** The stage is another one. */
  #fresh = false;

  /** @param {Controls} ui */
  constructor(ui) {
    const { session } = ui;
    this.ui = ui;
    this.timeline = /** @type {import('../../controls/timeline.js').Timeline} */ (ui.bar?.timeline);
    this.source = new Source(session, () => this.#later());
    this.head = new Head(this, () => this.close());
    this.plot = new Plot(this);
    this.edge = /** @type {HTMLElement} */ (ui.bar?.edge);
    this.root = h(
      'div',
      { class: 'curves dock', part: 'curves', role: 'group', 'aria-label': V.title, hidden: true },
      this.head.root,
      this.plot.root,
      this.plot.table,
    );
    ui.bar?.root.prepend(this.root);
    listenOnTimeline(
      ui,
      Object.assign(Object.create(this.timeline), {
        root: this.plot.surface,
        pinch: (/** @type {boolean} */ on) => {
          this.plot.pinching = on;
        },
      }),
    );
    listenOnPlot(this);
    for (const signal of /** @type {const} */ (['clip', 'setting', 'actors', 'select', 'tool'])) session.on(signal, () => this.#later());
    session.on('stage', () => {
      this.#fresh = true;
      this.#later();
    });
    session.on('print', () => this.#print());
    session.on('time', () => this.plot.move());
    session.on('play', () => {
      this.plot.move();
      if (session.playback.paused) this.#later();
    });
    this.timeline.zoom.watch(() => this.plot.later());
    new ResizeObserver(() => this.plot.later()).observe(this.plot.root);
    this.#update();
  }

  #makeRoom() {
    const { root } = this;
    this.ui.room.open('curves', {
      where: 'below',
      size: () => root.offsetHeight,
      stretch: (most) => root.style.setProperty('--most', `${most - (root.offsetHeight - this.plot.root.offsetHeight)}px`),
      fold: (folded) => {
        root.hidden = folded;
      },
      summary: () => V.folded(this.joint < 0 ? '' : this.nameOf(this.joint), this.shown.length + this.pins.length),
    });
  }

  get on() {
    return this.ui.session.get('curves') !== null;
  }

  #later = batched(() => this.#update());

  /** Shows what the attribute says of the joint that is chosen. */
  #update() {
    const {
      on,
      source,
      ui: { bar, idle, session },
    } = this;
    if (this.#open !== on) {
      this.#open = on;
      this.root.hidden = !on;
      idle.showControls();
      setAttr(/** @type {Element} */ (bar?.root), 'data-dock', on);
      if (on) this.#makeRoom();
      else this.ui.room.close('curves');
    }
    if (!on) {
      setAttr(this.edge, 'aria-valuenow', '0');
      return;
    }
    saving().then(
      (script) => {
        this.#saving = script;
      },
      () => {},
    );
    source.update(this.#fresh);
    this.#fresh = false;
    const { info } = session;
    const { requests, wrong, none } = parseCurves(session.get('curves') ?? '');
    this.joint = info && session.view.selected < info.joints.length ? session.view.selected : -1;
    this.whats =
      info && this.joint >= 0
        ? whatsOf(
            info.joints[this.joint],
            info.joints.some(({ channels }) => channels),
          )
        : [];
    const pinned = requests.filter(({ joint }) => joint);
    this.shown = shownOf(
      this.whats,
      requests.filter(({ joint }) => !joint).map(({ what }) => what),
      !requests.length && !none,
    );
    const ranks = this.joint < 0 ? [] : [this.joint];
    this.pins = !info
      ? []
      : pinned.flatMap((request) => {
          const joint = jointNamed(info.joints, request.joint);
          if (joint < 0) wrong.push(request.joint);
          else if (!ranks.includes(joint)) ranks.push(joint);
          return joint < 0 ? [] : [{ request, joint, rank: ranks.indexOf(joint) }];
        });
    this.#tell(info ? wrong : []);
    this.head.update();
    this.plot.fill(
      [
        ...this.shown.map((what) => ({ joint: this.joint, what, rank: 0 })),
        ...this.pins
          .filter(({ joint, request }) => joint !== this.joint || !this.shown.includes(request.what))
          .map(({ joint, request, rank }) => ({ joint, what: request.what, rank })),
      ]
        .flatMap(({ joint, what, rank }) => {
          const curve = source.curve(joint, what);
          return curve ? [{ curve, colour: this.colourOf(what), paper: COLOURS.light[KINDS[what].role], dashes: dashesOf(rank) }] : [];
        })
        .concat(measuredCurves(session)),
    );
    if (source.unfinished) requestAnimationFrame(() => this.#update());
  }

  /** Tells what of the attribute is nothing, once. @param {string[]} wrong */
  #tell(wrong) {
    const text = wrong.join(', ');
    if (text && text !== this.#wrong) this.ui.session.say(V.unknown(text));
    this.#wrong = text;
  }

  /** The name of a joint in words; '' without one. @param {number} joint */
  nameOf(joint) {
    const { label = '', name = '' } = this.ui.session.info?.joints[joint] ?? {};
    return label || name;
  }

  /** @param {What} what */
  colourOf(what) {
    return COLOURS[this.ui.session.get('theme')][KINDS[what].role];
  }

  /** @param {Request[]} pinned @param {What[]} shown */
  #choose(pinned, shown) {
    this.ui.set('curves', [...(shown.length || pinned.length ? shown : ['none']), ...pinned.map(keyOf)].join(', '));
  }

  get #requests() {
    return this.pins.map(({ request }) => request);
  }

  /** @param {What} what */
  toggle(what) {
    this.#choose(
      this.#requests,
      WHATS.filter((each) => this.shown.includes(each) !== (each === what)),
    );
  }

  /** Keeps the curves of the chosen joint. */
  pin() {
    const joint = this.ui.session.info?.joints[this.joint]?.name ?? '';
    const added = this.shown
      .map((what) => ({ joint, what }))
      .filter((request) => !this.#requests.some((each) => keyOf(each) === keyOf(request)));
    this.#choose([...this.#requests, ...added], this.shown);
  }

  /** @param {Request} request */
  unpin(request) {
    this.#choose(
      this.#requests.filter((each) => keyOf(each) !== keyOf(request)),
      this.shown,
    );
  }

  unwrap() {
    this.source.unwrapped = !this.source.unwrapped;
    this.#update();
  }

  /** @param {'copy' | typeof import('./head.js').FILES[number]} how */
  async take(how) {
    (await saving()).take(this, how);
  }

  /** Draws for paper. It is fetched early, because printing cannot wait. @type {typeof import('./save.js') | null} */
  #saving = null;

  /** Puts the curves below the picture on paper. */
  #print() {
    const sheet = this.on && this.#saving?.sheet(this);
    if (!sheet) return;
    sheet.className = 'paper-of-curves';
    this.ui.stage.append(sheet);
    addEventListener('afterprint', () => sheet.remove(), { once: true });
  }

  close() {
    const inside = this.root.contains(this.ui.shadow.activeElement);
    this.ui.set('curves', null);
    this.height = 0;
    if (inside) this.ui.stage.focus();
  }

  // The height

  /** @param {number} height CSS pixels; 0: the usual one. The style sheet bounds it */
  set height(height) {
    this.root.style.setProperty('--curves', height ? `${height}px` : '');
  }

  /** Opens the curves, changes their height, or closes them below CLOSES_PX. @param {PointerEvent | KeyboardEvent} event */
  pull(event) {
    const height = this.on ? this.plot.root.offsetHeight : 0;
    if (event instanceof KeyboardEvent) {
      const by = { ArrowUp: STEP_PX, ArrowDown: -STEP_PX, PageUp: 4 * STEP_PX, PageDown: -4 * STEP_PX }[event.key] ?? 0;
      if (!this.on && by > 0) this.ui.set('curves', '');
      // At its least height a step down closes them.
      else if (height + by < LEAST_PX) this.close();
      else this.height = height + by;
      return;
    }
    if (event.button) return;
    const { edge } = this;
    const from = event.clientY + height - (this.on ? 0 : HEAD_PX);
    edge.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ { clientY }) => {
      if (!this.on && from - clientY > 0) this.ui.set('curves', '');
      if (this.on) this.height = Math.max(1, from - clientY);
    };
    const up = (/** @type {PointerEvent} */ { clientY, type }) => {
      edge.removeEventListener('pointermove', move);
      if (type === 'pointerup' && this.on && from - clientY < CLOSES_PX) this.close();
    };
    edge.addEventListener('pointermove', move);
    for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) edge.addEventListener(type, up, { once: true });
  }

  /** The window, in seconds. */
  get window() {
    return this.timeline.zoom.seconds;
  }

  /** Writes the window into the head. */
  writeWindow() {
    const duration = this.ui.session.playback.duration || 0;
    const [from, to] = this.window;
    this.head.window(clock(from, duration), clock(to, duration));
  }
}

/** What the console tells page authors of a wrong text of each attribute; '' if it is valid. @type {Record<string, (text: string) => string>} */
export const check = {
  curves: (text) =>
    parseCurves(text).wrong.length
      ? 'takes names of joints with a colon and a word behind each, such as RightHand:y or LeftLeg:angle; a word alone is about the selected joint'
      : '',
};
