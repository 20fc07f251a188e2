/** Opens panels over the stage, one at a time. They are fetched when the first is opened. */
import { h } from '../player/base/dom.js';
import { adopt } from '../player/element/shell.js';
import { panels as fetchPanels } from '../player/element/rooms.js';
import { pageParts } from './page-parts.js';
import { C } from './strings.js';
import { button } from './button.js';
import { Sheet } from './sheet.js';

/** @typedef {'settings' | 'details' | 'share' | 'help'} PanelName */
/** A panel that a tool makes. @typedef {{ name: string, title: string, build: (session: Session, ui: Controls) => Panel }} ToolPanel */
/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('./controls.js').Controls} Controls */
/**
 * The exports of the panels' script that the controls use.
 * @typedef {object} PanelsRoom
 * @property {CSSStyleSheet} sheet
 * @property {Record<PanelName, (session: Session, ui: Controls) => Panel>} panels
 * @property {(ui: Controls, open: string, title: string, go: (name: PanelName) => void) => HTMLElement} tabs
 * @property {new (session: Session, timeline: import('./timeline.js').Timeline) => Lane} Lane
 * @property {(ui: Controls) => { root: HTMLElement, clip: () => void }} behaviourMenu
 * @property {(ui: Controls) => { root: HTMLElement, update: () => void }} cameraMenu
 * @property {(ui: Controls, file: Session['failure']) => Node} faultCard
 * @property {(names: string[]) => string} stepNamed
 */
/** The lane of marks. @typedef {{ root: HTMLElement, legend: HTMLElement, clip(): void, step(way: -1 | 1): void }} Lane */
/** @typedef {{ content: Node, focus?: HTMLElement, dispose?: () => void }} Panel */

/** Beside a panel, on both sides. */
const GAP_PX = 32;
/** Width from which the details open by themselves beside an error card. */
const DETAILS_PX = 800;
/** A phone's panel is a sheet that rests at three eighths of the height, or at full height: see `sheet.js`. */
const THRESHOLDS = { close: 0.28, open: 0.42, full: 0.5 };

export class Panels {
  /** @type {Panel & { name: string, title: string, root: HTMLElement } | null} */
  #open = null;
  #attempt = 0;
  /** @type {HTMLElement | null} */
  #opener = null;
  /** The clip whose details were opened automatically. @type {unknown} */
  #detailed = null;

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    ui.session.on('clip', () => this.#describe());
    ui.session.on('fault', () => this.#describe());
    // The size may be known last.
    ui.session.on('size', () => this.#describe());
    queueMicrotask(() => this.#describe());
  }

  get name() {
    return this.#open?.name;
  }

  get root() {
    return this.#open?.root ?? null;
  }

  /** Fetches the panels' module and adopts its style. Null if it fails to load; then a card says so. */
  async fetch() {
    const module = /** @type {PanelsRoom | null} */ (/** @type {unknown} */ (await fetchPanels(this.ui.element)));
    if (!module) return null;
    adopt(this.ui.shadow, module.sheet);
    return module;
  }

  /** Opens a panel, or closes it if it is open. @param {PanelName | ToolPanel} panel @param {boolean} [focus] */
  async toggle(panel, focus = true) {
    const { ui } = this;
    const own = typeof panel === 'object' ? panel : { name: panel, title: C[panel] };
    const { name, title } = own;
    const open = this.#open?.name === name;
    if (open && ui.room.raise('panel')) return;
    this.close();
    if (open) return;
    const attempt = ++this.#attempt;
    this.#opener = /** @type {HTMLElement | null} */ (ui.shadow.activeElement);
    const module = await this.fetch();
    if (!module || attempt !== this.#attempt) return;
    const build = 'build' in own ? own.build : module.panels[own.name];
    const made = build(ui.session, ui);
    const close = button('close', C.close, () => this.close());
    const body = h('div', { class: 'body' }, made.content);
    // Makes a body of mere text focusable, so that the keyboard can scroll it.
    body.tabIndex = body.querySelector('button, input, select, textarea, [tabindex]') ? -1 : 0;
    const head = h(
      'header',
      {},
      module.tabs(ui, name, title, (other) => this.#go(other)),
      close,
    );
    const root = h('section', { class: 'panel', part: 'panel', role: 'dialog', 'aria-label': title, 'data-panel': name }, head, body);
    this.#open = { ...made, name, title, root };
    // The share panel makes its own sheet.
    if (name !== 'share') new Sheet(root, [head], THRESHOLDS, { close: () => this.close(), moved: () => ui.insets.measure() });
    ui.root.insertBefore(root, ui.foot);
    ui.bar?.showPanel(name);
    this.#makeRoom();
    if (focus) (made.focus ?? close).focus();
    ui.insets.measure();
    ui.idle.showControls();
  }

  /** Opens another panel, and keeps the focus on the tabs. @param {PanelName} name */
  async #go(name) {
    const before = this.#opener;
    await this.toggle(name, false);
    this.#opener = before;
    /** @type {HTMLElement | null | undefined} */ (this.root?.querySelector('[aria-selected="true"]'))?.focus();
  }

  /** Lets older pieces fold. A sheet takes the place of the list. */
  #makeRoom() {
    const { insets, room, session } = this.ui;
    const { clips } = pageParts(session);
    if (insets.kind !== 'wide' && clips?.expanded) clips.toggle();
    const words = () => {
      const { label = '', name = '' } = (this.name === 'details' && session.info?.joints[session.view.selected]) || {};
      return [this.#open?.title, label || name].filter(Boolean).join(': ');
    };
    room.open('panel', {
      where: 'side',
      size: () => (this.root?.offsetWidth ?? 0) + GAP_PX,
      fold: (folded) => {
        if (this.root) this.root.hidden = folded;
      },
      summary: words,
      close: () => this.close(),
    });
  }

  close() {
    const { ui } = this;
    this.#attempt += 1;
    const panel = this.#open;
    if (!panel) return;
    const inside = panel.root.contains(ui.shadow.activeElement);
    this.#open = null;
    panel.dispose?.();
    panel.root.remove();
    ui.room.close('panel');
    ui.bar?.showPanel(null);
    if (inside) (this.#opener?.isConnected ? this.#opener : ui.stage).focus();
    ui.insets.measure();
  }

  /** Opens the details if nothing can draw the clip. */
  #describe() {
    const { element, session } = this.ui;
    const { info, pictureFault, host } = session;
    if (!pictureFault || !info || info === this.#detailed || !element.controls || host.size.width <= DETAILS_PX) return;
    this.#detailed = info;
    if (!this.#open) this.toggle('details', false);
  }
}
