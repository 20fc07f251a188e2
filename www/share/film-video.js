/** Films as MP4 and WebM: encoded by the browser, written by Mediabunny. */
import { BufferTarget, CanvasSource, Mp4OutputFormat, Output, Quality, WebMOutputFormat, canEncodeVideo } from 'mediabunny';
import { transparentVideo, supportsAlpha } from './film-transparent.js';
import { similarity } from './similarity.js';
import { refusal } from './refusal.js';

/** @typedef {import('./film.js').Sink} Sink */
/** @typedef {{ container: 'mp4' | 'webm', codec: 'avc' | 'vp9' | 'vp8' | 'av1' }} Opaque */
/** @typedef {Opaque | { container: 'webm', codec: 'vp9' | 'vp8', transparent: true }} Encoding */

/** Formats and codecs: H.264 plays nearly everywhere, the others in browsers. @type {Opaque[]} */
const ENCODINGS = [
  { container: 'mp4', codec: 'avc' },
  { container: 'webm', codec: 'vp9' },
  { container: 'webm', codec: 'vp8' },
  { container: 'webm', codec: 'av1' },
];
/** Codecs with alpha, tried before the opaque ones of the same container. @type {('vp9' | 'vp8')[]} */
const TRANSPARENT = ['vp9', 'vp8'];
/** WebKit on Linux (seen in WebKitGTK 2.50) kills the page's process when asked about encoders. */
const CRASHES = /Linux.*AppleWebKit(?!.*Chrom)/;
/** Seconds between key frames. */
const KEY_SECONDS = 2;
/** Encode like a screen recording: as a camera's picture, H.264 is several times as large and leaves specks where the figure was. */
const ENCODING = /** @type {const} */ ({ latencyMode: 'quality', contentHint: 'detail' });
/** Similarity to the test card below which faint lines are lost. Measured here: OpenH264 0.976, VP8 0.986, VP9 0.993. */
const MIN_SIMILARITY = 0.98;
/** Most bits per second, generous for hard edges. @param {{ width: number, height: number, fps: number }} film */
const bitrate = ({ width, height, fps }) => Math.round(1.5e6 + 0.15 * width * height * fps);
const quality = (/** @type {Parameters<typeof bitrate>[0]} */ film) => new Quality({ bitrate: bitrate(film) });

/** @type {Promise<boolean> | null} */
let lineTest = null;
/** Whether H.264 loses faint lines here; tested once for all films. @param {number} fps */
function losesLines(fps) {
  const card = { width: 320, height: 192, fps };
  lineTest ??= similarity({ ...card, ...ENCODING, codec: 'avc1.64001f', framerate: fps, bitrate: bitrate(card) }).then(
    (found) => found < MIN_SIMILARITY,
    () => true,
  );
  return lineTest;
}

/**
 * How this browser can encode a film of this size, the best first.
 * @param {{ width: number, height: number, fps: number, transparent?: boolean }} film even size in pixels; transparent: if possible
 * @param {Encoding['container'][]} containers in order of preference @returns {Promise<Encoding[]>}
 */
export async function encodings(film, containers) {
  if (CRASHES.test(navigator.userAgent)) return [];
  const { width, height, fps } = film;
  const wanted = containers.flatMap((each) => ENCODINGS.filter(({ container }) => container === each));
  const can = await Promise.all(
    wanted.map(({ codec }) => canEncodeVideo(codec, { width, height, quality: quality(film), frameRate: fps }).catch(() => false)),
  );
  let found = wanted.filter((_, index) => can[index]);
  const others = found.filter(({ codec }) => codec !== 'avc');
  if (found[0]?.codec === 'avc' && others.length && (await losesLines(fps))) found = [...others, found[0]];
  if (!film.transparent || !containers.includes('webm')) return found;
  const supported = await Promise.all(TRANSPARENT.map((codec) => supportsAlpha(codec, film, bitrate(film)).catch(() => false)));
  /** @type {Encoding[]} */
  const transparent = TRANSPARENT.filter((_, index) => supported[index]).map((codec) => ({ container: 'webm', codec, transparent: true }));
  const at = found.findIndex(({ container }) => container === 'webm');
  return at < 0 ? [...found, ...transparent] : [...found.slice(0, at), ...transparent, ...found.slice(at)];
}

/**
 * @param {Encoding} encoding @param {{ width: number, height: number, fps: number }} film @param {HTMLCanvasElement} canvas with the frames
 * @returns {Promise<Sink>}
 */
export async function video(encoding, film, canvas) {
  if ('transparent' in encoding)
    return transparentVideo(encoding.codec, { ...film, bitrate: bitrate(film), keyFrames: Math.round(KEY_SECONDS * film.fps) });
  const { container, codec } = encoding;
  const target = new BufferTarget();
  const output = new Output({
    format: container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat(),
    target,
  });
  const source = new CanvasSource(canvas, { codec, quality: quality(film), keyFrameInterval: KEY_SECONDS, ...ENCODING });
  output.addVideoTrack(source, { frameRate: film.fps });
  await output.start();
  const type = `video/${container}`;
  return {
    transparent: false,
    add: (_, frame) => source.add(frame / film.fps, 1 / film.fps),
    async finish() {
      await output.finalize();
      if (!target.buffer) throw refusal(new DOMException('the film could not be written', 'EncodingError'));
      return new Blob([target.buffer], { type });
    },
    cancel: () => output.cancel(),
  };
}
