/** The shadow tree of a player: the stage, what floats over it, and when it floats away. */
import css from './player.css';
import { h, setAttr, setText } from './dom.js';
import { Bar, button } from './bar.js';
import { Cards } from './cards.js';
import { clock, short } from './format.js';
import { listenToHands } from './gestures.js';
import { listenToKeys } from './keys.js';
import { S } from './strings.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./element.js').MareyPlayer} MareyPlayer */
/** @typedef {keyof typeof import('../panels/index.js').panels} PanelName */
/** @typedef {{ content: Node, focus?: HTMLElement, dispose?: () => void }} Panel */

/** How long the controls stay after the last sign of life. */
const IDLE_MS = 2500;
const SAY_MS = 2200;
/** How long the controls wait for the first picture, at most. */
const FIRST_MS = 4000;

/** @type {CSSStyleSheet | undefined} */
let sheet;

function styles() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}

export class Interface {
  /** @type {Panel & { name: PanelName, root: HTMLElement } | null} */
  #panel = null;
  #asked = 0;
  /** @type {HTMLElement | null} */
  #opener = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #idle;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #saying;
  /** @type {Bar | null} */
  #bar = null;
  #spoken = '';
  /** @type {unknown} */
  #described = null;

  /** @param {MareyPlayer} element */
  constructor(element) {
    this.element = element;
    this.shadow = element.attachShadow({ mode: 'open' });
    this.shadow.adoptedStyleSheets = [styles()];
    this.box = h('div', { class: 'canvas' });
    this.stage = h('div', { class: 'stage', role: 'img', part: 'stage', 'aria-label': S.emptyStage }, this.box);
    this.name = h('span', { class: 'name' });
    this.meta = h('span', { class: 'meta' });
    this.top = h('div', { class: 'top fades' }, h('div', { class: 'title', part: 'title' }, this.name, this.meta), h('slot', { name: 'clips' }));
    this.centre = h('div', { class: 'centre' });
    this.label = h('div', { class: 'label', hidden: true, 'aria-hidden': 'true' });
    this.toast = h('div', { class: 'toast', 'aria-hidden': 'true' });
    this.live = h('div', { class: 'sr', 'aria-live': 'polite' });
    this.scale = h('div', { class: 'scale', hidden: true });
    this.foot = h('div', { class: 'foot fades' }, this.scale);
    this.root = h('div', { class: 'root', part: 'root' }, this.stage, this.top, this.centre, this.foot, this.label, this.toast,
      h('slot', {}), this.live);
    this.shadow.append(this.root);
  }

  /** The interface comes to life. @param {Core} core */
  attach(core) {
    /** @type {Core} */
    this.core = core;
    new Cards(this);
    listenToKeys(this);
    listenToHands(this);
    core.on('clip', () => this.#clip());
    core.on('select', () => this.#nameSelected());
    core.on('view', () => { this.#nameSelected(); this.#scale(); });
    core.on('time', () => this.#nameSelected());
    core.on('size', () => { this.#insets(); this.#scale(); });
    core.on('setting', (name) => { if (name === 'frameTime') this.#clip(); else this.#scale(); });
    core.on('play', () => { this.stir(); this.#speakState(); });
    core.on('fault', () => this.#fault());
    core.on('say', (text) => this.#say(text));
    core.on('attribute', (name) => { if (name === 'controls' || name === 'alt' || name === 'poster') this.#attributes(); });
    const { root } = this;
    for (const type of ['pointermove', 'pointerdown', 'focusin', 'keydown', 'wheel']) {
      root.addEventListener(type, () => this.stir(), { passive: true });
    }
    root.addEventListener('pointerleave', () => this.#rest(600));
    this.element.addEventListener('focusin', () => this.stir());
    this.#attributes();
    this.#clip();
    this.#figureFirst(core);
  }

  /**
   * The controls are not painted before the first picture is: their shapes keep the browser's GPU process busy just when
   * it should open the device (measured: for longer than everything else together). A hand brings them at once, and where
   * there is nothing to show they come with the empty stage.
   * @param {Core} core
   */
  #figureFirst(core) {
    const { root } = this;
    const come = () => {
      clearTimeout(late);
      for (const off of offs) off();
      delete root.dataset.early;
    };
    root.dataset.early = '';
    const late = setTimeout(come, FIRST_MS);
    const touched = () => come();
    for (const type of ['pointermove', 'pointerdown', 'keydown']) this.element.addEventListener(type, touched, { once: true, passive: true });
    const offs = [
      core.on('play', () => { if (core.shown) come(); }),
      core.on('fault', () => { if (core.fault || core.gpuFault || (core.host.ready && !core.loader.progress)) come(); }),
    ];
  }

  #attributes() {
    const { element } = this;
    const { controls } = element;
    if (controls && !this.#bar) {
      this.#bar = new Bar(this);
      this.foot.append(this.#bar.root);
    }
    setAttr(this.root, 'data-controls', controls);
    setAttr(this.stage, 'tabindex', controls ? '0' : null);
    if (!controls) this.closePanel();
    const poster = element.getAttribute('poster');
    this.poster?.remove();
    this.poster = poster ? h('img', { class: 'poster', src: poster, alt: '' }) : null;
    if (this.poster) this.stage.append(this.poster);
    this.#clip();
    this.#insets();
  }

  // The clip in words

  get metaText() {
    const { core } = this;
    const fps = core.keyed ? '' : core.frameTime ? short(1 / core.frameTime, core.frameTime > 0.1 ? 2 : 1) : '0';
    const assumed = Boolean(core.info?.rate.guessed && !core.get('frameTime'));
    return S.meta(core.frameCount, fps, clock(core.duration, core.duration), assumed);
  }

  #clip() {
    const { core, element } = this;
    if (!core) return;
    const { info } = core;
    setAttr(this.root, 'data-empty', !info);
    setText(this.name, info ? info.name : '');
    setText(this.meta, info ? this.metaText : '');
    const joints = info?.joints.filter((joint) => !joint.endSite).length ?? 0;
    setAttr(this.stage, 'aria-label', element.alt || (info ? S.stage(info.name, joints, clock(core.duration, core.duration)) : S.emptyStage));
    if (info && core.loader.ready === 4 && this.#spoken !== info.name) {
      this.#spoken = info.name;
      setText(this.live, S.say.loaded(info.name, this.metaText));
    }
    if (this.poster) this.poster.hidden = core.shown;
    this.#nameSelected();
    this.#scale();
    this.#showDetails();
  }

  /** How wide a square of the ground is, for the eye to measure by. */
  #scale() {
    const { core } = this;
    const metres = core?.info ? core.host.read((stage) => stage.gridSpacing(), 0) : 0;
    this.scale.hidden = !metres;
    setText(this.scale, S.grid(metres));
  }

  #speakState() {
    const { core } = this;
    if (this.poster) this.poster.hidden = core.shown;
    // A reader is told where it stopped, never every frame.
    if (core.paused && core.info && core.shown && core.time > 0) {
      setText(this.live, S.say.paused(S.at(S.frame(core.keyed), core.frame), clock(core.time, core.duration)));
    }
  }

  #fault() {
    this.#insets();
    this.#showDetails();
  }

  /** Without a picture the file's numbers are what there is to see. */
  #showDetails() {
    const { core } = this;
    if (core.gpuFault && core.info !== this.#described && core.info && this.element.controls && core.host.size.width > 800) {
      this.#described = core.info;
      if (!this.#panel) this.togglePanel('details', false);
    }
  }

  /** @param {string} text */
  #say(text) {
    setText(this.toast, text);
    setText(this.live, text);
    this.toast.dataset.shown = '';
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => delete this.toast.dataset.shown, SAY_MS);
  }

  // Names beside joints

  /** @param {number} joint @param {{ x: number, y: number }} point */
  nameJoint(joint, point) {
    if (joint < 0) this.#nameSelected();
    else this.#label(joint, point.x, point.y);
  }

  #nameSelected() {
    const { core } = this;
    if (!core || core.selected < 0) { this.label.hidden = true; return; }
    const [x, y, visible] = core.host.read((stage) => stage.jointScreen(core.selected), new Float32Array(3));
    if (visible) this.#label(core.selected, x, y);
    else this.label.hidden = true;
  }

  /** @param {number} joint @param {number} x @param {number} y */
  #label(joint, x, y) {
    const { name = '', label = '' } = this.core?.info?.joints[joint] ?? {};
    setText(this.label, label ? `${label} \u00b7 ${name}` : name);
    // Never out of the picture: a cut name is no name.
    this.label.style.setProperty('transform', `translate(min(${Math.round(x + 12)}px, 100cqw - 100% - 6px), ${Math.round(y - 28)}px)`);
    this.label.hidden = false;
  }

  // Panels: one at a time, over the stage

  get panelOpen() { return this.#panel !== null; }

  /** What is fetched when it is first needed, and its style. */
  async panels() {
    const module = await import('../panels/index.js');
    this.shadow.adoptedStyleSheets = [styles(), module.sheet];
    return module;
  }

  /** @param {-1 | 1} way */
  stepMark(way) { this.#bar?.lane?.step(way); }

  /**
   * @param {PanelName} name
   * @param {boolean} [focus]
   */
  async togglePanel(name, focus = true) {
    const open = this.#panel?.name === name;
    this.closePanel();
    if (open || !this.core) return;
    const asked = ++this.#asked;
    this.#opener = /** @type {HTMLElement | null} */ (this.shadow.activeElement);
    const { panels } = await this.panels();
    if (asked !== this.#asked) return;
    const panel = panels[name](this.core, this);
    const close = button('close', S.close, () => this.closePanel());
    const body = h('div', { class: 'body' }, panel.content);
    // Text alone could not be scrolled by keyboard.
    body.tabIndex = body.querySelector('button, input, select, textarea, [tabindex]') ? -1 : 0;
    const root = h('section', { class: 'panel', role: 'dialog', 'aria-label': S[name], 'data-panel': name },
      h('header', {}, h('h2', {}, S[name]), close), body);
    this.#panel = { ...panel, name, root };
    this.root.insertBefore(root, this.foot);
    this.#bar?.showPanel(name);
    if (focus) (panel.focus ?? close).focus();
    this.#insets();
    this.stir();
  }

  closePanel() {
    this.#asked += 1;
    const panel = this.#panel;
    if (!panel) return;
    const inside = panel.root.contains(this.shadow.activeElement);
    this.#panel = null;
    panel.dispose?.();
    panel.root.remove();
    this.#bar?.showPanel(null);
    if (inside) (this.#opener?.isConnected ? this.#opener : this.stage).focus();
    this.#insets();
  }

  /** What the controls cover: the figure is framed in what they leave. */
  #insets() {
    const { core } = this;
    if (!core) return;
    const { width, height } = core.host.size;
    const bar = this.#bar && this.element.controls ? this.#bar.root.offsetHeight + 12 : 0;
    const { offsetWidth: wide = 0, offsetHeight: tall = 0 } = this.#panel?.root ?? {};
    // Beside the figure, or on a phone below it. A panel that leaves no room is laid over it.
    const right = wide && width - wide > 480 ? wide + 16 : 0;
    const below = wide > width - 32 && tall < height / 2 ? tall + 8 : 0;
    // A row of clips is kept clear of; a column stands beside the figure.
    const title = bar ? this.top.offsetTop + this.top.offsetHeight : 0;
    const top = title < 96 && title < height * 0.22 ? title : 24;
    core.host.change((stage) => stage.setInsets(bar ? top : 0, right, bar + below, 0));
  }

  /** @param {number} factor */
  zoom(factor) {
    const { width, height } = /** @type {Core} */ (this.core).host.size;
    this.core?.host.change((stage) => stage.zoom(factor, width / 2, height / 2));
  }

  // Full screen

  get isFullscreen() { return this.element.matches(':fullscreen'); }

  async toggleFullscreen() {
    try {
      if (this.isFullscreen) await document.exitFullscreen();
      else await this.element.requestFullscreen();
    } catch {
      // Refused, by a frame without the permission or by the user: nothing changes.
    }
  }

  // Controls go while nobody needs them

  /** Somebody is there. */
  stir() {
    delete this.root.dataset.idle;
    this.#rest(IDLE_MS);
  }

  /** @param {number} after */
  #rest(after) {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#needed()) this.#rest(IDLE_MS);
      else if (this.core && !this.core.paused) this.root.dataset.idle = '';
    }, after);
  }

  #needed() {
    if (!this.core || this.core.paused) return false;
    const focus = this.shadow.activeElement ?? this.element.querySelector(':focus-visible');
    return Boolean(this.foot.matches(':hover') || this.shadow.querySelector('.menu:not([hidden])') || this.#panel?.root.contains(focus)
      || (focus && focus !== this.stage && focus.matches(':focus-visible')));
  }
}
