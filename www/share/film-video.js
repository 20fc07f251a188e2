/** Films as MP4 and WebM: the browser's own encoders, in files that Mediabunny writes. Fetched with the first of them. */
import { BufferTarget, CanvasSource, Mp4OutputFormat, Output, Quality, WebMOutputFormat, canEncodeVideo } from 'mediabunny';
import { canBeClear, clearVideo } from './film-clear.js';
import { likeness } from './likeness.js';
import { refusal } from './refusal.js';

/** @typedef {import('./film.js').Sink} Sink */
/** @typedef {{ container: 'mp4' | 'webm', codec: 'avc' | 'vp9' | 'vp8' | 'av1' }} Opaque */
/** @typedef {Opaque | { container: 'webm', codec: 'vp9' | 'vp8', clear: true }} Way */

/** What plays where: H.264 nearly everywhere, the others in browsers. @type {Opaque[]} */
const WAYS = [{ container: 'mp4', codec: 'avc' }, { container: 'webm', codec: 'vp9' }, { container: 'webm', codec: 'vp8' }, { container: 'webm', codec: 'av1' }];
/** Seen through. Each is asked before the opaque ones of its kind. @type {('vp9' | 'vp8')[]} */
const CLEAR = ['vp9', 'vp8'];
/** WebKit on Linux (seen in WebKitGTK 2.50): the page's process ends as soon as it is asked what it encodes. */
const BREAKS = /Linux.*AppleWebKit(?!.*Chrom)/;
/** A key frame in every so many seconds. */
const KEY_SECONDS = 2;
/**
 * What is drawn is to be encoded as a screen is: taken for a camera's picture, an H.264 of several times the size has specks of the figure
 * where it was before.
 */
const HOW = /** @type {const} */ ({ latencyMode: 'quality', contentHint: 'detail' });
/** Below this likeness of the test card, faint lines are lost. Here OpenH264 has 0.976, VP8 0.986, VP9 0.993. */
const TRUE = 0.98;
/**
 * Bits a second: drawn figures have hard edges. What is not needed is not used.
 * @param {{ width: number, height: number, fps: number }} film
 */
const bitrate = ({ width, height, fps }) => Math.round(1.5e6 + 0.15 * width * height * fps);
const quality = (/** @type {Parameters<typeof bitrate>[0]} */ film) => new Quality({ bitrate: bitrate(film) });

/** @type {Promise<boolean> | null} */
let asked = null;
/** H.264 is poor here; the same for all films. @param {number} fps */
function poor(fps) {
  const card = { width: 320, height: 192, fps };
  asked ??= likeness({ ...card, ...HOW, codec: 'avc1.64001f', framerate: fps, bitrate: bitrate(card) }).then((found) => found < TRUE, () => true);
  return asked;
}

/**
 * The ways in which this browser encodes a film of that size, the best first.
 * @param {{ width: number, height: number, fps: number, clear?: boolean }} film even numbers of pixels; clear: to be seen through, where that can be
 * @param {Way['container'][]} containers the one that is wanted most first
 * @returns {Promise<Way[]>}
 */
export async function ways(film, containers) {
  if (BREAKS.test(navigator.userAgent)) return [];
  const { width, height, fps } = film;
  const wanted = containers.flatMap((each) => WAYS.filter(({ container }) => container === each));
  const can = await Promise.all(wanted.map(({ codec }) => canEncodeVideo(codec, { width, height, quality: quality(film), frameRate: fps }).catch(() => false)));
  let found = wanted.filter((_, index) => can[index]);
  const others = found.filter(({ codec }) => codec !== 'avc');
  if (found[0]?.codec === 'avc' && others.length && await poor(fps)) found = [...others, found[0]];
  if (!film.clear || !containers.includes('webm')) return found;
  const clear = await Promise.all(CLEAR.map((codec) => canBeClear(codec, film, bitrate(film)).catch(() => false)));
  /** @type {Way[]} */
  const through = CLEAR.filter((_, index) => clear[index]).map((codec) => ({ container: 'webm', codec, clear: true }));
  const at = found.findIndex(({ container }) => container === 'webm');
  return at < 0 ? [...found, ...through] : [...found.slice(0, at), ...through, ...found.slice(at)];
}

/**
 * @param {Way} way
 * @param {{ width: number, height: number, fps: number }} film
 * @param {HTMLCanvasElement} canvas where the frames are
 * @returns {Promise<Sink>}
 */
export async function video(way, film, canvas) {
  if ('clear' in way) return clearVideo(way.codec, { ...film, bitrate: bitrate(film), keyFrames: Math.round(KEY_SECONDS * film.fps) });
  const { container, codec } = way;
  const target = new BufferTarget();
  const output = new Output({ format: container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec, quality: quality(film), keyFrameInterval: KEY_SECONDS, ...HOW });
  output.addVideoTrack(source, { frameRate: film.fps });
  await output.start();
  const type = `video/${container}`;
  return {
    clear: false,
    add: (_, frame) => source.add(frame / film.fps, 1 / film.fps),
    async finish() {
      await output.finalize();
      if (!target.buffer) throw refusal(new DOMException('the film could not be written', 'EncodingError'));
      return new Blob([target.buffer], { type });
    },
    cancel: () => output.cancel(),
  };
}
