/** The events of a player and their details. */
import type { ClipInfo, ClipWarning, Fault } from '../../types.d.ts';

/** The events of a media element, and those of motion. */
export interface MareyPlayerEventMap extends Omit<HTMLElementEventMap, 'progress' | 'error' | 'abort'> {
  /** Reading begins. */
  loadstart: Event;
  /** More of the file has arrived. `total` is 0 where the server did not say how long the file is. */
  progress: CustomEvent<{ loaded: number; total: number }>;
  /** Reading has stopped: the whole file is there, or the clip waits until the player is near the viewport or played. */
  suspend: Event;
  /** Reading was stopped. */
  abort: Event;
  /** A new load replaces an earlier one, or the source was removed. The last clip stays on the stage until the next one comes. */
  emptied: Event;
  /** The server has sent nothing for three seconds. */
  stalled: Event;
  /** `duration` has changed. */
  durationchange: Event;
  /** The skeleton and the length are known. */
  loadedmetadata: Event;
  /** The pose of the current moment can be shown. */
  loadeddata: Event;
  /** Enough of the file is there to play. */
  canplay: Event;
  /** The whole motion is there, and plays without waiting. */
  canplaythrough: Event;
  /** `play()` was called, or a person pressed Play: `paused` is now false. */
  play: Event;
  /** `play()` was called, and there is no clip yet. */
  waiting: Event;
  /** Playback has begun, or goes on after it waited for the file. */
  playing: Event;
  /** Playback has stopped: `paused` is now true. */
  pause: Event;
  /** Playback reached the end, and `loop` is not set. */
  ended: Event;
  /** A jump to another moment begins. */
  seeking: Event;
  /** The jump is done: the figure has the pose of that moment. */
  seeked: Event;
  /** `currentTime` has changed: several times a second while the clip plays, and after each jump. */
  timeupdate: Event;
  /** `playbackRate` or `defaultPlaybackRate` has changed. */
  ratechange: Event;
  /** `volume` or `muted` has changed. There is no sound; both exist for controls that are made for videos. */
  volumechange: Event;
  /** The clip could not be loaded or played. The property `error` has the same reason. */
  error: CustomEvent<Fault>;
  /** The first picture of a clip is on the screen. */
  ready: CustomEvent<null>;
  /** The whole clip has been read. */
  cliploaded: CustomEvent<ClipInfo>;
  /** What the reader repaired or left out, with its place in the file. `dropped` counts the warnings beyond the list's limit. */
  warning: CustomEvent<{ warnings: ClipWarning[]; dropped: number }>;
  /** A joint was selected, or deselected: then `index` is -1 and `name` is empty. */
  jointselect: CustomEvent<{ index: number; name: string }>;
  /** The camera has moved. `cameraState` describes it. */
  camerachange: CustomEvent<null>;
  /** `loopRange` has changed: a person dragged or set it, a script did, or a clip came with another. */
  rangechange: CustomEvent<{ range: [from: number, to: number] | null }>;
  /** `marks` has changed: a person added, named, moved or removed a mark, a script did, or a clip came with others. */
  markschange: CustomEvent<{ marks: string | null }>;
  /**
   * A person saves something: a picture, a film, the motion, a table. `files` belong together, such as ASF and AMC. After
   * `preventDefault()` the browser saves nothing, and the page does with the files what it likes.
   */
  beforesave: CustomEvent<{ files: File[] }>;
  /** Another behaviour of the clip was chosen. */
  behaviourchange: CustomEvent<{ index: number; name: string }>;
  /** Another renderer draws from now on: WebGPU, WebGL 2 or Canvas 2D. */
  rendererchange: CustomEvent<import('../../types.d.ts').Rung>;
}
