/** A clip beside the own one that the visitor has chosen: the details tell about it, and one of its joints may be selected. */
import { listeners } from '../player/base/listeners.js';
import { momentOf } from './moment.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../player/base/settings.js').Values} Values */
/** @typedef {import('../player/session/signals.js').Signal} Signal */
/** @typedef {import('../types.d.ts').WasmStage} WasmStage */

export class ChosenClip {
  /** The joint that is drawn highlighted; -1 for none. */
  highlight = -1;
  #selects = listeners();

  /** @param {Session} session @param {import('./clip-element.js').MareyClip} element @param {number} joint the selected one, -1 for none @param {() => void} drawn its look has changed */
  constructor(session, element, joint, drawn) {
    this.session = session;
    this.element = element;
    this.drawn = drawn;
    this.playback = session.playback;
    const tell = this.#selects[1];
    this.view = {
      selected: joint,
      /** @param {number} selected -1 for none */
      select: (selected) => {
        this.view.selected = selected;
        this.set('highlight', selected);
        tell(selected);
      },
    };
    this.set('highlight', joint);
  }

  /** Calls act on a stage that has this clip, at its own moment. */
  get host() {
    const { element, playback } = this;
    const { clip } = element;
    const { at } = momentOf(element, playback.time);
    return {
      /** @template T @param {(stage: WasmStage) => T} read @param {T} otherwise @returns {T} */
      read: (read, otherwise) =>
        clip?.host.read((stage) => {
          stage.seek(at);
          return read(stage);
        }, otherwise) ?? otherwise,
      // The camera belongs to the own clip.
      change() {},
    };
  }

  /** @template {keyof Values} Name @param {Name} name @returns {Values[Name]} */
  get(name) {
    const { clip } = this.element;
    /** @type {Partial<Values>} */
    const own = clip ? { unit: clip.reading.unit, frameTime: clip.reading.frameTime, behaviour: clip.behaviour } : {};
    return own[name] ?? this.session.get(name);
  }

  /** @param {'highlight'} name @param {number} joint -1 for none */
  set(name, joint) {
    this[name] = joint;
    this.drawn();
  }

  /** @param {Signal} signal @param {(detail: any) => void} listener */
  on(signal, listener) {
    const { session } = this;
    if (signal === 'select') return this.#selects[0](listener);
    // Its moment changes with its offset, too.
    const undo = [
      session.on(signal, listener),
      ...(signal === 'time' ? [session.on('actors', () => listener(session.playback.time))] : []),
    ];
    return () => undo.forEach((each) => each());
  }
}
