/** The control bar: a view of the core, updated in place. */
import { h, setAttr, setText } from './dom.js';
import { icon, setIcon } from './icons.js';
import { clock, speed } from './format.js';
import { S } from './strings.js';
import { Timeline } from './timeline.js';
import { menu } from './menu.js';
import { SPEEDS } from './settings.js';

/** @typedef {import('./interface.js').Interface} Interface */
/** @typedef {import('./interface.js').PanelName} PanelName */

/**
 * @param {import('./icons.js').IconName} name
 * @param {string} label
 * @param {(event: Event) => void} click
 * @param {Record<string, any>} [more]
 */
export function button(name, label, click, more = {}) {
  return h('button', { type: 'button', class: 'btn', 'aria-label': label, title: label, onclick: click, ...more }, icon(name));
}

/** @param {HTMLElement} element @param {string} label */
function relabel(element, label) {
  setAttr(element, 'aria-label', label);
  setAttr(element, 'title', label);
}

const RATES = [-1, ...SPEEDS];

export class Bar {
  /** @param {Interface} ui */
  constructor(ui) {
    const { core, element } = ui;
    this.ui = ui;
    this.core = core;
    this.timeline = new Timeline(core);

    this.prev = button('prev', S.prev, () => core.step(-1), { class: 'btn step', 'aria-keyshortcuts': ',' });
    this.play = button('play', S.play, () => core.toggle(), { class: 'btn play', 'aria-keyshortcuts': 'Space k' });
    this.next = button('next', S.next, () => core.step(1), { class: 'btn step', 'aria-keyshortcuts': '.' });

    this.now = h('span', { class: 'now' });
    this.total = h('span', { class: 'total' });
    const time = h('div', { class: 'time', 'aria-live': 'off' }, this.now, this.total);

    this.frame = h('input', {
      type: 'text', inputmode: 'numeric', autocomplete: 'off', spellcheck: 'false', 
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#frameKey(event),
      onblur: () => this.#time(),
      onfocus: () => this.frame.select(),
    });
    this.frameWord = h('span', { 'aria-hidden': 'true' });
    const frame = h('label', { class: 'pill frame' }, this.frameWord, this.frame);

    this.rangeText = h('span');
    this.range = h('button', {
      type: 'button', class: 'pill range', title: S.clearRange, hidden: true,
      onclick: () => { core.set('range', null); core.say(S.say.rangeCleared); this.loop.focus(); },
    }, this.rangeText, icon('close'));

    this.loop = button('loop', S.loop, () => { element.loop = !element.loop; }, { 'aria-pressed': 'false', 'aria-keyshortcuts': 'l', class: 'btn toggle wide' });
    this.speed = menu(ui, 'speed', S.speed, '< >', (index) => core.setRate(RATES[index]));
    this.speed.fill(RATES.map((rate) => [speed(rate)]));
    this.details = this.#panelButton('info', S.details, 'details', 'i', 'wide');
    this.settings = this.#panelButton('tune', S.settings, 'settings');
    this.share = this.#panelButton('share', S.share, 'share', undefined, 'wide');
    this.help = this.#panelButton('help', S.help, 'help', '?', 'widest');
    this.full = button('expand', S.fullscreen, () => ui.toggleFullscreen(), { 'aria-keyshortcuts': 'f' });
    this.full.hidden = !document.fullscreenEnabled;

    this.gap = h('span', { class: 'gap' });
    this.root = h('div', { class: 'bar', role: 'group', 'aria-label': S.controls },
      this.timeline.root,
      h('div', { class: 'row' },
        this.prev, this.play, this.next, time, frame, this.gap,
        this.range, this.loop, this.speed.root, this.details, this.settings, this.share, this.help, this.full));

    core.on('time', () => this.#time());
    core.on('play', () => this.#state());
    core.on('clip', () => { this.#clip(); this.#state(); });
    core.on('setting', (name) => this.#setting(name));
    core.on('attribute', (name) => { if (name === 'share') this.#state(); });
    element.addEventListener('fullscreenchange', () => this.#fullscreen());
    this.#clip();
    this.#state();
    for (const name of /** @type {const} */ (['rate', 'loop', 'range'])) this.#setting(name);
  }

  /**
   * @param {import('./icons.js').IconName} name
   * @param {string} label
   * @param {PanelName} panel
   * @param {string} [key]
   * @param {string} [size]
   */
  #panelButton(name, label, panel, key, size = '') {
    return button(name, label, () => this.ui.togglePanel(panel),
      { 'aria-expanded': 'false', 'aria-keyshortcuts': key, class: `btn ${size}`, 'data-panel': panel });
  }

  /** @param {PanelName | null} open */
  showPanel(open) {
    for (const control of [this.details, this.settings, this.share, this.help]) {
      setAttr(control, 'aria-expanded', String(control.dataset.panel === open));
    }
  }

  #time() {
    const { core } = this;
    const { duration, time } = core;
    if (!core.info) {
      setText(this.now, '0.00');
      this.frame.value = '0';
    } else {
      setText(this.now, clock(time, duration));
      if (this.ui.shadow.activeElement !== this.frame) this.frame.value = String(core.frame);
    }
    this.timeline.update();
  }

  #clip() {
    const { core } = this;
    const total = core.info ? clock(core.duration, core.duration) : '0.00';
    setText(this.total, ` / ${total}${core.duration < 60 || !core.info ? ` ${S.seconds}` : ''}`);
    // Room for the widest figures from the start, so that nothing moves while they count.
    this.now.style.setProperty('min-width', `${total.length}ch`);
    this.frame.style.setProperty('width', `${Math.max(2, String(core.frameCount).length) + 0.5}ch`);
    const warnings = core.info ? core.info.warnings.length + core.info.warningsDropped : 0;
    setAttr(this.details, 'data-warnings', warnings > 0);
    relabel(this.details, warnings ? S.detailsWarn(warnings) : S.details);
    setText(this.frameWord, S.frame(core.keyed));
    setAttr(this.frame, 'aria-label', S.frameField(core.keyed));
    this.timeline.clip();
    this.#marks();
    this.#behaviours();
    this.#time();
  }

  /** The lane of marks is fetched for the first clip that has any. */
  async #marks() {
    const { core } = this;
    if (!this.lane && core.info?.marks.length && core.loader.ready === 4) {
      const { Lane } = await this.ui.panels();
      if (!this.lane) {
        this.lane = new Lane(core);
        this.timeline.root.append(this.lane.root);
      }
    }
    this.lane?.clip();
  }

  /** The menu of behaviours is fetched for the first clip that has several. */
  async #behaviours() {
    const { core, ui } = this;
    if (!this.behaviours && core.behaviours.length > 1) {
      const { behaviourMenu } = await ui.panels();
      if (!this.behaviours) {
        this.behaviours = behaviourMenu(ui);
        this.gap.before(this.behaviours.root);
      }
    }
    this.behaviours?.clip();
  }

  #state() {
    const { core } = this;
    const mute = !core.info || Boolean(core.gpuFault);
    setIcon(/** @type {Element} */ (this.play.firstElementChild), core.paused ? (core.atEnd ? 'retry' : 'play') : 'pause');
    relabel(this.play, core.paused ? (core.atEnd ? S.replay : S.play) : S.pause);
    const drawing = /** @type {Element} */ (this.play.firstElementChild);
    setAttr(/** @type {Element} */ (drawing.firstElementChild), 'class', core.paused && core.atEnd ? 'line' : 'solid');
    for (const control of [this.prev, this.play, this.next, this.frame]) control.disabled = mute;
    this.share.hidden = !this.ui.element.hasAttribute('share');
    this.details.disabled = !core.info;
  }

  /** @param {string} name */
  #setting(name) {
    const { core } = this;
    if (name === 'loop') setAttr(this.loop, 'aria-pressed', String(core.get('loop')));
    if (name === 'rate') {
      const text = speed(core.get('rate'));
      this.speed.update(RATES.indexOf(core.get('rate')), text, S.speedNow(text), RATES.indexOf(1));
    }
    if (name === 'range' || name === 'loop') {
      const range = core.get('range');
      this.range.hidden = !range;
      if (range) setText(this.rangeText, S.range(clock(range[0], core.duration), clock(range[1], core.duration)));
      this.timeline.handles();
    }
    if (name === 'frameTime') this.#clip();
  }

  /** @param {KeyboardEvent} event */
  #frameKey(event) {
    const { core } = this;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      core.step(event.key === 'ArrowUp' ? 1 : -1);
      this.frame.value = String(core.frame);
    } else if (event.key === 'Enter') {
      const frame = Number.parseInt(this.frame.value.replace(/\D/g, ''), 10);
      if (Number.isFinite(frame)) {
        core.pause();
        core.seek({ frame });
      }
      this.frame.value = String(core.frame);
      this.frame.select();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      this.frame.value = String(core.frame);
      this.frame.blur();
      this.ui.stage.focus();
    }
  }

  #fullscreen() {
    const full = this.ui.isFullscreen;
    setIcon(/** @type {Element} */ (this.full.firstElementChild), full ? 'shrink' : 'expand');
    relabel(this.full, full ? S.exitFullscreen : S.fullscreen);
  }
}
