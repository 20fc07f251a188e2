/** Films as MP4 and WebM: the browser's own encoders, in files that Mediabunny writes. Fetched with the first of them. */
import { BufferTarget, CanvasSource, Mp4OutputFormat, Output, Quality, WebMOutputFormat, canEncodeVideo } from 'mediabunny';
import { canBeClear, clearVideo } from './film-clear.js';

/** @typedef {import('./film.js').Sink} Sink */
/** @typedef {{ container: 'mp4' | 'webm', codec: 'avc' | 'vp9' | 'vp8' | 'av1' }} Opaque */
/** @typedef {Opaque | { container: 'webm', codec: 'vp9' | 'vp8', clear: true }} Way */

/** What plays where: H.264 nearly everywhere, the others in browsers. The better first. @type {Opaque[]} */
const WAYS = [{ container: 'mp4', codec: 'avc' }, { container: 'webm', codec: 'vp9' }, { container: 'webm', codec: 'vp8' }, { container: 'webm', codec: 'av1' }];
/** Seen through. Each is asked before the opaque ones of its kind. @type {('vp9' | 'vp8')[]} */
const CLEAR = ['vp9', 'vp8'];
/** WebKit on Linux (seen in WebKitGTK 2.50): the page's process ends as soon as it is asked what it encodes. */
const BREAKS = /Linux.*AppleWebKit(?!.*Chrom)/;
/** A key frame in every so many seconds. */
const KEY_SECONDS = 2;
/**
 * Bits a second: drawn figures have hard edges. What is not needed is not used.
 * @param {{ width: number, height: number, fps: number }} film
 */
const bitrate = ({ width, height, fps }) => Math.round(1.5e6 + 0.15 * width * height * fps);
const quality = (/** @type {Parameters<typeof bitrate>[0]} */ film) => new Quality({ bitrate: bitrate(film) });

/**
 * The ways in which this browser encodes a film of that size.
 * @param {{ width: number, height: number, fps: number, clear?: boolean }} film even numbers of pixels; clear: to be seen through, where that can be
 * @param {Way['container'][]} containers the one that is wanted most first
 * @returns {Promise<Way[]>}
 */
export async function ways(film, containers) {
  if (BREAKS.test(navigator.userAgent)) return [];
  const { width, height, fps } = film;
  const wanted = containers.flatMap((each) => WAYS.filter(({ container }) => container === each));
  const can = await Promise.all(wanted.map(({ codec }) => canEncodeVideo(codec, { width, height, quality: quality(film), frameRate: fps }).catch(() => false)));
  const found = wanted.filter((_, index) => can[index]);
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
  // What is drawn is to be encoded as a screen is: taken for a camera's picture, an H.264 of several times the size has specks of the figure
  // where it was before.
  const contentHint = 'detail';
  const source = new CanvasSource(canvas, { codec, quality: quality(film), keyFrameInterval: KEY_SECONDS, latencyMode: 'quality', contentHint });
  output.addVideoTrack(source, { frameRate: film.fps });
  await output.start();
  const type = `video/${container}`;
  return {
    clear: false,
    add: (_, frame) => source.add(frame / film.fps, 1 / film.fps),
    async finish() {
      await output.finalize();
      if (!target.buffer) throw new DOMException('the film could not be written', 'EncodingError');
      return new Blob([target.buffer], { type });
    },
    cancel: () => output.cancel(),
  };
}
