/** Maps the parameters of a frame's address to the attributes of its player. */
import { cut } from '../player/base/dom.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */

/** Parameters about one clip. */
const CLIP = ['url', 'clip', 'src', 'base', 'skeleton', 'skin', 'joints', 'axes', 'holds', 'skip-reference', 'onto', 't', 'paused'];
/** Attributes handled elsewhere: addresses are checked first, the frame has its own size, and links never send cookies. */
const HANDLED_ELSEWHERE = [
  'src',
  'skeleton',
  'skin',
  'joints',
  'axes',
  'holds',
  'skip-reference',
  'onto',
  'poster',
  'share',
  'width',
  'height',
  'crossorigin',
];
/** Values for missing parameters. @type {Record<string, string>} */
const DEFAULTS = { controls: '1', theme: 'auto' };

/** @param {string} text a switch as links spell it */
export const isOff = (text) => /^(0|false|no|off)$/i.test(text);

/** @param {MareyPlayer} player */
const attributesOf = (player) =>
  /** @type {typeof import('../player/element/element.js').MareyPlayer} */ (player.constructor).observedAttributes;

/** @param {MareyPlayer} player @param {string} attribute */
const isSwitch = (player, attribute) =>
  typeof (
    /** @type {MareyPlayer & Record<string, unknown>} */ (player)[attribute.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())]
  ) === 'boolean';

/** The attributes that an address sets; null removes one. @param {MareyPlayer} player @param {Map<string, string>} values */
function attributes(player, values) {
  return attributesOf(player)
    .filter((name) => !HANDLED_ELSEWHERE.includes(name))
    .map((name) => {
      const text = values.get(name) ?? DEFAULTS[name];
      if (text === undefined) return { name, text: null };
      if (isSwitch(player, name)) return { name, text: isOff(text) ? null : '' };
      return { name, text: name === 'follow' && isOff(text) ? 'off' : text };
    });
}

/** @type {Set<string>} */
const warned = new Set();

export class FrameParameters {
  /** The attributes applied last. @type {Map<string, string | null>} */
  #applied = new Map();

  /** @param {MareyPlayer} player */
  constructor(player) {
    this.player = player;
  }

  /** Applies only parameters that changed: a visitor may have changed the rest. @param {Map<string, string>} values */
  apply(values) {
    for (const { name, text } of attributes(this.player, values)) {
      if (this.#applied.get(name) === text) continue;
      this.#applied.set(name, text);
      if (text === null) this.player.removeAttribute(name);
      else this.player.setAttribute(name, text);
    }
    const known = [...attributesOf(this.player), ...CLIP];
    for (const name of values.keys()) {
      if (known.includes(name) || warned.has(name)) continue;
      warned.add(name);
      console.warn(`Marey: the frame has no parameter \u201c${cut(name)}\u201d.`);
    }
  }
}
