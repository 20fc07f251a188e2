/**
 * What a player is made of before its first picture: the shadow tree, the stage, the poster. The controls with their style
 * are fetched and painted after that picture: their shapes keep the browser's GPU process busy just when it should draw
 * (measured: for longer than everything else together). A hand brings them at once, and where there is nothing to show they
 * come with the empty stage.
 */
import css from './player.css';
import { h, setAttr } from './dom.js';
import { faultOf } from './faults.js';
import { clock } from './format.js';
import { lazy } from './parts.js';
import { S } from './strings.js';
import { speak } from './words.js';

/** @typedef {import('./element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('./session.js').Session} Session */

/** How long the controls wait for the first picture, at most. */
const FIRST_MS = 4000;

/** Where `controls.css` has another layout. */
const SLIM_PX = 400;
const LOW_PX = 300;
const NARROW_PX = 640;

const controlsScript = lazy(() => import('../controls/index.js'));

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** Adds to a shadow root's styles, and leaves those alone that are there. @param {ShadowRoot} shadow @param {CSSStyleSheet} added */
export function adopt(shadow, added) {
  if (!shadow.adoptedStyleSheets.includes(added)) shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, added];
}

export class Shell {
  /** They are there, or on their way. */
  #asked = false;
  /** They are there, and measure themselves. */
  #controls = false;
  /** What is said without them. @type {HTMLElement | null} */
  #note = null;
  /** Before the first picture: what the page has put there, or the picture that it names. */
  #poster = h('slot', { name: 'poster' });
  /** In its place, where there is none: what waits to be seen or played, for who captures or prints the page before that. */
  #words = h('p', { class: 'words' });
  /** @type {CSSStyleSheet | null} */
  #size = null;

  /** @param {MareyPlayer} element */
  constructor(element) {
    this.element = element;
    this.shadow = element.attachShadow({ mode: 'open' });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    adopt(this.shadow, sheet);
    this.box = h('div', { class: 'canvas' });
    this.stage = h('div', { class: 'stage', role: 'group', part: 'stage' }, this.box, this.#poster);
    this.live = h('div', { class: 'sr', 'aria-live': 'polite' });
    this.root = h('div', { class: 'root', part: 'root' }, this.stage, h('slot', {}), this.live);
    this.shadow.append(this.root);
  }

  /** @param {Session} session */
  attach(session) {
    this.session = session;
    session.on('clip', () => { this.#describe(); this.#cover(); });
    session.on('play', () => this.#cover());
    session.on('load', () => this.#describe());
    session.on('attribute', (name) => {
      if (name === 'alt') this.#describe();
      if (name === 'poster') this.#hang();
      if (name === 'width' || name === 'height') this.#resize();
    });
    session.on('size', () => this.#keepRoom());
    // The page may be about to say its words.
    queueMicrotask(() => this.#describe());
    this.#hang();
    this.#resize();
    this.#figureFirst(session);
  }

  #describe() {
    const { element, stage } = this;
    const session = /** @type {Session} */ (this.session);
    const { info, playback: { duration } } = session;
    this.#words.textContent = session.deferred ? `${session.asked?.name}\n${element.alt}` : '';
    this.root.lang = speak(element);
    const joints = info?.joints.filter((joint) => !joint.endSite).length ?? 0;
    setAttr(stage, 'aria-label', element.alt || (info ? S.stage(info.name, joints, clock(duration, duration)) : S.emptyStage));
  }

  /** The figure is framed for controls that are still to come, as they measure it then: it must not jump when they do. */
  #keepRoom() {
    const { element, session } = this;
    if (this.#controls || !session || !element.controls) return;
    const { width, height } = session.host.size;
    const [top, right, below, left] = session.room(session.host.size) || [0, 0, 0, 0];
    const narrow = width <= NARROW_PX;
    const bar = height <= SLIM_PX ? 44 : narrow ? 140 : matchMedia('(pointer: coarse)').matches ? 100 : 94;
    const title = height <= LOW_PX ? 26 : narrow ? 31 : 35;
    session.host.change((stage) => stage.setInsets(top || title, right, bar + 12 + below, left));
  }

  #hang() {
    const { poster } = this.element;
    this.#poster.replaceChildren(...(poster ? [h('img', { class: 'poster', part: 'poster', src: poster, alt: '' })] : [this.#words]));
    this.#cover();
  }

  #cover() { this.#poster.hidden = this.session?.drawn ?? false; }

  /** `width` and `height` as a video has them. They are rules of the element's own, so that any rule of the page is stronger. */
  #resize() {
    const [width, height] = ['width', 'height'].map((name) => /^\s*(\d+(?:\.\d+)?)(%?)/.exec(this.element.getAttribute(name) ?? ''));
    if (!width && !height && !this.#size) return;
    this.#size ??= new CSSStyleSheet();
    adopt(this.shadow, this.#size);
    const length = (/** @type {RegExpExecArray} */ [, number, percent]) => `${number}${percent || 'px'}`;
    const both = width && height && !width[2] && !height[2];
    this.#size.replaceSync(`:host{${both ? `aspect-ratio:${width[1]}/${height[1]};` : height ? `height:${length(height)};` : ''}width:${width ? length(width) : height ? 'fit-content' : 'auto'}}`);
  }

  /** @param {Session} session */
  #figureFirst(session) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let late;
    const come = () => {
      clearTimeout(late);
      for (const off of offs) off();
      this.controls();
    };
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin']) this.element.addEventListener(type, come, { once: true, passive: true });
    const { host } = session;
    const offs = [
      session.on('play', () => { if (session.drawn) come(); }),
      session.on('load', () => {
        if (!session.near) return;
        late ??= setTimeout(come, FIRST_MS);
        if (session.deferred) come();
      }),
      session.on('fault', () => { if (session.failure || session.pictureFault || (host.ready && !session.progress)) come(); }),
    ];
  }

  /** Everything that floats over the stage. Where it does not come, the bare shell says why; the next hand tries again. */
  async controls() {
    if (this.#asked) return;
    this.#asked = true;
    this.#note?.remove();
    try {
      const { Controls } = await controlsScript();
      this.#controls = true;
      new Controls(this, /** @type {Session} */ (this.session));
      this.session?.signal('controls');
    } catch (error) {
      this.#asked = this.#controls = false;
      this.#note = h('div', { class: 'note', role: 'alert' }, faultOf(error).message, ' ',
        h('button', { type: 'button', onclick: () => location.reload() }, S.reload));
      this.root.append(this.#note);
      this.element.addEventListener('pointerdown', (event) => { if (event.composedPath()[0] !== this.#note?.lastChild) this.controls(); }, { once: true });
    }
  }
}
