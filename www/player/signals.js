/** Signals between the parts of one player. What a page hears are events on the element. */
import { listeners } from './listeners.js';

/**
 * `setting` a setting changed (its name), `clip` what is known of the clip, `time` the moment, `play` whether it plays,
 * `load` what is being read, `fault` what is wrong, `view` the camera (its text, where it was set), `size` the picture's size, `select` a joint,
 * `say` words to show and speak, `attribute` an attribute of the element (its name), `print` the page is about to be printed,
 * `controls` the controls have come, `page` what the page shows beside the stage,
 * `pace` what is left out of pictures that would come late.
 * @typedef {'setting' | 'clip' | 'time' | 'play' | 'load' | 'fault' | 'view' | 'size' | 'select' | 'say' | 'attribute' | 'print' | 'controls' | 'page' | 'pace'} Signal
 */

export class Signals {
  /** @type {Map<Signal, import('./listeners.js').Listeners<[detail?: any]>>} */
  #listeners = new Map();

  /**
   * @param {Signal} name
   * @param {(detail?: any) => void} listener
   * @returns {() => void} ends it
   */
  on(name, listener) {
    const known = this.#listeners.get(name) ?? listeners();
    this.#listeners.set(name, known);
    return known[0](listener);
  }

  /**
   * @param {Signal} name
   * @param {any} [detail]
   */
  signal(name, detail) {
    this.#listeners.get(name)?.[1](detail);
  }
}
