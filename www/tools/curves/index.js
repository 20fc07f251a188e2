/** Curves above the timeline: numbers of joints over time, in the window that the timeline shows. Fetched when they are first opened. */
import css from './curves.css';
import { WHATS, parseCurves } from './words.js';
import { listenOnTimeline } from '../../controls/timeline-gestures.js';
import { batched } from '../../player/base/batched.js';
import { h } from '../../player/base/dom.js';
import { lazy } from '../../player/base/parts.js';
import { once, style } from '../../player/element/shell.js';
import { clock } from '../../player/words/format.js';
import { jointNamed, keyOf, shownOf, whatsOf } from './choose.js';
import { Head } from './head.js';
import './icons.js';
import { COLOURS, dashesOf, paled } from './look.js';
import { measuredCurves } from './measured.js';
import { listenOnPlot } from '../../controls/chart/plot-gestures.js';
import { Plot } from '../../controls/chart/plot.js';
import { KINDS, Source } from './source.js';
import { Table } from './table.js';
import { V } from './strings.js';

/** @typedef {import('../../controls/controls.js').Controls} Controls */
/** @typedef {import('./words.js').What} What */
/** @typedef {import('./words.js').Request} Request */
/** A curve that stays when another joint is chosen. @typedef {{ request: Request, joint: number, rank: number }} Pin rank: of its joint among those shown, the chosen one first */

const saving = lazy(() => import('./save.js'));
const mending = lazy(() => import('./before.js'));

/** The height of the lines, CSS pixels: the least and the usual one; in a low player, in a small embed, and in others. */
const LOW_PX = 400;
const SHORT_PX = 600;
/** @param {number} height of the player @returns {[least: number, usual: number]} */
const heights = (height) => (height <= LOW_PX ? [56, 80] : [64, height <= SHORT_PX ? 96 : 172]);

/** Shows a player's curves, now and whenever it has some. */
export const show = once((/** @type {Controls} */ ui) => {
  style(ui.shadow, css);
  return new Pane(ui);
});

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
    this.head = new Head(this);
    this.plot = new Plot(this);
    this.root = h('div', { class: 'curves', part: 'curves', role: 'group', 'aria-label': V.title }, this.plot.root, this.plot.table);
    /** Once it is there. @type {import('../../controls/dock.js').Dock | null} */
    this.dock = null;
    /** @type {import('../../controls/dock.js').Pane} */
    this.pane = {
      name: 'curves',
      title: V.title,
      root: this.root,
      head: this.head.root,
      heights,
      summary: () => V.folded(this.joint < 0 ? '' : this.nameOf(this.joint), this.plot.lines.length),
      spark: () => this.plot.spark(),
      table: new Table(this),
    };
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
    session.on('play', (plays) => {
      this.plot.move();
      if (!plays) this.#later();
    });
    this.timeline.zoom.watch(() => {
      this.plot.later();
      this.dock?.update();
    });
    new ResizeObserver(() => this.plot.later()).observe(this.plot.root);
    ui.bar?.dock().then((dock) => {
      this.dock = dock;
      this.#update();
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
      ui: { session },
    } = this;
    if (this.#open !== on && this.dock) {
      this.#open = on;
      if (on) this.dock.open(this.pane);
      else this.dock.close(this.pane);
    }
    if (!on) return;
    saving().then(
      (script) => {
        this.#saving = script;
      },
      () => {},
    );
    source.update(this.#fresh);
    const before = this.#behind(this.#fresh);
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
    const chosen = [
      ...this.shown.map((what) => ({ joint: this.joint, what, rank: 0 })),
      ...this.pins
        .filter(({ joint, request }) => joint !== this.joint || !this.shown.includes(request.what))
        .map(({ joint, request, rank }) => ({ joint, what: request.what, rank })),
    ];
    /** @param {Source | null} from @param {boolean} [behind] */
    const lines = (from, behind = false) =>
      chosen.flatMap(({ joint, what, rank }) => {
        const curve = from?.curve(joint, what);
        if (!curve) return [];
        const [colour, paper] = [this.colourOf(what), COLOURS.light[KINDS[what].role]];
        const line = { curve, colour, paper, dashes: dashesOf(rank) };
        if (!behind) return [line];
        const { series } = curve;
        const words = { key: `${series.key} before`, title: V.before(`${this.nameOf(joint)} ${series.label}`) };
        return [
          {
            ...line,
            curve: { ...curve, series: { ...series, ...words } },
            colour: paled(colour, session.get('theme')),
            paper: paled(paper, 'light'),
            behind,
          },
        ];
      });
    // Curves behind others are drawn first.
    this.plot.fill([...lines(before, true), ...lines(source), ...measuredCurves(session)]);
    this.dock?.update();
    if (source.unfinished || before?.unfinished) requestAnimationFrame(() => this.#update());
  }

  /** The curves of the file of a mended motion. @type {import('./before.js').Before | null} */
  #before = null;

  /** What gives these curves; null where nothing was mended, and until it is there. @param {boolean} fresh the stage is another one */
  #behind(fresh) {
    const { session } = this.ui;
    if (this.#before) return this.#before.update(fresh);
    if (session.source?.mended)
      mending().then(
        ({ Before }) => {
          this.#before ??= new Before(session, new Source(session, () => this.#later()), () => this.#later());
          this.#later();
        },
        () => {},
      );
    return null;
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
    this.ui.history.set('curves', [...(shown.length || pinned.length ? shown : ['none']), ...pinned.map(keyOf)].join(', '));
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
