/**
 * The state of one player, in one place: what it shows, what is on its way, why something failed, whether it plays, and where. What
 * happens to a clip has a transition here with a name, which neither dispatches an event nor touches the stage. The parts of the session
 * set single fields, such as `plays` and `network`, themselves.
 */
import { PER_CLIP, Settings } from '../base/settings.js';

/** @typedef {import('../../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../../types.d.ts').Fault} Fault */
/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {import('../base/settings.js').Values} Values */
/** @typedef {import('./load.js').Intent} Intent */
/** @typedef {import('./load.js').Load} Load */
/** @typedef {import('./load.js').Place} Place */
/** @typedef {{ source: Source, info: ClipInfo, packets: import('../recovery/packets.js').Packets, complete: boolean }} Shown */
/** @typedef {{ fault: Fault, name: string, source: Source | null, intent: Intent, after: 'nothing' | 'metadata' }} Failure after: how far reading got */
/** @typedef {{ host: import('../drawing/stage-host.js').StageHost, left: number, element?: Element, moment: (time: number) => { at: number } }} Column a stage that shares the player's picture; left: its left end, CSS pixels; element: of a clip beside the own one; moment: the time of its clip while the player's clock shows `time` */
/** @typedef {{ shown: Shown, place: Place, values: Values, plays: boolean }} Before a clip that another one replaced */

/**
 * What the tree of joints needs of a session, or of another clip on its stage.
 * @typedef {object} Inspected
 * @property {{ read<T>(read: (stage: import('../../types.d.ts').WasmStage) => T, otherwise: T): T, change(change: (stage: import('../../types.d.ts').WasmStage) => void): unknown }} host
 * @property {{ selected: number, select(joint: number): void }} view
 * @property {import('./playback.js').Playback} playback
 * @property {{ distances: Map<number, string> | null }} [state] distances: shown in place of angles
 * @property {(name: 'unit' | 'frameTime' | 'behaviour') => number} get
 * @property {(name: 'highlight', joint: number) => void} set
 * @property {<S extends import('./signals.js').Signal>(signal: S, listener: (detail: import('./signals.js').Detail<S>) => void) => () => void} on
 */

/**
 * Chooses among the clips on a stage.
 * @typedef {object} ClipChooser
 * @property {(x: number, y: number) => { element: Element, joint: number, name: string } | null} pick the clip beside the own one, and its joint, at a point in CSS pixels
 * @property {(element: Element | null, joint?: number) => void} choose null: the own one
 * @property {number} solo the only one that is shown: 0 for the own one, -1 for all
 * @property {boolean} ownHidden the own one is not drawn
 */

/** As of HTMLMediaElement. */
export const NETWORK = { EMPTY: 0, IDLE: 1, LOADING: 2, NO_SOURCE: 3 };
/** As of HTMLMediaElement. */
export const READY = { NOTHING: 0, METADATA: 1, CURRENT: 2, FUTURE: 3, ENOUGH: 4 };

export class State {
  settings = new Settings();

  /** The clip on the stage. @type {Shown | null} */
  shown = null;
  /** The clip on its way to the stage. @type {Load | null} */
  load = null;
  /** The clip that the one on its way has replaced on the stage already. @type {Before | null} */
  before = null;
  /** The intent collected before a clip was requested. @type {Intent} */
  nextIntent = {};
  /** Why the source last requested cannot be shown. @type {Failure | null} */
  failure = null;
  /** Why nothing can be drawn. @type {Fault | null} */
  pictureFault = null;
  network = NETWORK.EMPTY;
  /** The address last requested. */
  address = '';
  /** A picture of the clip has been drawn. */
  drawn = false;

  /** The player should play. Whether the stage's clock runs depends on what is there to be played, too. */
  plays = false;
  /** play() or pause() was called since the last request. */
  called = false;
  /** Playing goes on when a renderer draws again. */
  resumes = false;
  /** Playing has ended, or the time was set to the clip's end. */
  atEnd = false;
  /** A clip plays as soon as it is there. */
  autoplay = false;
  /** The rate at which clips begin. */
  defaultRate = 1;

  /** Time and camera as last noted, for the next stage. @type {Place} */
  place = { time: 0, camera: '' };
  /** Where to seek once that part of the clip is there, and the camera for that moment. `nearest`: the clock's end that the player waits at, seconds. @type {(import('./load.js').Moment & { camera?: string, nearest?: number }) | null} */
  pending = null;
  /** The selected joint; -1 for none. */
  selected = -1;
  /** What was said before the controls were there to show it. @type {{ text: string, since: number } | null} */
  unheard = null;
  /** What each tool shows, by its name; nothing if it shows nothing. The tool's folder says what it is. @type {Record<string, any>} */
  tools = {};
  /** How far from the current moment a tool shows the figure, seconds. */
  reach = 0;
  /** Numbers over time that a tool shows beside the joints' own, for curves. @type {import('../../types.d.ts').ToolSeries[]} */
  series = [];
  /** The second of the figure at a point of the stage, CSS pixels, while a tool has several of it there; -1 for none. @type {((x: number, y: number) => number) | null} */
  momentAt = null;
  /** What was read, or is being read, to show the present clip, whose link may call for scripts that come later. @type {Load | null} */
  opened = null;
  /** The actors of the parts that show some, by the part's name. @type {Record<string, import('../../types.d.ts').Actors>} */
  actors = {};
  /** The clips beside the own one. @type {(ClipInfo & { label: string, offset: number, element: Element })[]} */
  others = [];
  /** The one of them that the details tell about; null for the own clip. @type {(Inspected & { element: Element, highlight: number }) | null} */
  chosen = null;
  /** Chooses among them. @type {ClipChooser | null} */
  chooser = null;
  /** The mean distance of each joint from that of another clip, in words, while they are compared. @type {Map<number, string> | null} */
  distances = null;
  /** A motion and a figure whose joints are to be named by the visitor, by `retarget/`. @type {{ begin(): Promise<void> } | null} */
  asking = null;
  /** How the clips are compared, as links have it; '' if nothing has been chosen. */
  compare = '';
  /** What somebody wrote about a clip, by its file, in the order of time: on pages that read files of labels. @type {((file: import('../../types.d.ts').Source) => import('../../types.d.ts').ClipLabel[] | undefined) | undefined} */
  labels;
  /** Files get the generated body that the figure wears. */
  wears = false;
  /** The stages that share the player's picture, from left to right: each clip's, if they are shown side by side. @type {Column[]} */
  columns = [];

  /** The player is in the document, and near the viewport. */
  near = false;
  /** `near` is known. */
  located = false;

  /** A new clip is being read, and the stage does not show it yet. */
  get replacing() {
    return this.load !== null && this.load.purpose === 'new' && !this.load.adopted;
  }

  /** The source last requested, shown or not. */
  get requested() {
    return this.load?.source ?? this.failure?.source ?? this.shown?.source ?? null;
  }

  /** The visitor stopped reading. */
  get cancelled() {
    return this.failure?.fault.kind === 'aborted';
  }

  /** As of HTMLMediaElement, for the source last requested. */
  get readyState() {
    if (this.replacing || this.failure?.source || !this.shown) return READY.NOTHING;
    return this.shown.complete ? READY.ENOUGH : READY.FUTURE;
  }

  // Transitions

  /** A source was requested; the one before it is given up. @param {Load} load */
  request(load) {
    if (load.purpose === 'new') {
      this.network = NETWORK.NO_SOURCE;
      this.opened = load;
    }
    if (load.purpose !== 'restore') this.before = null;
    this.load = load;
  }

  /** The stage shows a new clip for the first time. @param {Load} load @param {Shown} shown */
  adopt(load, shown) {
    load.adopted = true;
    if (load.purpose !== 'restore' && this.shown) {
      this.before = { shown: this.shown, place: { ...this.place }, values: { ...this.settings.values }, plays: this.plays };
    }
    load.partial = !shown.info.complete;
    this.shown = shown;
    if (load.purpose !== 'new') return;
    this.drawn = false;
    this.selected = -1;
  }

  /** The clip on the stage is whole. @param {Load} load @param {ClipInfo} info */
  complete(load, info) {
    this.load = null;
    this.before = null;
    if (this.shown) Object.assign(this.shown, { info, complete: true });
    // Another skeleton, or the same clip once more, is no new source.
    if (load.purpose === 'new' || load.unfinished) this.network = NETWORK.IDLE;
  }

  /** Reading ended without the whole clip. @param {Load} load */
  fail(load) {
    this.load = null;
    if (load.purpose !== 'new') return;
    this.network = NETWORK.NO_SOURCE;
    if (!load.adopted) this.opened = null;
  }

  /** The clip before comes back. @param {Before} before */
  revert({ shown, place, values }) {
    this.before = null;
    this.opened = null;
    this.shown = shown;
    for (const name of PER_CLIP) /** @type {Record<keyof Values, unknown>} */ (this.settings.values)[name] = values[name];
    this.place = { ...place };
  }

  /** The visitor stopped reading. @param {Load} load @param {Fault} fault */
  cancel(load, fault) {
    this.load = null;
    this.before = null;
    if (load.purpose !== 'new') return;
    const { adopted, intent, source } = load;
    this.network = adopted ? NETWORK.IDLE : NETWORK.EMPTY;
    if (!adopted) this.opened = null;
    this.failure = { fault, name: source.name, source: adopted ? null : source, intent, after: adopted ? 'metadata' : 'nothing' };
  }

  /** Nothing is shown or requested any more. */
  empty() {
    this.load = null;
    this.opened = null;
    this.before = null;
    this.shown = null;
    this.nextIntent = {};
    this.pending = null;
    this.plays = false;
    this.drawn = false;
    this.address = '';
    if (this.network !== NETWORK.EMPTY) this.network = NETWORK.NO_SOURCE;
  }

  /** The player left the document. */
  leave() {
    this.near = false;
    this.located = false;
    this.resumes = false;
  }
}
