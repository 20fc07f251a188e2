/** The events of a player and what they carry. */
import type { ClipInfo, ClipWarning, Fault } from '../types.d.ts';

/** A media element's events, and what motion has beside them. */
export interface MareyPlayerEventMap extends Omit<HTMLElementEventMap, 'progress' | 'error' | 'abort'> {
  /** Reading begins. */
  loadstart: Event;
  /** More of the file has been read; `total` is 0 where nobody knows it. */
  progress: CustomEvent<{ loaded: number; total: number }>;
  /** Nothing more is read for now: all is there, or the clip waits until somebody sees or plays it. */
  suspend: Event;
  /** Reading was stopped. */
  abort: Event;
  /** There is no clip any more. */
  emptied: Event;
  /** The server has stopped sending. */
  stalled: Event;
  /** `duration` is another one. */
  durationchange: Event;
  /** The skeleton and the length are known. */
  loadedmetadata: Event;
  /** There is a pose to show. */
  loadeddata: Event;
  /** It can play; all of the file need not be there. */
  canplay: Event;
  /** All of the motion is there. */
  canplaythrough: Event;
  /** It is to play. */
  play: Event;
  /** It plays. */
  playing: Event;
  /** It stands still. */
  pause: Event;
  /** The end was reached, and there is no loop. */
  ended: Event;
  /** Another moment was asked for. */
  seeking: Event;
  /** That moment is shown. */
  seeked: Event;
  /** `currentTime` is another one. */
  timeupdate: Event;
  /** `playbackRate` or `defaultPlaybackRate` is another one. */
  ratechange: Event;
  /** `volume` or `muted` is another one. There is no sound. */
  volumechange: Event;
  /** What was asked for cannot be shown; `error` tells the same. */
  error: CustomEvent<Fault>;
  /** The first picture of a clip is on the stage. */
  ready: CustomEvent<null>;
  /** All of a clip has been read. */
  cliploaded: CustomEvent<ClipInfo>;
  /** What was repaired in the file, or passed over. */
  warning: CustomEvent<{ warnings: ClipWarning[]; dropped: number }>;
  /** Another joint is selected; index -1 and no name for none. */
  jointselect: CustomEvent<{ index: number; name: string }>;
  /** The camera moved; `cameraState` tells where it is. */
  camerachange: CustomEvent<null>;
  /** Another behaviour of the clip plays. */
  behaviourchange: CustomEvent<{ index: number; name: string }>;
  /** Something else draws from now on. */
  rendererchange: CustomEvent<import('../types.d.ts').Rung>;
}
