/**
 * The messages between a page and the player in a frame (`embed.html`), and the interface of `marey-frame.js`. The names are the
 * element's own.
 */
import type { FrameOption } from './player/base/options.js';
import type { MareyPlayer } from './player/element/element.js';
import type { MareyPlayerEventMap } from './player/element/events.d.ts';

/** Methods of the element that a page may call. */
export type FrameMethod =
  | 'play'
  | 'pause'
  | 'load'
  | 'fastSeek'
  | 'seekToFrame'
  | 'stepFrame'
  | 'jointPosition'
  | 'canPlayType'
  | 'toBlob'
  | 'picture'
  | 'filmstrip'
  | 'film'
  | 'convert';

/** Methods for the clips beside the player's own: those of `clips`, the element's list. */
export type FrameClipMethod = 'addClip' | 'removeClip';

/** Properties that a page may set: options, and what plays. */
export type FrameWritable =
  | FrameOption
  | 'srcObject'
  | 'currentTime'
  | 'currentFrame'
  | 'playbackRate'
  | 'defaultPlaybackRate'
  | 'volume'
  | 'muted'
  | 'loopRange'
  | 'cameraState'
  | 'selectedJoint'
  | 'momentTimes';

/** Properties that a page may read: those that it may set, except files, and these. */
export type FrameReadable =
  | Exclude<FrameWritable, 'srcObject'>
  | 'currentSrc'
  | 'currentRenderer'
  | 'readyState'
  | 'networkState'
  | 'duration'
  | 'paused'
  | 'ended'
  | 'seeking'
  | 'frameCount'
  | 'frameTime'
  | 'behaviours'
  | 'clips'
  | 'warnings'
  | 'error'
  | 'figureBox';

/** Events of the element that a page may listen to, and `consentrequest`, which only a frame has. */
export type FrameEvent =
  | 'loadstart'
  | 'progress'
  | 'suspend'
  | 'abort'
  | 'error'
  | 'emptied'
  | 'stalled'
  | 'loadedmetadata'
  | 'loadeddata'
  | 'canplay'
  | 'canplaythrough'
  | 'durationchange'
  | 'play'
  | 'playing'
  | 'waiting'
  | 'pause'
  | 'ended'
  | 'seeking'
  | 'seeked'
  | 'timeupdate'
  | 'ratechange'
  | 'volumechange'
  | 'consentrequest'
  | 'ready'
  | 'cliploaded'
  | 'warning'
  | 'jointselect'
  | 'camerachange'
  | 'rangechange'
  | 'markschange'
  | 'behaviourchange'
  | 'rendererchange';

/** `error` as a plain object that can cross the frame. */
export interface FrameError {
  code: number;
  message: string;
  kind: string;
  reason?: string;
  file?: string;
  line?: number;
  column?: number;
  byte?: number;
  status?: number;
  address?: string;
  url?: string;
  hint: string;
}

/** A property's value as it crosses the frame. */
export type FrameValue<K extends FrameReadable> = K extends 'error' ? FrameError | null : MareyPlayer[K];

/** A question to the visitor, before the player reads a file from a third site, which would learn of the visit, or follows a redirect, which may lead to one. */
export interface FrameConsent {
  /** The motion's address. */
  url: string;
  /** The sites in question, as `URL.host` names them. */
  hosts: string[];
  /** The site in `hosts` has redirected the request. Browsers do not tell where to: the question is whether to follow. */
  redirect: boolean;
}

/** The detail of an event. */
export type FrameDetail<K extends FrameEvent> = K extends 'consentrequest'
  ? FrameConsent
  : K extends keyof MareyPlayerEventMap
    ? MareyPlayerEventMap[K] extends CustomEvent<infer D>
      ? D
      : null
    : null;

/** The player's state at the time of an event. */
export interface FrameState {
  currentTime: number;
  currentFrame: number;
  /** NaN without a clip. */
  duration: number;
  frameCount: number;
  paused: boolean;
  ended: boolean;
  seeking: boolean;
  playbackRate: number;
  readyState: number;
}

/** The preferred size of a frame. */
export interface FrameSize {
  /** Width divided by height, if the frame's address has both. */
  ratio: number | null;
  /** CSS pixels, if the address has them. */
  width: number | null;
  /** CSS pixels, if the address has them; with `renderer=none` the height of the details. */
  height: number | null;
}

/** From the page to the frame. Requests with an `id` are answered. */
export type FrameRequest =
  | { marey: 'call'; id?: number | string; name: FrameMethod | FrameClipMethod; args?: unknown[] }
  | { marey: 'set'; id?: number | string; name: FrameWritable; value: unknown }
  | { marey: 'get'; id: number | string; name: FrameReadable }
  /** Cancels the film requested with this `id`. */
  | { marey: 'cancel'; id?: undefined; film: number | string }
  /** Replaces the earlier list of events. An empty list only asks whether a player answers. */
  | { marey: 'listen'; id?: number | string; events: (FrameEvent | 'size')[] };

/** From the frame to the page. */
export type FrameMessage =
  /** The player listens from now on. The only message that is sent without a request, and to any origin. */
  | { marey: 'ready' }
  | { marey: 'result'; id: number | string; value: unknown }
  | { marey: 'result'; id: number | string; error: { name: string; message: string } }
  /** Progress of a film, from 0 to 1. */
  | { marey: 'progress'; id: number | string; share: number }
  | { marey: 'event'; type: FrameEvent; detail: unknown; state: FrameState }
  | ({ marey: 'size' } & FrameSize);

/** A method whose result crosses the frame as a promise. */
type Answer<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;

/** A player in a frame, with the element's own names. */
export type FramePlayer = { [K in FrameMethod]: Answer<MareyPlayer[K]> } & {
  /** Adds a clip beside the player's own: an address, as in links, or files. */
  addClip(source: string | Blob | Blob[], options?: import('./player/element/clip-list.js').ClipOptions): Promise<void>;
  /** Removes a clip beside the player's own, by its index in `clips`. */
  removeClip(index: number): Promise<void>;
  /** Settles when the player in the frame listens. Earlier requests wait for it. */
  readonly ready: Promise<void>;
  /** The state at the last event. */
  readonly state: FrameState | null;
  get<K extends FrameReadable>(name: K): Promise<FrameValue<K>>;
  set<K extends FrameWritable>(name: K, value: MareyPlayer[K]): Promise<void>;
  /** Returns a function that removes the listener. Errors, such as an unknown event, are reported as errors of the page. */
  on<K extends FrameEvent>(type: K, listener: (detail: FrameDetail<K>, state: FrameState) => void): () => void;
  on(type: 'size', listener: (size: FrameSize) => void): () => void;
  /** Stops listening, and rejects unanswered requests. */
  close(): void;
};

/**
 * @param iframe shows Marey's embed.html, now or later
 * @param options `fit`: the frame takes the aspect ratio in its address, and with `renderer=none` the height of the details
 */
export declare function frame(iframe: HTMLIFrameElement, options?: { fit?: boolean }): FramePlayer;
