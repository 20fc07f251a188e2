/** A player before its first picture. The controls come after it, since painting them keeps the GPU process busy (measured), or at any input. */
import css from './player.css';
import { h, setAttr, setText } from '../base/dom.js';
import { MareyError, faultOf } from '../words/faults.js';
import { clock } from '../words/format.js';
import { S } from '../words/strings.js';
import { speak } from '../words/words.js';
import { controls, expectedInsets } from './rooms.js';

/** @typedef {import('./element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../session/session.js').Session} Session */

/** Maximum time that the controls wait for the first picture. */
const FIRST_MS = 4000;

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** Adds a style sheet to a shadow root, unless it is there. @param {ShadowRoot} shadow @param {CSSStyleSheet} added */
export function adopt(shadow, added) {
  if (!shadow.adoptedStyleSheets.includes(added)) shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, added];
}

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** Adds a style, given as text, to a shadow root, unless it is there. @param {ShadowRoot} shadow @param {string} text */
export function style(shadow, text) {
  const added = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) added.replaceSync(text);
  sheets.set(text, added);
  adopt(shadow, added);
}

/** A function that makes one thing for each session, and returns it. @template {{ session: Session }} H @template T @param {(host: H) => T} make @returns {(host: H) => T} */
export function once(make) {
  /** @type {WeakMap<Session, T>} */
  const made = new WeakMap();
  return (host) => {
    if (!made.has(host.session)) made.set(host.session, make(host));
    return /** @type {T} */ (made.get(host.session));
  };
}

export class Shell {
  /** The controls are there or on their way. */
  #requested = false;
  /** The controls are there, and measure their own insets. */
  #controls = false;
  /** The message if the controls cannot be fetched. @type {HTMLElement | null} */
  #note = null;
  /** Shown before the first picture: the page's own slotted poster, or the picture of the attribute. */
  #poster = h('slot', { name: 'poster' });
  /** Shown if there is no poster: the name of a deferred clip, for screenshots and prints of the page. */
  #words = h('p', { class: 'words' });
  /** @type {CSSStyleSheet | null} */
  #size = null;

  /** @param {MareyPlayer} element */
  constructor(element) {
    this.element = element;
    this.shadow = element.attachShadow({ mode: 'open' });
    if (this.shadow.adoptedStyleSheets) {
      if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
      }
      adopt(this.shadow, sheet);
    }
    this.box = h('div', { class: 'canvas' });
    this.stage = h('div', { class: 'stage', role: 'group', part: 'stage' }, this.box, this.#poster);
    this.live = h('div', { class: 'sr', 'aria-live': 'polite' });
    this.root = h('div', { class: 'root', part: 'root' }, this.stage, h('slot', {}), this.live);
    this.shadow.append(this.root);
  }

  /** @param {Session} session */
  attach(session) {
    this.session = session;
    session.on('clip', () => {
      this.#describe();
      this.#updatePoster();
    });
    session.on('play', () => this.#updatePoster());
    session.on('load', () => this.#describe());
    session.on('attribute', (name) => {
      if (name === 'alt') this.#describe();
      if (name === 'poster') this.#showPoster();
      if (name === 'width' || name === 'height') this.#resize();
    });
    for (const signal of /** @type {const} */ (['size', 'page'])) session.on(signal, () => this.#keepInsets());
    // The page may set its words in the meantime.
    queueMicrotask(() => this.#describe());
    this.#showPoster();
    this.#resize();
    this.#deferControls(session);
  }

  #describe() {
    const { element, stage } = this;
    const session = /** @type {Session} */ (this.session);
    const {
      info,
      playback: { duration },
    } = session;
    setText(this.#words, session.deferred ? `${session.requested?.name}\n${element.alt}` : '');
    this.root.lang = speak(element);
    const joints = info?.joints.filter((joint) => !joint.endSite).length ?? 0;
    setAttr(stage, 'aria-label', element.alt || (info ? S.stage(info.name, joints, clock(duration, duration)) : S.emptyStage));
  }

  /** Frames the figure with the insets that the controls will measure, so that it does not jump when they come. */
  #keepInsets() {
    const { element, session } = this;
    if (this.#controls || !session || !element.controls) return;
    const insets = expectedInsets(session);
    session.host.change((stage) => stage.setInsets(...insets));
  }

  #showPoster() {
    const { poster } = this.element;
    this.#poster.replaceChildren(...(poster ? [h('img', { class: 'poster', part: 'poster', src: poster, alt: '' })] : [this.#words]));
    this.#updatePoster();
  }

  #updatePoster() {
    this.#poster.hidden = this.session?.drawn ?? false;
  }

  /** Sizes the box by `width` and `height`, as a video. The rules are the element's own, so that any rule of the page overrides them. */
  #resize() {
    const [width, height] = ['width', 'height'].map((name) => /^\s*(\d+(?:\.\d+)?)(%?)/.exec(this.element.getAttribute(name) ?? ''));
    if ((!width && !height && !this.#size) || !this.shadow.adoptedStyleSheets) return;
    this.#size ??= new CSSStyleSheet();
    adopt(this.shadow, this.#size);
    const length = (/** @type {RegExpExecArray} */ [, number, percent]) => `${number}${percent || 'px'}`;
    const both = width && height && !width[2] && !height[2];
    this.#size.replaceSync(
      `:host{${both ? `aspect-ratio:${width[1]}/${height[1]};` : height ? `height:${length(height)};` : ''}width:${width ? length(width) : height ? 'fit-content' : 'auto'}}`,
    );
  }

  /** @param {Session} session */
  #deferControls(session) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let late;
    const loadControls = () => {
      clearTimeout(late);
      for (const remove of removers) remove();
      this.controls();
    };
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      this.element.addEventListener(type, loadControls, { once: true, passive: true });
    const { host } = session;
    const removers = [
      session.on('play', () => {
        if (session.drawn) loadControls();
      }),
      session.on('load', () => {
        if (!session.near) return;
        late ??= setTimeout(loadControls, FIRST_MS);
        if (session.deferred) loadControls();
      }),
      session.on('fault', () => {
        if (session.failure || session.pictureFault || (host.ready && !session.progress)) loadControls();
      }),
    ];
  }

  /** Fetches the controls. If that fails a note says why, and the next press tries again. */
  async controls() {
    if (this.#requested) return;
    this.#requested = true;
    this.#note?.remove();
    const { lacks } = /** @type {Session} */ (this.session);
    try {
      if (lacks) throw new MareyError(lacks);
      const { Controls } = await controls();
      this.#controls = true;
      new Controls(this, /** @type {Session} */ (this.session));
      this.session?.signal('controls');
    } catch (error) {
      this.#requested = this.#controls = false;
      this.#note = h(
        'div',
        { class: 'note card', part: 'card', role: 'alert' },
        faultOf(error).message,
        ' ',
        !lacks && h('button', { type: 'button', onclick: () => location.reload() }, S.reload),
      );
      this.root.append(this.#note);
      this.element.addEventListener(
        'pointerdown',
        (event) => {
          if (event.composedPath()[0] !== this.#note?.lastChild) this.controls();
        },
        { once: true },
      );
    }
  }
}
