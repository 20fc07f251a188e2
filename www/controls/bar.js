/** The control bar: a view of the session, updated in place. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { button } from './button.js';
import { icon, setIcon } from './icons.js';
import { clock, parseMoment, speed } from '../player/words/format.js';
import { S } from '../player/words/strings.js';
import { C } from './strings.js';
import { Timeline } from './timeline.js';
import { loopMenu } from './loop.js';
import { menu } from './menu.js';
import { pageParts } from './page-parts.js';
import { toolsMenu } from './tools-menu.js';
import { lookMenu } from './views.js';
import { OFF, callTools, isOn, shownTools, tools } from '../player/element/rooms.js';
import { part } from '../player/base/parts.js';
import { SPEEDS } from '../player/base/values.js';

/** @typedef {import('./panels.js').PanelName} PanelName */
/** @typedef {import('../player/element/rooms.js').Tool} Tool */
/** @typedef {import('../player/base/options.js').OptionName} OptionName */

const strips = part(() => import('./strip.js'));
const docks = part(() => import('./dock.js'));

/** @param {HTMLElement} element @param {string} label */
function relabel(element, label) {
  setAttr(element, 'aria-label', label);
  setAttr(element, 'title', label);
}

const RATES = [-1, ...SPEEDS];

/** Interval at which the frame number is updated during playback: faster it cannot be read. */
const FRAME_MS = 100;

export class Bar {
  #framedAt = 0;

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    const { session, element } = ui;
    this.ui = ui;
    this.session = session;
    this.timeline = new Timeline(ui);
    ui.above.prepend(this.timeline.overview.showAllButton);

    this.prev = button('prev', C.prev, () => session.playback.step(-1), { class: 'btn step', 'aria-keyshortcuts': ',' });
    this.play = button('play', C.play, () => session.playback.toggle(), { class: 'btn play', 'aria-keyshortcuts': 'Space k' });
    this.next = button('next', C.next, () => session.playback.step(1), { class: 'btn step', 'aria-keyshortcuts': '.' });

    this.now = h('input', {
      type: 'text',
      class: 'now',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-label': C.timeField,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#timeKey(event),
      onblur: () => this.#time(),
      onfocus: () => this.now.select(),
    });
    this.total = h('span', { class: 'total' });
    this.time = h('div', { class: 'time', 'aria-live': 'off' }, this.now, this.total);

    this.frame = h('input', {
      type: 'text',
      inputmode: 'numeric',
      autocomplete: 'off',
      spellcheck: 'false',
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#frameKey(event),
      onblur: () => this.#time(),
      onfocus: () => this.frame.select(),
    });
    this.frameWord = h('span', { 'aria-hidden': 'true' });
    this.framePill = h('label', { class: 'pill frame' }, this.frameWord, this.frame);
    this.steps = h('div', { class: 'steps' }, this.prev, this.play, this.next);

    this.rangeText = h('bdi');
    this.range = h(
      'button',
      {
        type: 'button',
        class: 'pill range',
        part: 'button',
        title: C.clearRange,
        hidden: true,
        onclick: () => {
          ui.history.change('range', null);
          ui.history.tell(S.say.rangeCleared);
          this.loop.opener.focus();
        },
      },
      this.rangeText,
      icon('close'),
    );

    this.loop = loopMenu(ui);
    this.speed = menu(ui, 'speed', C.speed, '< >', (index) => {
      ui.history.set('speed', RATES[index]);
    });
    this.speed.fill(RATES.map((rate) => [h('bdi', {}, speed(rate))]));
    const shelf = tools();
    const docked = /** @type {Tool} */ (shelf.find(({ dock }) => dock));
    this.tools = toolsMenu(
      ui,
      (tool) => this.use(tool),
      (tool) => this.uses(tool),
    );
    this.look = lookMenu(ui, ui.views);
    const pull = async (/** @type {PointerEvent | KeyboardEvent} */ event) => {
      event.preventDefault();
      (await this.dock())?.pull(event, () => this.use(docked));
    };
    // The upper edge opens the dock, too, and changes its height.
    this.edge = h('div', {
      class: 'grip-of-bar',
      role: 'separator',
      tabindex: '0',
      'aria-orientation': 'horizontal',
      'aria-label': C.edge,
      'aria-valuenow': '0',
      onpointerdown: pull,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (/Up|Down|Home|End/.test(event.key)) pull(event);
      },
    });
    this.details = this.#panelButton('info', C.details, 'details', 'i', 'wide worded details');
    this.details.append(h('span', { class: 'word' }, C.details));
    this.settings = this.#panelButton('tune', C.settings, 'settings', undefined, 'settings');
    // On a phone the settings contain everything that the bar has no room for.
    this.settings.append(h('span', { class: 'word ellipsis' }, icon('more'), C.more));
    this.share = this.#panelButton('share', C.share, 'share', undefined, 'wide worded share');
    this.share.append(h('span', { class: 'word' }, C.share));
    this.open = button('open', C.open, () => pageParts(session).chooseFiles?.(), { class: 'btn worded open' });
    this.open.append(h('span', { class: 'word' }, C.open));
    const thumb = /** @type {Tool} */ (shelf.find((tool) => tool.thumb));
    this.thumb = h(
      'button',
      { type: 'button', class: 'btn worded open', hidden: true, onclick: () => this.use(thumb) },
      icon(thumb.icon ?? ''),
      h('span', { class: 'word' }, thumb.words.title ?? ''),
    );
    this.clips = button(
      'list',
      C.clips,
      () => {
        ui.panels.close();
        pageParts(session).clips?.toggle();
      },
      { class: 'btn worded list', 'aria-expanded': 'false' },
    );
    this.clips.append(h('span', { class: 'word' }, C.clips));
    this.fullscreenButton = button('expand', C.fullscreen, () => ui.fullscreen.toggle(), { 'aria-keyshortcuts': 'f', class: 'btn full' });
    this.fullscreenButton.hidden = !document.fullscreenEnabled;

    this.gap = h('span', { class: 'gap' });
    this.rule = h('span', { class: 'rule' });
    this.root = h(
      'div',
      { class: 'bar', part: 'bar', role: 'group', 'aria-label': C.controls },
      this.edge,
      this.timeline.root,
      h(
        'div',
        { class: 'row' },
        this.clips,
        this.steps,
        this.time,
        this.framePill,
        this.gap,
        this.range,
        this.loop.root,
        this.speed.root,
        this.look.root,
        this.tools.root,
        this.details,
        this.settings,
        this.rule,
        this.open,
        this.share,
        this.fullscreenButton,
      ),
    );

    // Hidden controls are not updated; they catch up when they are shown again. Phones show them all the time.
    session.on('time', () => {
      if (!ui.root.matches('[data-idle]:not([data-phone])')) this.#time();
      if (session.playback.paused) this.#state();
    });
    session.on('play', () => this.#state());
    session.on('clip', () => {
      this.#clip();
      this.#state();
    });
    session.on('load', () => this.#state());
    for (const signal of /** @type {const} */ (['actors', 'clip'])) session.on(signal, () => callTools(ui, true));
    session.on('setting', (name) => {
      callTools(ui, true, name);
      this.#setting(name);
    });
    session.on('attribute', (name) => {
      if (name === 'share') this.#state();
    });
    session.on('page', (what) => {
      if (what === 'room') this.#state();
      else callTools(ui, true);
    });
    element.addEventListener('fullscreenchange', () => this.#fullscreen());
    this.#clip();
    this.#state();
    for (const name of /** @type {const} */ (['rate', 'loop'])) this.#setting(name);
    // The bar is the controls' own only after this.
    queueMicrotask(() => callTools(ui, true));
  }

  /** @param {import('./icons.js').IconName} name @param {string} label @param {PanelName} panel @param {string} [key] @param {string} [size] */
  #panelButton(name, label, panel, key, size = '') {
    // Without a clip there are no details.
    const toggle = () => this.ui.panels.toggle(panel === 'details' && !this.session.info ? 'settings' : panel);
    return button(name, label, toggle, {
      'aria-expanded': 'false',
      'aria-keyshortcuts': key,
      class: `btn ${size}`,
      'data-panel': panel,
    });
  }

  /** Adapts the words to the few large buttons of a phone, and the order of the focus to their places there. @param {import('./insets.js').Layout} kind */
  layout(kind) {
    relabel(this.settings, kind === 'phone' || kind === 'low' ? C.more : C.settings);
    if (kind === 'phone') {
      this.timeline.root.before(this.prev);
      this.timeline.root.after(this.next);
      this.clips.after(this.open, this.thumb);
      this.steps.after(this.tools.root, this.settings);
      this.edge.before(this.share);
    } else {
      this.steps.prepend(this.prev);
      this.steps.append(this.next);
      this.details.before(this.tools.root);
      this.details.after(this.settings);
      this.rule.after(this.open, this.share);
      this.thumb.remove();
    }
    this.#state();
  }

  /** @param {string | null} open */
  showPanel(open) {
    for (const control of [this.details, this.settings, this.share]) {
      const own = /** @type {PanelName} */ (control.dataset.panel);
      // The first button stands for the panels without one.
      const shown = own === open || (control === this.details && (open === 'help' || open === 'settings'));
      setAttr(control, 'aria-expanded', String(shown));
    }
  }

  #time() {
    const { session } = this;
    const { duration, time } = session.playback;
    if (!session.info) {
      this.now.value = clock(0, 0);
      this.frame.value = '0';
    } else {
      if (this.ui.shadow.activeElement !== this.now) this.now.value = clock(time, duration);
      const now = performance.now();
      if (this.ui.shadow.activeElement !== this.frame && (session.playback.paused || now - this.#framedAt >= FRAME_MS)) {
        this.#framedAt = now;
        this.frame.value = String(session.playback.frame);
      }
    }
    this.timeline.update();
  }

  #clip() {
    const { session } = this;
    // The range belongs to the clip.
    this.#setting('range');
    const total = session.info ? clock(session.playback.duration, session.playback.duration) : clock(0, 0);
    setText(this.total, ` / ${total}${session.playback.duration < 60 || !session.info ? ` ${C.seconds}` : ''}`);
    // Wide enough for the largest number, so that nothing moves while it counts.
    this.now.style.setProperty('width', `${total.length + Number(session.playback.begin < 0)}ch`);
    this.frame.style.setProperty('width', `${Math.max(2, String(session.playback.frameCount).length) + 0.5}ch`);
    const warnings = session.info ? session.info.warnings.length + session.info.warningsDropped : 0;
    setAttr(this.details, 'data-warnings', warnings > 0);
    relabel(this.details, warnings ? C.detailsWarn(warnings) : C.details);
    setText(this.frameWord, C.frame(session.playback.keyed));
    setAttr(this.frame, 'aria-label', C.frameField(session.playback.keyed));
    const { still } = session.playback;
    for (const part of [
      this.timeline.root,
      this.steps,
      // On phones they are outside of the steps.
      this.prev,
      this.next,
      this.time,
      this.framePill,
      this.loop.root,
      this.speed.root,
    ])
      part.hidden = still;
    this.edge.hidden = still || !session.info;
    setAttr(this.root, 'data-still', still);
    this.timeline.clip();
    this.#marks();
    this.#behaviours();
    this.#time();
  }

  /** What stands above the timeline, which several tools share; null if it fails to load. */
  async dock() {
    return (await docks(this.ui.element))?.dockOf(this.ui) ?? null;
  }

  /** The strip that is open. @type {{ tool: Tool, root: HTMLElement, summary?: () => string, close(): void } | null} */
  strip = null;

  /** Opens a tool's controls above the bar, or its dock; closes them if they are open. A tool without either is on or off. There is one strip at a time. @param {Tool} tool */
  async use(tool) {
    const { element, history, insets, root } = this.ui;
    if (!tool.strip && !tool.press) {
      if (tool.dock && isOn(tool, this.session) && (await this.dock())?.raise(tool.name)) return;
      if (!this.#setUsual(tool)) for (const name of tool.settings) history.set(/** @type {OptionName} */ (name), null);
      return;
    }
    if (!tool.strip) {
      this.press(tool, tool.press?.[0] ?? '');
      return;
    }
    const isOpen = this.strip?.tool === tool;
    if (isOpen && this.ui.room.raise('strip')) return;
    this.strip?.close();
    if (isOpen) return;
    const [strip, script, its] = await Promise.all([strips(element), tool.script(element), tool.strip?.(element)]);
    if (!strip || !script || !its || this.strip) return;
    const show = (/** @type {boolean} */ on) => {
      root.toggleAttribute('data-strip', on);
      this.tools.update();
      if (!on) this.ui.room.close('strip');
      insets.measure();
    };
    // Two tools that show the figure several times exclude each other.
    const others = tools().filter(({ figures }) => figures && tool.figures);
    for (const name of others.flatMap((other) => (other === tool ? [] : other.settings)))
      history.set(/** @type {OptionName} */ (name), null);
    this.#setUsual(tool);
    this.strip = strip.open(this.ui, tool, its.build, script.show?.(this.ui), () => {
      this.strip = null;
      show(false);
    });
    const { root: shown, summary } = this.strip;
    this.ui.room.open('strip', {
      where: 'below',
      size: () => shown.offsetHeight + 8,
      fold: (folded) => {
        shown.hidden = folded;
      },
      summary: () => [tool.words.title, summary?.()].filter(Boolean).join(': '),
      title: tool.words.title,
      close: () => this.strip?.close(),
    });
    show(true);
    // Who opened it by the keyboard goes on in it.
    if (this.root.querySelector(':focus-visible'))
      /** @type {HTMLElement | null} */ (shown.querySelector('button, input, select'))?.focus();
  }

  /** Sets what a tool begins with, unless some of it is set. Returns whether nothing was. @param {Tool} tool */
  #setUsual({ usual = {} }) {
    const { element, history } = this.ui;
    const names = /** @type {OptionName[]} */ (Object.keys(usual));
    const bare = names.every((name) => OFF.includes(element[name]));
    if (bare) for (const name of names) history.set(name, usual[name]);
    return bare;
  }

  /** Whether a tool is open, or shows something. @param {Tool} tool */
  uses(tool) {
    const { session } = this;
    return Boolean(this.strip?.tool === tool || isOn(tool, session) || tool.called?.(session) || tool.inUse?.(session));
  }

  /** Does something, and closes the strip if that switches its tool off. @param {() => void} act */
  settle(act) {
    const { session, strip } = this;
    const on = strip && isOn(strip.tool, session);
    act();
    if (on && strip === this.strip && !isOn(strip.tool, session)) strip.close();
  }

  /** A key of a tool's own. @param {Tool} tool @param {string} key */
  async press(tool, key) {
    (await tool.script(this.ui.element))?.press?.(this.ui, key);
  }

  /** Goes to the next or previous mark. @param {1 | -1} way */
  step(way) {
    const { step = (/** @type {1 | -1} */ to) => this.lane?.step(to) } =
      shownTools(this.session)
        .filter((shown) => shown.step)
        .at(-1) ?? {};
    step(way);
  }

  /** Fetches the lane of marks with the first clip that has marks. */
  async #marks() {
    const { session } = this;
    if (!this.lane && session.info?.marks.length && session.complete) {
      const module = await this.ui.panels.fetch();
      if (module && !this.lane) {
        this.lane = new module.Lane(session, this.timeline);
        this.timeline.tracks.append(this.lane.root);
        this.ui.above.prepend(this.lane.legend);
      }
    }
    this.lane?.clip();
  }

  /** Fetches the menu of behaviours with the first clip that has several. */
  async #behaviours() {
    const { session, ui } = this;
    if (!this.behaviours && session.playback.behaviours.length > 1) {
      const module = await ui.panels.fetch();
      if (module && !this.behaviours) {
        this.behaviours = module.behaviourMenu(ui);
        this.gap.before(this.behaviours.root);
      }
    }
    this.behaviours?.clip();
  }

  #state() {
    const { session } = this;
    const disabled = !session.info || Boolean(session.pictureFault);
    const again = session.playback.atEnd && !session.get('loop');
    setIcon(/** @type {Element} */ (this.play.firstElementChild), session.playback.paused ? (again ? 'retry' : 'play') : 'pause');
    relabel(this.play, session.playback.paused ? (again ? C.replay : C.play) : C.pause);
    const picture = /** @type {Element} */ (this.play.firstElementChild);
    setAttr(/** @type {Element} */ (picture.firstElementChild), 'class', session.playback.paused && again ? 'line' : 'solid');
    for (const control of [this.prev, this.next, this.now, this.frame, this.tools.opener]) control.disabled = disabled;
    this.play.disabled = disabled && !session.deferred && !session.cancelled;
    const { paused, still, time } = session.playback;
    setAttr(this.root, 'data-first', Boolean(session.info) && paused && time === 0 && !still && !session.state.autoplay);
    this.share.hidden = !this.ui.element.hasAttribute('share');
    const { chooseFiles, clips } = pageParts(session);
    const several = this.ui.insets?.kind === 'phone' && tools().some((tool) => tool.thumb?.(session));
    this.open.hidden = !chooseFiles || several;
    this.thumb.hidden = !several;
    this.clips.hidden = !clips;
    setAttr(this.clips, 'aria-expanded', String(clips?.expanded ?? false));
    this.rule.hidden = this.open.hidden;
  }

  /** @param {string} name */
  #setting(name) {
    const { session } = this;
    if (name === 'loop') {
      this.loop.update();
      this.#state();
    }
    if (name === 'rate') {
      const text = speed(session.get('rate'));
      this.speed.update(RATES.indexOf(session.get('rate')), text, C.speedNow(text), RATES.indexOf(1));
    }
    if (name === 'range' || name === 'loop') {
      const range = session.get('range');
      this.range.hidden = !range;
      if (range) setText(this.rangeText, C.range(clock(range[0], session.playback.duration), clock(range[1], session.playback.duration)));
      this.timeline.handles();
    }
    if (name === 'frameTime') this.#clip();
  }

  /** The field accepts moments as links do: 2.5, 0:04, f120. @param {KeyboardEvent} event */
  #timeKey(event) {
    const { playback } = this.session;
    if (event.key === 'Enter') {
      const moment = parseMoment(this.now.value.replace(',', '.').replace('\u2212', '-'));
      if (moment) {
        playback.pause();
        playback.seek(moment);
      }
      this.now.value = clock(playback.time, playback.duration);
      this.now.select();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      this.now.blur();
      this.ui.stage.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  #frameKey(event) {
    const { session } = this;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      session.playback.step(event.key === 'ArrowUp' ? 1 : -1);
      this.frame.value = String(session.playback.frame);
    } else if (event.key === 'Enter') {
      const frame = Number.parseInt(this.frame.value.replace(/\D/g, ''), 10);
      if (Number.isFinite(frame)) {
        session.playback.pause();
        session.playback.seek({ frame });
      }
      this.frame.value = String(session.playback.frame);
      this.frame.select();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      this.frame.value = String(session.playback.frame);
      this.frame.blur();
      this.ui.stage.focus();
    }
  }

  #fullscreen() {
    const full = this.ui.fullscreen.on;
    setIcon(/** @type {Element} */ (this.fullscreenButton.firstElementChild), full ? 'shrink' : 'expand');
    relabel(this.fullscreenButton, full ? C.exitFullscreen : C.fullscreen);
  }
}
