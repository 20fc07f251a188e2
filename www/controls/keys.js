/** Handles keys while the focus is on the stage or in the bar, unless somebody types. */
import { part } from '../player/base/parts.js';
import { SPEEDS } from '../player/base/values.js';
import { palette, tools } from '../player/element/rooms.js';
import { clock } from '../player/words/format.js';
import { S } from '../player/words/strings.js';
import { C } from './strings.js';
import { LOOPS, loopNow, setLoop } from './loop.js';
import { isOrtho, setOrtho } from './views.js';

/** @typedef {import('./controls.js').Controls} Controls */

const pieces = part(() => import('./pieces.js'));

/** Keys that do not change the stage work anywhere in the player. */
const ANYWHERE = ['escape', 'i', 'f', '?', 'f6'];

const TURN = Math.PI / 24;

/** Views on the number pad, as in animation programs. */
const NUMBER_PAD = new Map([
  ['Numpad1', 'front'],
  ['Numpad3', 'right'],
  ['Numpad7', 'top'],
  ['Numpad0', 'home'],
]);

/** @param {Controls} ui */
export function listenToKeys(ui) {
  const { session, element } = ui;

  /** Sets an end of the loop to the current time. @param {-1 | 1} side */
  const setLoopEnd = (side) => {
    if (!session.info) return;
    const [from, to] = session.playback.span;
    const { time } = session.playback;
    /** @type {[number, number]} */
    const range = side < 0 ? [time, to > time ? to : session.playback.duration] : [from < time ? from : session.playback.begin, time];
    if (range[1] - range[0] < session.playback.tolerance) return;
    ui.history.change('range', range);
    if (!element.loop) ui.history.set('loop', true);
    session.say((side < 0 ? S.say.rangeIn : S.say.rangeOut)(clock(time, session.playback.duration)));
  };

  /** @param {-1 | 1} side */
  const changeSpeed = (side) => {
    const rate = session.get('rate');
    const next = side > 0 ? SPEEDS.find((other) => other > rate + 1e-6) : [...SPEEDS].reverse().find((other) => other < rate - 1e-6);
    if (next) ui.history.set('speed', next);
  };

  /** @param {keyof typeof C.loops} mode */
  const loop = (mode) => {
    setLoop(ui, mode);
    session.say(C.loopNow(C.loops[mode]));
  };

  /** @param {number} by */
  const stepBehaviour = (by) => {
    const {
      behaviours: { length },
    } = session.playback;
    if (length < 2) return;
    ui.history.chooseBehaviour((session.get('behaviour') + by + length) % length);
    session.say(element.behaviour);
  };

  /** @param {number} yaw @param {number} pitch */
  const turn = (yaw, pitch) => session.host.change((stage) => stage.orbit(yaw * TURN, pitch * TURN));

  /** Moves the focus to the next piece around the stage, or the one before. @param {1 | -1} way */
  const goOn = async (way) => (await pieces(element))?.goOn(ui, way);

  /** @type {Record<string, (() => void) | undefined>} */
  const actions = {
    ' ': () => session.playback.toggle(),
    k: () => session.playback.toggle(),
    arrowleft: () => session.playback.seek({ seconds: session.playback.time - 1 }),
    arrowright: () => session.playback.seek({ seconds: session.playback.time + 1 }),
    'shift+arrowleft': () => turn(-1, 0),
    'shift+arrowright': () => turn(1, 0),
    'shift+arrowup': () => turn(0, 1),
    'shift+arrowdown': () => turn(0, -1),
    '+': () => ui.zoom(1.15),
    '=': () => ui.zoom(1.15),
    '-': () => ui.zoom(1 / 1.15),
    ',': () => session.playback.step(-1),
    '.': () => session.playback.step(1),
    home: () => session.playback.seek({ seconds: session.playback.begin }),
    end: () => session.playback.seek({ seconds: session.playback.duration }),
    '[': () => setLoopEnd(-1),
    ']': () => setLoopEnd(1),
    '<': () => changeSpeed(-1),
    '>': () => changeSpeed(1),
    l: () => loop(element.loop ? 'off' : element.loopMode),
    'shift+l': () => loop(LOOPS[(LOOPS.indexOf(loopNow(element)) % (LOOPS.length - 1)) + 1]),
    b: () => stepBehaviour(1),
    'shift+b': () => stepBehaviour(-1),
    z: () => ui.bar?.timeline.zoomBy(2),
    'shift+z': () => ui.bar?.timeline.zoomBy(0.5),
    w: () => ui.bar?.timeline.zoomBy(0),
    n: () => ui.bar?.step(1),
    'shift+n': () => ui.bar?.step(-1),
    t: () => ui.bar?.tools.opener.click(),
    i: () => ui.panels.toggle(session.info ? 'details' : 'settings'),
    f: () => ui.fullscreen.toggle(),
    '?': () => ui.panels.toggle('help'),
    f6: () => goOn(1),
    'shift+f6': () => goOn(-1),
    escape: () => (ui.room.newest ?? (() => session.cancel()))(),
  };
  for (let digit = 0; digit < 10; digit += 1)
    actions[digit] = () => session.playback.seek({ seconds: session.playback.secondsAt(digit / 10) });

  for (const tool of tools())
    for (const key of [...(tool.key ?? ''), ...(tool.press ?? [])])
      actions[key] = () => {
        if (!session.info || (tool.moves && session.playback.still)) return;
        if (key === tool.key) ui.bar?.use(tool);
        else ui.bar?.press(tool, key);
      };

  element.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || !element.controls || element.hasAttribute('nohotkeys')) return;
    const path = event.composedPath();
    const target = /** @type {HTMLElement} */ (path[0]);
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === 'k' && !event.shiftKey) {
        event.preventDefault();
        findAnything(ui);
        return;
      }
      const goes = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : null;
      if (!goes || writing(target)) return;
      event.preventDefault();
      ui.history[goes]();
      return;
    }
    if (key !== 'escape' && typing(target, key)) return;
    const here = target === element || path.includes(ui.stage) || (path.includes(ui.foot) && !target.closest('.menu'));
    if (!here && !ANYWHERE.includes(key)) return;
    // `event.key` is the same whether < and ? need Shift on a keyboard or not.
    const view = NUMBER_PAD.get(event.code);
    const name = event.shiftKey && Object.hasOwn(actions, `shift+${key}`) ? `shift+${key}` : key;
    const action =
      event.code === 'Numpad5'
        ? () => setOrtho(session, !isOrtho(session))
        : view
          ? () => session.view.setCamera(view)
          : Object.hasOwn(actions, name)
            ? actions[name]
            : undefined;
    if (!action || (key === 'escape' && !ui.room.newest && !session.progress)) return;
    event.preventDefault();
    ui.idle.showControls();
    action();
  });
}

/** Opens the palette, which finds everything by words. @param {Controls} ui */
export const findAnything = async (ui) => (await palette(ui.element))?.toggle(ui);

/** Whether the focused element holds a text, which has an undoing of its own. @param {HTMLElement} target */
const writing = (target) =>
  target.isContentEditable ||
  target.localName === 'textarea' ||
  (target instanceof HTMLInputElement && !/^(range|checkbox|radio)$/.test(target.type));

/** Whether the focused element itself handles the key. @param {HTMLElement} target @param {string} key */
export function typing(target, key) {
  const moves = key.startsWith('arrow') || key === 'home' || key === 'end' || key.startsWith('page');
  if (target.isContentEditable || target.localName === 'textarea' || target.localName === 'select') return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return moves && !target.classList.contains('scrub');
    return target.type !== 'checkbox' && target.type !== 'radio' ? true : key === ' ';
  }
  if (target.localName === 'button' || target.localName === 'a' || target.localName === 'summary') return key === ' ' || key === 'enter';
  return false;
}
