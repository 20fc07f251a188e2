/** The events of a player and what they carry. */
import type { ClipInfo, ClipWarning, Fault } from '../types.d.ts';

/** A media element's events, and what motion has beside them. */
export interface MareyPlayerEventMap extends Omit<HTMLElementEventMap, 'progress' | 'error'> {
  /** More of the file has been read; `total` is 0 where nobody knows it. */
  progress: CustomEvent<{ loaded: number; total: number }>;
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
