import type { LinkedOption } from './player/base/options.js';

/**
 * Parameters of links to the page or the frame, in the fragment or the query; the fragment wins. Options have their attributes' names
 * there; those of the clips beside the first come once for each of them, with `clip-` before names that the first clip has, too.
 */
export interface LinkParameters extends Record<LinkedOption, string> {
  /** The motion file's address: https, or a path from the page that the link opens. Repeated, each further one is a clip beside the first. */
  url: string;
  /** The motion itself, with its skeleton, packed as text, in place of `url`. Repeated, as `url`. */
  clip: string;
  /** How the clips are compared, words with commas: `side` for side by side; how they are aligned; the measure of the difference; `hide-0` hides the first clip, `only-1` shows the second alone. */
  compare: string;
  /** The first moment shown: `12.5`, `2:03`, `2m3s`, or a frame, `f120`. By default the start of the clip or of the loop. */
  t: string;
  /** `1` repeats the clip, `1.5-3` repeats these seconds, a word of `loop-mode` repeats in that way, `0` does not repeat. */
  loop: string;
  /** `1`: paused until the visitor plays it. */
  paused: string;
}

/** The parameters of one address. */
export interface LinkValues {
  get(name: keyof LinkParameters): string | undefined;
  has(name: keyof LinkParameters): boolean;
  [Symbol.iterator](): Iterator<[name: string, value: string]>;
}
