/** Signals between the modules of one player; pages listen to events on the element instead. */
import { listeners } from '../base/listeners.js';

/**
 * What has changed: `setting` (its name), `clip` facts about the clip (`new` for another clip), `time` (seconds), `play` (whether it plays),
 * `load` what is being read (the load, if one begins), `progress` more of it has come (how much), `fault` why the clip or the picture cannot
 * be shown (of which), `view` the camera (its text if it was set), `select` a joint, `say` words to show and announce, `attribute` of the
 * element (its name), `page` what the page has beside the stage (what takes of its room, or what was read about the clips), `tool` a tool
 * shows something else (its name), `history` what can be undone (the names of what a step has changed), `actors` the clips beside the own
 * one (which they are, or only when, where and how they are shown), `choose` what is asked of these clips (another one, or joints to name).
 *
 * What has happened, which has no contents: `size` the picture has another size, or a fresh stage does not know yet what covers it; `pace` the
 * picture has more or less detail; `stage` a fresh stage has the clip again; `skin` a surface lacks the textures of the clip's skin;
 * `controls` have loaded; `print` the page is about to be printed.
 * @typedef {'setting' | 'clip' | 'time' | 'play' | 'load' | 'progress' | 'fault' | 'view' | 'size' | 'select' | 'say' | 'attribute' | 'print' | 'controls' | 'page' | 'pace' | 'skin' | 'tool' | 'history' | 'actors' | 'choose' | 'stage'} Signal
 */
/** @typedef {{ setting: keyof import('../base/settings.js').Values, clip: 'new' | undefined, time: number, play: boolean, load: import('./load.js').Load | undefined, progress: import('./session.js').Session['progress'], fault: 'clip' | 'picture', view: string | undefined, select: number, say: string, attribute: string, page: 'room' | 'labels', tool: string, history: string[], actors: 'clips' | 'places', choose: 'clip' | 'joints' }} Details */
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

  /** @template {Signal} S @param {S} name @param {undefined extends Detail<S> ? [detail?: Detail<S>] : [detail: Detail<S>]} detail */
  signal(name, ...detail) {
    this.#listeners.get(name)?.[1](...detail);
  }
}
