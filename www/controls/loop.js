/** A button that shows the loop mode, and its menu. */
import { h, setAttr } from '../player/base/dom.js';
import { C } from './strings.js';
import { icon, setIcon } from './icons.js';
import { menu } from './menu.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */

export const LOOPS = /** @type {const} */ (['off', 'forward', 'pingpong', 'reverse']);
/** @type {Record<typeof LOOPS[number], import('./icons.js').IconName>} */
const ICONS = { off: 'once', forward: 'loop', pingpong: 'pingpong', reverse: 'reverse' };

/** @param {MareyPlayer} element */
export const loopNow = (element) => (element.loop ? element.loopMode : 'off');

/** @param {import('./controls.js').Controls} ui @param {typeof LOOPS[number]} mode */
export function setLoop(ui, mode) {
  const { element } = ui;
  const kept = mode === 'off' ? element.loopMode : mode;
  if (element.loop !== (mode !== 'off')) ui.history.set('loop', mode !== 'off');
  // `loop` may have had the mode.
  if (kept !== element.loopMode) ui.history.set('loopMode', kept);
}

/** @param {import('./controls.js').Controls} ui */
export function loopMenu(ui) {
  const { element } = ui;
  const { root, opener, fill, update } = menu(ui, 'loop wide', C.loop, 'l Shift+L', (index) => setLoop(ui, LOOPS[index]));
  const picture = icon('loop');
  opener.className = 'btn toggle';
  opener.replaceChildren(picture);
  fill(LOOPS.map((mode) => [icon(ICONS[mode]), h('bdi', {}, C.loops[mode])]));

  return {
    root,
    opener,
    update() {
      const mode = loopNow(element);
      update(LOOPS.indexOf(mode), '', C.loopNow(C.loops[mode]));
      setIcon(picture, ICONS[element.loopMode]);
      setAttr(opener, 'title', C.loopNow(C.loops[mode]));
      setAttr(opener, 'data-on', mode !== 'off');
    },
  };
}
