/** A player's options as properties that reflect its attributes. */
import { ROWS, reflect } from '../base/options.js';

/** That of `behaviour` tells what plays. @typedef {Omit<import('../base/options.js').ValuesOf<typeof import('../base/options.js').OPTIONS>, 'behaviour'>} Reflected */

// A server has no DOM: there the class is only a name.
export const ReflectedElement = /** @type {{ new (): HTMLElement & Reflected, prototype: HTMLElement & Reflected }} */ (
  /** @type {unknown} */ (class extends (globalThis.HTMLElement ?? Object) {})
);
reflect(ReflectedElement, ROWS);
