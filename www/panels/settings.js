/** The settings panel: camera, motion, look, and properties that the file leaves open. */
import { h } from '../player/base/dom.js';
import { button } from '../controls/button.js';
import { LOOPS, loopNow, setLoop } from '../controls/loop.js';
import { decimal, number, short, speed } from '../player/words/format.js';
import { SPEEDS } from '../player/base/values.js';
import { tools } from '../player/element/rooms.js';
import { C } from '../controls/strings.js';
import { G } from '../guesses/strings.js';
import { P } from './strings.js';
import { cameraNow, lookThrough } from './cameras.js';
import { choice, field, placement, row, toggle } from './rows.js';

const TURN = Math.PI / 12;
/** Settings in this panel that a key or the page may also change. */
const SHOWN = new Set(['rate', 'loop', 'follow', 'inPlace', 'patterns', 'interpolation']);

/** Controls that keep the focus when the rows are rebuilt. */
const FOCUSED = 'select, input, .speeds button';

/**
 * @param {import('../player/session/session.js').Session} session @param {import('../controls/controls.js').Controls} ui
 * @returns {import('../controls/panels.js').Panel}
 */
export function build(session, ui) {
  const content = h('div', { class: 'form' });
  const T = P.menu;
  const { element } = ui;

  /** @param {string} title @param {...(Node | null)} rows */
  const group = (title, ...rows) => h('fieldset', {}, h('legend', {}, title), ...rows);
  const turn = (/** @type {number} */ yaw, /** @type {number} */ pitch) =>
    session.host.change((stage) => stage.orbit(yaw * TURN, pitch * TURN));

  const ways = /** @type {const} */ (['undo', 'redo']).map((way) => ({
    press: h('button', { type: 'button', class: 'push', onclick: () => ui.history[way]() }, C[way]),
    can: way === 'undo' ? /** @type {const} */ ('canUndo') : /** @type {const} */ ('canRedo'),
  }));
  const mayGo = () => {
    for (const { press, can } of ways) press.disabled = !ui.history[can];
  };
  mayGo();

  const frame = h('input', {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    'aria-label': C.frameField(session.playback.keyed),
    onchange: () => {
      const to = Number.parseInt(frame.value.replace(/\D/g, ''), 10);
      if (Number.isFinite(to)) session.playback.seek({ frame: to });
      showFrame();
    },
  });
  const showFrame = () => {
    if (ui.shadow.activeElement !== frame) frame.value = String(session.playback.frame);
  };
  showFrame();

  /** @type {HTMLSelectElement | null} */
  let cameras = null;
  const draw = () => {
    // Remembers the focused control by its index.
    const focused = [...content.querySelectorAll(FOCUSED)].indexOf(/** @type {Element} */ (ui.shadow.activeElement));
    const fileFps = session.info ? decimal(1 / session.info.frameTime, 2) : '';
    cameras = cameraChoice(session);
    const rate = session.get('rate');
    content.replaceChildren(
      // Phones and low windows have no room for these in the bar.
      session.info && !session.playback.still
        ? h(
            'fieldset',
            { class: 'speeds frames' },
            h('legend', {}, C.frame(session.playback.keyed)),
            h(
              'div',
              {},
              button('prev', C.prev, () => session.playback.step(-1)),
              frame,
              h('span', {}, P.menu.ofFrames(session.playback.frameCount)),
              button('next', C.next, () => session.playback.step(1)),
            ),
          )
        : '',
      h(
        'fieldset',
        { class: 'speeds' },
        h('legend', {}, C.speed),
        h(
          'div',
          {},
          ...[-1, ...SPEEDS].map((each) =>
            h(
              'button',
              {
                type: 'button',
                class: 'push',
                'aria-pressed': String(each === rate),
                onclick: () => ui.history.set('speed', each),
              },
              speed(each),
            ),
          ),
        ),
      ),
      group(
        T.view,
        h(
          'div',
          { class: 'chips views' },
          .../** @type {(keyof typeof T.views)[]} */ (Object.keys(T.views)).map((name) =>
            h('button', { type: 'button', class: 'push', onclick: () => session.view.setCamera(name) }, T.views[name]),
          ),
        ),
        cameras && row(T.camera, cameras),
        h(
          'div',
          { class: 'chips pad', role: 'group', 'aria-label': T.turn },
          button('left', T.turnLeft, () => turn(-1, 0), { 'aria-keyshortcuts': 'Shift+ArrowLeft' }),
          button('up', T.turnUp, () => turn(0, 1), { 'aria-keyshortcuts': 'Shift+ArrowUp' }),
          button('down', T.turnDown, () => turn(0, -1), { 'aria-keyshortcuts': 'Shift+ArrowDown' }),
          button('right', T.turnRight, () => turn(1, 0), { 'aria-keyshortcuts': 'Shift+ArrowRight' }),
          button('minus', T.zoomOut, () => ui.zoom(1 / 1.25), { 'aria-keyshortcuts': '-' }),
          button('plus', T.zoomIn, () => ui.zoom(1.25), { 'aria-keyshortcuts': '+' }),
        ),
        toggle(T.follow, session.host.number('follows') === 1, (on) => ui.history.set('follow', on ? 'on' : 'off')),
      ),
      group(
        T.motion,
        choice(
          C.loop,
          LOOPS.map((mode) => [mode, C.loops[mode]]),
          loopNow(element),
          (mode) => setLoop(ui, /** @type {typeof LOOPS[number]} */ (mode)),
        ),
        toggle(T.inPlace, session.get('inPlace'), (on) => ui.history.set('inPlace', on)),
        choice(
          T.interpolation,
          [
            ['linear', T.linear],
            ['nearest', T.nearest],
          ],
          session.get('interpolation'),
          (value) => ui.history.set('interpolation', value),
        ),
        session.info && !session.playback.keyed
          ? field(
              G.menu.fps,
              session.get('frameTime') ? short(1 / session.get('frameTime'), 3) : '',
              (session.info.rate.guessed ? T.fpsAssumed : T.fpsFile)(fileFps),
              (value) => {
                const fps = number(value.replace(',', '.'), 0);
                ui.history.set('fps', fps > 0 && fps <= 10_000 ? fps : null);
                draw();
              },
            )
          : null,
      ),
      group(
        T.look,
        choice(T.theme, /** @type {[string, string][]} */ (Object.entries(T.themes)), element.getAttribute('theme') ?? 'dark', (value) =>
          ui.history.set('theme', value),
        ),
        ...choicesOf(ui),
        toggle(T.patterns, session.get('patterns'), (on) => ui.history.set('patterns', on)),
        ...surfaces(ui, draw),
        session.info?.massCount ? toggle(T.massCentre, session.get('massCentre'), (on) => ui.history.change('massCentre', on)) : null,
      ),
      session.info ? group(T.file, ...placement(session, ui, draw)) : '',
      h(
        'div',
        { class: 'chips more', role: 'group', 'aria-label': T.more },
        h(
          'button',
          { type: 'button', class: 'push full-screen', hidden: ui.bar?.fullscreenButton.hidden, onclick: () => ui.fullscreen.toggle() },
          C.fullscreen,
        ),
        ...ways.map(({ press }) => press),
      ),
    );
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (content.querySelectorAll(FOCUSED)[focused])?.focus();
  };

  draw();
  const undo = [
    session.on('history', mayGo),
    session.on('time', showFrame),
    session.on('clip', () => {
      if (session.complete) draw();
    }),
    session.on('view', () => {
      if (cameras) cameras.value = String(cameraNow(session));
    }),
    session.on('setting', (name) => {
      if (SHOWN.has(name) || tools().some(({ choices }) => choices?.option === name)) draw();
    }),
    session.on('attribute', (name) => {
      if (name === 'theme') draw();
    }),
    session.on('tool', (tool) => {
      if (tools().some(({ choices, name }) => choices && name === tool)) draw();
    }),
  ];
  return { content, dispose: () => undo.forEach((each) => each()) };
}

/** A select of the file's cameras. @param {import('../player/session/session.js').Session} session */
function cameraChoice(session) {
  const names = session.info?.viewpoints ?? [];
  if (!names.length) return null;
  const select = h(
    'select',
    { onchange: () => lookThrough(session, Number(select.value)) },
    ...[P.menu.noCamera, ...names].map((name, at) => h('option', { value: String(at - 1), selected: at - 1 === cameraNow(session) }, name)),
  );
  return select;
}

/** The choices that tools add to the look. @param {import('../controls/controls.js').Controls} ui */
function choicesOf(ui) {
  const { session } = ui;
  return tools().flatMap(({ choices, name, words }) => {
    if (!choices || !session.info) return [];
    const offered = Object.entries(words.choices ?? {}).filter(([value]) => choices.offered(session, value));
    const line = choice(words.ofChoices ?? '', offered, choices.now(session), (value) => ui.history.set(choices.option, value));
    const note = session.state.tools[name]?.note;
    return note ? [line, h('p', { class: 'about-choice' }, note)] : [line];
  });
}

/** Switches for the figure's visible parts. @param {import('../controls/controls.js').Controls} ui @param {() => void} redraw */
function surfaces(ui, redraw) {
  const { session } = ui;
  const { info } = session;
  if (!info) return [];
  /** @param {'skin' | 'segments' | 'sites' | 'bones'} name */
  const part = (name, on = session.get(name) === true) =>
    toggle(P.menu[name], on, (now) => {
      ui.history.change(name, now);
      redraw();
    });
  const covered = (info.skinned && session.get('skin')) || (info.segments && session.get('segments'));
  return [
    info.skinned && part('skin'),
    info.segments && part('segments'),
    covered && part('bones'),
    info.siteCount > 0 && part('sites', session.get('sites') ?? !(info.skinned || info.segments)),
  ].map((row) => row || null);
}
