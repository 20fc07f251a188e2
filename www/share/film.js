/**
 * A film of a motion. It is no recording of the screen: the stage goes to the moment of each frame, that is drawn, and the next one waits
 * until the encoder has room. How long that takes does not show in it, and the player itself goes on meanwhile.
 */
import { lazy } from '../player/parts.js';
import { drawable } from './drawable.js';
import { fitting } from './fitting.js';
import { part } from './moments.js';
import { drawn, sheet, sizeOf } from './picture.js';
import { refusal } from './refusal.js';
import { Studio, breath } from './studio.js';

/** @typedef {import('../player/session.js').Session} Session */
/** @typedef {import('../types.d.ts').FilmOptions} FilmOptions */
/** @typedef {'mp4' | 'webm' | 'gif'} Format */
/**
 * @typedef {object} Sink
 * @property {boolean} clear what is not drawn is seen through
 * @property {(context: CanvasRenderingContext2D, frame: number) => Promise<void>} add settles when there is room for the next one
 * @property {() => Promise<Blob>} finish
 * @property {() => Promise<void>} cancel
 */
/** @typedef {(canvas: HTMLCanvasElement, samples: () => Promise<ImageData[]>) => Promise<Sink>} Opens */
/** @typedef {ReturnType<typeof plan>} Film */

const videos = lazy(() => import('./film-video.js'));
const gifs = lazy(() => import('./film-gif.js'));

/** @type {Format[]} */
const FORMATS = ['mp4', 'webm', 'gif'];
const FPS = { video: 30, gif: 20 };
const MOST_FPS = 120;
/** More is no film but a mistake: twenty minutes at 30 frames a second. */
const MOST_FRAMES = 36_000;
/** How long a film of a pose is. */
const POSE_SECONDS = 4;
/** So many frames tell which colours there are. */
const SAMPLES = 6;
/** Behind the figure, where a film cannot be seen through. */
export const PLAIN = { dark: '#12161f', light: '#ffffff' };

/** What this browser writes of a size in pixels, the best first. @param {number} width @param {number} height @param {number} [fps] @returns {Promise<Format[]>} */
export async function formats(width, height, fps = FPS.video) {
  const { ways } = await videos();
  const found = await ways({ width: even(width), height: even(height), fps }, ['mp4', 'webm']);
  return [...new Set(found.map(({ container }) => container)), 'gif'];
}

/** Encoders take even numbers. @param {number} pixels */
const even = (pixels) => Math.max(2, 2 * Math.floor(pixels / 2));

/**
 * Which frames there are, and of what size.
 * @param {Session} session
 * @param {FilmOptions} options
 */
function plan(session, options) {
  const { format, scale = 1, fps = format === 'gif' ? FPS.gif : FPS.video, speed = 1, turns = 0, background } = options;
  const size = sizeOf(session, options);
  if (format !== undefined && !FORMATS.includes(format)) throw refusal(new RangeError(`format is one of ${FORMATS.join(', ')}`));
  if (!(fps > 0 && fps <= MOST_FPS)) throw refusal(new RangeError(`fps goes up to ${MOST_FPS}`));
  if (!(speed > 0 && speed < Infinity)) throw refusal(new RangeError('speed takes a number above 0'));
  if (!Number.isFinite(turns)) throw refusal(new RangeError('turns takes a number'));
  const [from, to] = part(session, options);
  // Both ends are seen; a whole number of frames may come out a hair short.
  const frames = to > from ? Math.floor(((to - from) / speed) * fps + 1e-3) + 1 : Math.round(POSE_SECONDS * fps);
  if (frames > MOST_FRAMES) throw refusal(new RangeError(`a film has ${MOST_FRAMES} frames at most: a range of the clip has fewer`));
  const fits = fitting(size.width, size.height, scale);
  const theme = options.theme ?? session.get('theme');
  return {
    ...size, pixels: { width: even(fits.width), height: even(fits.height) }, fps, frames, clear: background === false, plain: PLAIN[theme],
    time: (/** @type {number} */ frame) => Math.min(to, from + (frame * speed) / fps),
    turn: (/** @type {number} */ frame) => (2 * Math.PI * turns * frame) / frames,
  };
}

/**
 * In which ways it can be written, the best first.
 * @param {Film} film
 * @param {Format | undefined} format
 * @returns {Promise<Opens[]>}
 */
async function opens({ pixels, fps, clear }, format) {
  const how = { ...pixels, fps, clear };
  /** @type {('mp4' | 'webm')[]} */
  const containers = format === 'gif' ? [] : format ? [format] : clear ? ['webm', 'mp4'] : ['mp4', 'webm'];
  /** @type {Opens[]} */
  const found = [];
  if (containers.length) {
    const { video, ways } = await videos();
    for (const way of await ways(how, containers)) found.push((canvas) => video(way, how, canvas));
  }
  if (!format || format === 'gif') found.push(async (_, samples) => (await gifs()).gif(how, await samples()));
  if (!found.length) throw refusal(new DOMException(`no ${format} of ${pixels.width} \u00d7 ${pixels.height} pixels can be written here`, 'NotSupportedError'));
  return found;
}

/** @param {Session} session @param {FilmOptions} options @returns {Promise<Blob>} */
export async function film(session, options) {
  options.signal?.throwIfAborted();
  await drawable(session);
  const planned = plan(session, options);
  /** @type {unknown} */
  let failed;
  for (const open of await opens(planned, options.format)) {
    try {
      return await shoot(session, options, planned, open);
    } catch (error) {
      // An encoder that says it can may find out that it cannot: then the next one is asked.
      if (options.signal?.aborted || /^(AbortError|InvalidStateError)$/.test(/** @type {Error} */ (error).name)) throw error;
      failed = error;
    }
  }
  throw failed;
}

/**
 * @param {Session} session
 * @param {FilmOptions} options
 * @param {Film} film
 * @param {Opens} open
 */
async function shoot(session, options, film, open) {
  const { signal, progress, background } = options;
  const { width, height, pixels, frames } = film;
  const studio = new Studio(session, { ...options, width, height });
  const { canvas, context } = sheet(pixels.width, pixels.height, undefined, { willReadFrequently: options.format === 'gif' || film.clear });
  /** @param {number} frame @param {boolean} clear */
  const draw = (frame, clear) => drawn(studio, (from) => {
    context.clearRect(0, 0, pixels.width, pixels.height);
    if (typeof background === 'string' || (film.clear && !clear)) {
      context.fillStyle = typeof background === 'string' ? background : film.plain;
      context.fillRect(0, 0, pixels.width, pixels.height);
    }
    context.drawImage(from, 0, 0);
  }, film.time(frame), film.turn(frame));
  const samples = async () => {
    const found = [];
    for (let sample = 0; sample < Math.min(SAMPLES, frames); sample += 1) {
      await draw(Math.round((sample * (frames - 1)) / Math.max(1, Math.min(SAMPLES, frames) - 1)), film.clear);
      found.push(context.getImageData(0, 0, pixels.width, pixels.height));
    }
    return found;
  };
  /** @type {Sink | null} */
  let sink = null;
  try {
    sink = await open(canvas, samples);
    for (let frame = 0; frame < frames; frame += 1) {
      signal?.throwIfAborted();
      await draw(frame, sink.clear);
      await sink.add(context, frame);
      progress?.((frame + 1) / frames);
      await breath();
    }
    signal?.throwIfAborted();
    const file = await sink.finish();
    sink = null;
    return file;
  } finally {
    studio.close();
    await sink?.cancel().catch(() => {});
  }
}
