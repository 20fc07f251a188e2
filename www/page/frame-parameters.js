/** Maps the parameters of a frame's address to the attributes of its player. */
import { BESIDE, ROWS, SOURCES, isOff } from '../player/base/options.js';
import { cut } from '../player/base/dom.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */

/** What a frame's address may have: options, which clips are opened, and when they begin. */
const KNOWN = new Set([...ROWS.map(({ attribute }) => attribute), ...SOURCES, ...BESIDE, 'base', 't', 'paused', 'compare']);
/** The options that a parameter sets as it is. */
const PLAIN = ROWS.filter(({ source, apart }) => !source && !apart);
/** Values for missing parameters. @type {Record<string, string>} */
const DEFAULTS = { controls: '1', theme: 'auto' };

/** The attributes that an address sets; null removes one. @param {Map<string, string>} values */
const attributes = (values) =>
  PLAIN.map(({ attribute, kind }) => {
    const text = values.get(attribute) ?? DEFAULTS[attribute] ?? null;
    return { name: attribute, text: kind === 'boolean' && isOff(text) ? null : text };
  });

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
    for (const { name, text } of attributes(values)) {
      if (this.#applied.get(name) === text) continue;
      this.#applied.set(name, text);
      if (text === null) this.player.removeAttribute(name);
      else this.player.setAttribute(name, text);
    }
    for (const name of values.keys()) {
      if (KNOWN.has(name) || warned.has(name)) continue;
      warned.add(name);
      console.warn(`Marey: the frame has no parameter \u201c${cut(name)}\u201d.`);
    }
  }
}
