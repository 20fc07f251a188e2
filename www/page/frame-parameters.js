/** What the address of a frame says about its player: every attribute of the element as a parameter. */

/** @typedef {import('../player/element.js').MareyPlayer} MareyPlayer */

/** Parameters that are about one clip. */
const CLIP = ['url', 'clip', 'src', 'base', 'skeleton', 'skin', 't', 'paused'];
/** They are not simply taken over: addresses are looked at first, and the size is the frame's. Files asked for by a link never go with cookies. */
const ELSEWHERE = ['src', 'skeleton', 'skin', 'poster', 'share', 'width', 'height', 'crossorigin'];
/** What holds where the address says nothing. @type {Record<string, string>} */
const DEFAULTS = { controls: '1', theme: 'auto' };

/** @param {string} text as links spell a switch */
export const isOff = (text) => /^(0|false|no|off)$/i.test(text);

/** @param {MareyPlayer} player */
const attributesOf = (player) => /** @type {typeof import('../player/element.js').MareyPlayer} */ (player.constructor).observedAttributes;

/** @param {MareyPlayer} player @param {string} attribute */
const isSwitch = (player, attribute) => typeof /** @type {any} */ (player)[attribute.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())] === 'boolean';

/**
 * The attributes as an address says them; null takes one away.
 * @param {MareyPlayer} player
 * @param {Map<string, string>} values
 */
function attributes(player, values) {
  return attributesOf(player).filter((name) => !ELSEWHERE.includes(name)).map((name) => {
    const text = values.get(name) ?? DEFAULTS[name];
    if (text === undefined) return { name, text: null };
    if (isSwitch(player, name)) return { name, text: isOff(text) ? null : '' };
    return { name, text: name === 'follow' && isOff(text) ? 'off' : text };
  });
}

/** @type {Set<string>} */
const told = new Set();

export class FrameParameters {
  /** What was taken over last. @type {Map<string, string | null>} */
  #taken = new Map();

  /** @param {MareyPlayer} player */
  constructor(player) {
    this.player = player;
  }

  /**
   * Gives the player its attributes. Where the address changes, only what has changed in it counts: the rest may have been changed by
   * somebody's hand meanwhile.
   * @param {Map<string, string>} values
   */
  take(values) {
    for (const { name, text } of attributes(this.player, values)) {
      if (this.#taken.get(name) === text) continue;
      this.#taken.set(name, text);
      if (text === null) this.player.removeAttribute(name);
      else this.player.setAttribute(name, text);
    }
    const known = [...attributesOf(this.player), ...CLIP];
    for (const name of values.keys()) {
      if (known.includes(name) || told.has(name)) continue;
      told.add(name);
      console.warn(`Marey: the frame has no parameter \u201c${name}\u201d.`);
    }
  }
}
