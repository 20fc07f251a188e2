/** Signals between the modules of one player; pages listen to events on the element instead. */
import { listeners } from '../base/listeners.js';

/**
 * What has changed or happened: `setting` (its name), `clip` facts about the clip (`new` for another clip), `time`, `play` playing or paused, `load` what is
 * being read (the load, if one begins), `progress` more of it has come, `fault`, `view` the camera (its text if it was set), `size` of the picture, `select` a joint, `say` words to show and
 * announce, `attribute` of the element (its name), `print` the page is about to be printed, `controls` have loaded, `page` what the
 * page shows beside the stage, `pace` the level of detail, `skin` a surface lacks the textures of the clip's skin, `tool`
 * a tool shows something else (its name), `history` what can be undone, `actors` the clips beside the own one (which they are, or only when, where and how they are shown), `choose` another of these clips, `stage` a fresh stage has the clip again.
 * @typedef {'setting' | 'clip' | 'time' | 'play' | 'load' | 'progress' | 'fault' | 'view' | 'size' | 'select' | 'say' | 'attribute' | 'print' | 'controls' | 'page' | 'pace' | 'skin' | 'tool' | 'history' | 'actors' | 'choose' | 'stage'} Signal
 */
/** @typedef {{ clip: 'new' | undefined, load: import('./load.js').Load | undefined, setting: keyof import('../base/settings.js').Values, view: string | undefined, select: number, say: string, attribute: string, tool: string, actors: 'clips' | 'places' }} Details */
/** @template {Signal} S @typedef {S extends keyof Details ? Details[S] : undefined} Detail */

export class Signals {
  /** @type {Map<Signal, import('../base/listeners.js').Listeners<[detail?: any]>>} */
  #listeners = new Map();

  /** @template {Signal} S @param {S} name @param {(detail: Detail<S>) => void} listener @returns {() => void} removes the listener */
  on(name, listener) {
    const known = this.#listeners.get(name) ?? listeners();
    this.#listeners.set(name, known);
    return known[0](listener);
  }

  /** @template {Signal} S @param {S} name @param {Detail<S>} [detail] */
  signal(name, detail) {
    this.#listeners.get(name)?.[1](detail);
  }
}
