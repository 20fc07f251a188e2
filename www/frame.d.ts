/**
 * What a page and the player in a frame (`embed.html`) say to each other by `postMessage`, and what `marey-frame.js` makes of it.
 * The names are the element's own.
 */
import type { MareyPlayer } from './player/element.js';
import type { MareyPlayerEventMap } from './player/events.d.ts';

/** Methods of the element that a page may call. */
export type FrameMethod = 'play' | 'pause' | 'load' | 'fastSeek' | 'seekToFrame' | 'stepFrame' | 'jointPosition' | 'canPlayType' | 'toBlob'
  | 'picture' | 'filmstrip' | 'film' | 'convert';

/** Properties that a page may set. */
export type FrameWritable =
  | 'src' | 'skeleton' | 'skin' | 'poster' | 'srcObject'
  | 'currentTime' | 'currentFrame' | 'playbackRate' | 'defaultPlaybackRate' | 'volume' | 'muted' | 'loopRange'
  | 'autoplay' | 'controls' | 'loop' | 'loopMode' | 'loading' | 'preload' | 'speed' | 'start' | 'end' | 'fps' | 'unit' | 'up' | 'positions' | 'ground'
  | 'camera' | 'cameraState' | 'follow' | 'inPlace' | 'interpolation' | 'behaviour' | 'selectedJoint'
  | 'theme' | 'transparent' | 'patterns' | 'alt' | 'nohotkeys' | 'gestures' | 'renderer';

/** Properties that a page may read: all that it may set but its files, and these. */
export type FrameReadable = Exclude<FrameWritable, 'srcObject'>
  | 'currentSrc' | 'currentRenderer' | 'readyState' | 'networkState' | 'duration' | 'paused' | 'ended' | 'seeking'
  | 'frameCount' | 'frameTime' | 'behaviours' | 'clips' | 'warnings' | 'error' | 'figureBox';

/** Events of the element that a page may listen to, and `consentrequest`, which only a frame has. */
export type FrameEvent =
  | 'loadstart' | 'progress' | 'suspend' | 'abort' | 'error' | 'emptied' | 'stalled' | 'loadedmetadata' | 'loadeddata' | 'canplay' | 'canplaythrough'
  | 'durationchange' | 'play' | 'playing' | 'waiting' | 'pause' | 'ended' | 'seeking' | 'seeked' | 'timeupdate' | 'ratechange' | 'volumechange'
  | 'consentrequest' | 'ready' | 'cliploaded' | 'warning' | 'jointselect' | 'camerachange' | 'behaviourchange' | 'rendererchange';

/** `error`, which does not cross a frame as an object of its class does. */
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

/** The visitor is asked before the player reads a file from a third site, which would learn of the visit, and before it follows a redirect, which may lead to one. */
export interface FrameConsent {
  /** The motion's address. */
  url: string;
  /** The sites asked about, as `URL.host` names them. */
  hosts: string[];
  /** The one site there has redirected the request. Where to, no browser tells: the question is whether to follow. */
  redirect: boolean;
}

/** What an event carries. */
export type FrameDetail<K extends FrameEvent> = K extends 'consentrequest' ? FrameConsent : K extends keyof MareyPlayerEventMap ? MareyPlayerEventMap[K] extends CustomEvent<infer D> ? D : null : null;

/** How the player stands at the moment of an event. */
export interface FrameState {
  currentTime: number;
  currentFrame: number;
  /** NaN while there is no clip. */
  duration: number;
  frameCount: number;
  paused: boolean;
  ended: boolean;
  seeking: boolean;
  playbackRate: number;
  readyState: number;
}

/** The room that a frame would like. */
export interface FrameSize {
  /** Width by height, where the frame's address says both. */
  ratio: number | null;
  /** CSS pixels, where the address says them. */
  width: number | null;
  /** CSS pixels, where the address says them; with `renderer=none` those that the details need. */
  height: number | null;
}

/** From the page to the frame. With an `id` it is answered. */
export type FrameRequest =
  | { marey: 'call'; id?: number | string; name: FrameMethod; args?: unknown[] }
  | { marey: 'set'; id?: number | string; name: FrameWritable; value: unknown }
  | { marey: 'get'; id: number | string; name: FrameReadable }
  /** Ends the film that was asked for with this `id`. */
  | { marey: 'cancel'; id?: undefined; film: number | string }
  /** In place of what was listened to before. An empty list only asks whether somebody is there. */
  | { marey: 'listen'; id?: number | string; events: (FrameEvent | 'size')[] };

/** From the frame to the page. */
export type FrameMessage =
  /** The player listens from now on. The only message that is sent unasked, and to anybody. */
  | { marey: 'ready' }
  | { marey: 'result'; id: number | string; value: unknown }
  | { marey: 'result'; id: number | string; error: { name: string; message: string } }
  /** How much of a film is done: a number from 0 to 1. */
  | { marey: 'progress'; id: number | string; share: number }
  | { marey: 'event'; type: FrameEvent; detail: unknown; state: FrameState }
  | ({ marey: 'size' } & FrameSize);

/** What a method gives back, once it has crossed the frame. */
type Answer<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;

/** A player in a frame, by the names that the element has. */
export type FramePlayer = { [K in FrameMethod]: Answer<MareyPlayer[K]> } & {
  /** Settles when the player in the frame listens. Whatever is asked before waits for it. */
  readonly ready: Promise<void>;
  /** As it was at the last event that came. */
  readonly state: FrameState | null;
  get<K extends FrameReadable>(name: K): Promise<FrameValue<K>>;
  set<K extends FrameWritable>(name: K, value: MareyPlayer[K]): Promise<void>;
  /** Gives back what ends it. What is wrong, such as an event that this player does not have, is reported as an error of the page. */
  on<K extends FrameEvent>(type: K, listener: (detail: FrameDetail<K>, state: FrameState) => void): () => void;
  on(type: 'size', listener: (size: FrameSize) => void): () => void;
  /** Nothing is heard from now on, and what was not answered is rejected. */
  close(): void;
};

/**
 * @param iframe one that shows Marey's embed.html, now or later
 * @param options `fit`: the frame takes the shape that its address asks for, and with `renderer=none` the height of the details
 */
export declare function frame(iframe: HTMLIFrameElement, options?: { fit?: boolean }): FramePlayer;
