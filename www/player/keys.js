/** Keys, only while focus is inside the player, and never while somebody types. */
import { SPEEDS } from './settings.js';
import { clock } from './format.js';
import { S } from './strings.js';

/** @typedef {import('./interface.js').Interface} Interface */

const TURN = Math.PI / 24;

/** @param {Interface} ui */
export function listenToKeys(ui) {
  const { core, element } = ui;

  /** @param {-1 | 1} side which end of the loop is put here */
  const mark = (side) => {
    if (!core.info) return;
    const [from, to] = core.span;
    const { time } = core;
    /** @type {[number, number]} */
    const range = side < 0 ? [time, to > time ? to : core.duration] : [from < time ? from : 0, time];
    if (range[1] - range[0] < core.grain) return;
    core.set('range', range);
    element.loop = true;
    core.say((side < 0 ? S.say.rangeIn : S.say.rangeOut)(clock(time, core.duration)));
  };

  /** @param {-1 | 1} side */
  const faster = (side) => {
    const rate = core.get('rate');
    const next = side > 0 ? SPEEDS.find((other) => other > rate + 1e-6) : [...SPEEDS].reverse().find((other) => other < rate - 1e-6);
    if (next) core.setRate(next);
  };

  /** @param {number} by */
  const behave = (by) => {
    const { behaviours: { length } } = core;
    if (length < 2) return;
    core.setBehaviour((core.get('behaviour') + by + length) % length);
    core.say(element.behaviour);
  };

  /** @param {number} yaw @param {number} pitch */
  const turn = (yaw, pitch) => core.host.change((stage) => stage.orbit(yaw * TURN, pitch * TURN));

  /** @type {Record<string, (() => void) | undefined>} */
  const actions = {
    ' ': () => core.toggle(),
    k: () => core.toggle(),
    arrowleft: () => core.seek({ seconds: core.time - 1 }),
    arrowright: () => core.seek({ seconds: core.time + 1 }),
    'shift+arrowleft': () => turn(-1, 0),
    'shift+arrowright': () => turn(1, 0),
    'shift+arrowup': () => turn(0, 1),
    'shift+arrowdown': () => turn(0, -1),
    '+': () => ui.zoom(1.15),
    '=': () => ui.zoom(1.15),
    '-': () => ui.zoom(1 / 1.15),
    ',': () => core.step(-1),
    '.': () => core.step(1),
    home: () => core.seek({ seconds: 0 }),
    end: () => core.seek({ frame: core.frameCount - 1 }),
    '[': () => mark(-1),
    ']': () => mark(1),
    '<': () => faster(-1),
    '>': () => faster(1),
    l: () => {
      element.loop = !element.loop;
      core.say(element.loop ? S.say.loopOn : S.say.loopOff);
    },
    b: () => behave(1),
    'shift+b': () => behave(-1),
    n: () => ui.stepMark(1),
    'shift+n': () => ui.stepMark(-1),
    i: () => ui.togglePanel('details'),
    f: () => ui.toggleFullscreen(),
    '?': () => ui.togglePanel('help'),
    escape: () => ui.closePanel(),
  };
  for (let digit = 0; digit < 10; digit += 1) actions[digit] = () => core.seek({ seconds: (core.duration * digit) / 10 });

  element.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!element.controls || element.hasAttribute('nohotkeys')) return;
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    const key = event.key.toLowerCase();
    if (key !== 'escape' && typing(target, key)) return;
    // The layouts where < and ? need Shift, and those where they do not, all end here.
    const name = event.shiftKey && /^(arrow|[bn]$)/.test(key) ? `shift+${key}` : key;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action || (key === 'escape' && !ui.panelOpen)) return;
    event.preventDefault();
    ui.stir();
    action();
  });
}

/**
 * Whether the key belongs to what has the focus.
 * @param {HTMLElement} target
 * @param {string} key
 */
function typing(target, key) {
  const moves = key.startsWith('arrow') || key === 'home' || key === 'end' || key.startsWith('page');
  if (target.isContentEditable || target.localName === 'textarea' || target.localName === 'select') return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return moves && !target.classList.contains('scrub');
    return target.type !== 'checkbox' && target.type !== 'radio' ? true : key === ' ';
  }
  if (target.localName === 'button' || target.localName === 'a' || target.localName === 'summary') return key === ' ' || key === 'enter';
  return false;
}
