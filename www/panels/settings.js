/** The settings panel: camera, motion, look, and what the file left open. */
import { h } from '../player/dom.js';
import { button } from '../player/bar.js';
import { number, short } from '../player/format.js';
import { S } from '../player/strings.js';
import { P } from './strings.js';
import { choice, field, placement, toggle } from './rows.js';

const TURN = Math.PI / 12;

/**
 * @param {import('../player/core.js').Core} core
 * @param {import('../player/interface.js').Interface} ui
 * @returns {import('../player/interface.js').Panel}
 */
export function build(core, ui) {
  const content = h('div', { class: 'form' });
  const T = P.menu;
  const { element } = ui;

  /** @param {string} title @param {...(Node | null)} rows */
  const group = (title, ...rows) => h('fieldset', {}, h('legend', {}, title), ...rows);
  const turn = (/** @type {number} */ yaw, /** @type {number} */ pitch) => core.host.change((stage) => stage.orbit(yaw * TURN, pitch * TURN));

  const draw = () => {
    // What was focused is found again after the rows were made anew.
    const focused = [...content.querySelectorAll('select, input')].indexOf(/** @type {Element} */ (ui.shadow.activeElement));
    const fileFps = core.info ? short(1 / core.info.frameTime, 2) : '';
    content.replaceChildren(
      group(T.view,
        h('div', { class: 'chips views' }, .../** @type {(keyof typeof T.views)[]} */ (Object.keys(T.views)).map((name) =>
          h('button', { type: 'button', class: 'push', onclick: () => core.setCamera(name) }, T.views[name]))),
        h('div', { class: 'chips pad', role: 'group', 'aria-label': T.turn },
          button('left', T.turnLeft, () => turn(-1, 0), { 'aria-keyshortcuts': 'Shift+ArrowLeft' }),
          button('up', T.turnUp, () => turn(0, 1), { 'aria-keyshortcuts': 'Shift+ArrowUp' }),
          button('down', T.turnDown, () => turn(0, -1), { 'aria-keyshortcuts': 'Shift+ArrowDown' }),
          button('right', T.turnRight, () => turn(1, 0), { 'aria-keyshortcuts': 'Shift+ArrowRight' }),
          button('minus', T.zoomOut, () => ui.zoom(1 / 1.25), { 'aria-keyshortcuts': '-' }),
          button('plus', T.zoomIn, () => ui.zoom(1.25), { 'aria-keyshortcuts': '+' })),
        toggle(T.follow, core.get('follow'), (on) => core.set('follow', on))),
      group(T.motion,
        toggle(S.loop, core.get('loop'), (on) => { element.loop = on; }),
        toggle(T.inPlace, core.get('inPlace'), (on) => core.set('inPlace', on)),
        choice(T.interpolation, [['linear', T.linear], ['nearest', T.nearest]], core.get('interpolation'),
          (value) => core.set('interpolation', value === 'nearest' ? 'nearest' : 'linear')),
        core.info && !core.keyed ? field(T.fps, core.get('frameTime') ? short(1 / core.get('frameTime'), 3) : '', (core.info.rate.guessed ? T.fpsAssumed : T.fpsFile)(fileFps), (value) => {
          const fps = number(value.replace(',', '.'), 0);
          core.setFrameTime(fps > 0 && fps <= 10_000 ? 1 / fps : 0);
          draw();
        }) : null),
      group(T.look,
        choice(T.theme, /** @type {[string, string][]} */ (Object.entries(T.themes)), element.getAttribute('theme') ?? 'dark',
          (value) => element.setAttribute('theme', value)),
        toggle(T.patterns, core.get('patterns'), (on) => core.set('patterns', on)),
        ...surfaces(core, draw),
        core.info?.massCount ? toggle(T.massCentre, core.get('massCentre'), (on) => core.set('massCentre', on)) : null),
      core.info ? group(T.file, ...placement(core, draw)) : '',
      h('div', { class: 'chips more', role: 'group', 'aria-label': T.more },
        h('button', { type: 'button', class: 'push', onclick: () => ui.togglePanel('details') }, S.details),
        element.hasAttribute('share') && h('button', { type: 'button', class: 'push', onclick: () => ui.togglePanel('share') }, S.share),
        h('button', { type: 'button', class: 'push', onclick: () => ui.togglePanel('help') }, S.help)),
    );
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (content.querySelectorAll('select, input')[focused])?.focus();
  };

  draw();
  const undo = [core.on('clip', () => { if (core.loader.ready === 4) draw(); }),
    core.on('setting', (name) => { if (name === 'loop' && !content.contains(ui.shadow.activeElement)) draw(); })];
  return { content, dispose: () => undo.forEach((each) => each()) };
}

/** What can be shown and hidden of a figure. @param {import('../player/core.js').Core} core @param {() => void} redraw */
function surfaces(core, redraw) {
  const { info } = core;
  if (!info) return [];
  /** @param {'skin' | 'segments' | 'sites' | 'bones'} name */
  const part = (name) => toggle(P.menu[name], core.get(name), (on) => { core.set(name, on); redraw(); });
  const covered = (info.skinned && core.get('skin')) || (info.segments && core.get('segments'));
  return [info.skinned && part('skin'), info.segments && part('segments'), covered && part('bones'), info.siteCount > 0 && part('sites')]
    .map((row) => row || null);
}
