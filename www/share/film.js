/** Films, rendered offline: each frame shows its exact moment, however long drawing and encoding take. The player goes on meanwhile. */
import { lazy } from '../player/base/parts.js';
import { writeCaption } from './caption.js';
import { drawable } from './drawable.js';
import { fitting } from './fitting.js';
import { framesOf, part } from './moments.js';
import { overlay } from './overlay.js';
import { columnsOf, divide, drawn, sheet, sizeOf } from './picture.js';
import { refusal } from './refusal.js';
import { Studio, yieldToPage } from './studio.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').FilmOptions} FilmOptions */
/** @typedef {'mp4' | 'webm' | 'gif'} Format */
/**
 * @typedef {object} Sink
 * @property {boolean} transparent transparent
 * @property {(context: CanvasRenderingContext2D, frame: number) => Promise<void>} add settles when there is room for the next frame
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
const MAX_FPS = 120;
/** Longer films are probably a mistake: twenty minutes at 30 frames per second. */
const MAX_FRAMES = 36_000;
/** Length of a film of a still pose, seconds. */
const POSE_SECONDS = 4;
/** Number of frames used to choose a palette. */
const SAMPLES = 6;
/** Background colours of opaque films. */
export const PLAIN = { dark: '#12161f', light: '#ffffff' };

/** Formats for this size (pixels), best first. @param {number} width @param {number} height @param {number} [fps] @returns {Promise<Format[]>} */
export async function formats(width, height, fps = FPS.video) {
  const { encodings } = await videos();
  const found = await encodings({ width: even(width), height: even(height), fps }, ['mp4', 'webm']);
  return [...new Set(found.map(({ container }) => container)), 'gif'];
}

/** Encoders need even sizes. @param {number} pixels */
const even = (pixels) => Math.max(2, 2 * Math.floor(pixels / 2));

/** Size and frames of the film. @param {Session} session @param {FilmOptions} options */
function plan(session, options) {
  const { format, scale = 1, fps = format === 'gif' ? FPS.gif : FPS.video, speed = 1, turns = 0, background } = options;
  const size = sizeOf(session, options);
  if (format !== undefined && !FORMATS.includes(format)) throw refusal(new RangeError(`format is one of ${FORMATS.join(', ')}`));
  if (!(fps > 0 && fps <= MAX_FPS)) throw refusal(new RangeError(`fps goes up to ${MAX_FPS}`));
  if (!(speed > 0 && speed < Infinity)) throw refusal(new RangeError('speed takes a number above 0'));
  if (!Number.isFinite(turns)) throw refusal(new RangeError('turns takes a number'));
  const [from, to] = part(session, options);
  const frames = framesOf(to > from ? (to - from) / speed : POSE_SECONDS, fps);
  if (frames > MAX_FRAMES) throw refusal(new RangeError(`a film can have at most ${MAX_FRAMES} frames: choose a shorter range`));
  const fits = fitting(size.width, size.height, scale);
  const theme = options.theme ?? session.get('theme');
  return {
    ...size,
    pixels: { width: even(fits.width), height: even(fits.height) },
    fps,
    frames,
    transparent: background === false,
    plain: PLAIN[theme],
    theme,
    time: (/** @type {number} */ frame) => Math.min(to, from + (frame * speed) / fps),
    turn: (/** @type {number} */ frame) => (2 * Math.PI * turns * frame) / frames,
  };
}

/** Possible encoders, the best first. @param {Film} film @param {Format | undefined} format @returns {Promise<Opens[]>} */
async function encoders({ pixels, fps, transparent }, format) {
  const how = { ...pixels, fps, transparent };
  /** @type {('mp4' | 'webm')[]} */
  const containers = format === 'gif' ? [] : format ? [format] : transparent ? ['webm', 'mp4'] : ['mp4', 'webm'];
  /** @type {Opens[]} */
  const found = [];
  if (containers.length) {
    const { video, encodings } = await videos();
    for (const encoding of await encodings(how, containers)) found.push((canvas) => video(encoding, how, canvas));
  }
  if (!format || format === 'gif') found.push(async (_, samples) => (await gifs()).gif(how, await samples()));
  if (!found.length)
    throw refusal(
      new DOMException(`no ${format} of ${pixels.width} \u00d7 ${pixels.height} pixels can be written here`, 'NotSupportedError'),
    );
  return found;
}

/** @param {Session} session @param {FilmOptions} options @returns {Promise<Blob>} */
export async function film(session, options) {
  options.signal?.throwIfAborted();
  await drawable(session);
  const planned = plan(session, options);
  /** @type {unknown} */
  let failed;
  for (const open of await encoders(planned, options.format)) {
    try {
      return await shoot(session, options, planned, open);
    } catch (error) {
      // An encoder may fail although the browser claims to support it; try the next one.
      if (options.signal?.aborted || /^(AbortError|InvalidStateError)$/.test(/** @type {Error} */ (error).name)) throw error;
      failed = error;
    }
  }
  throw failed;
}

/** @param {Session} session @param {FilmOptions} options @param {Film} film @param {Opens} open */
async function shoot(session, options, film, open) {
  const { signal, progress, background, caption } = options;
  const { width, height, pixels, frames } = film;
  const columns = columnsOf(session);
  const wide = width / Math.max(1, columns.length);
  /** @type {{ at: (time: number) => number, over: Awaited<ReturnType<typeof overlay>>, studio: Studio, left: number }[]} */
  const parts = [];
  for (const [index, column] of (columns.length
    ? columns
    : [{ session, at: (/** @type {number} */ time) => time, options: () => options }]
  ).entries()) {
    const size = { width: wide, height, ...(columns.length > 0 && { scale: pixels.width / width }) };
    const over = await overlay(column.session, { ...size, theme: options.theme }, [film.time(0), film.time(frames - 1)]);
    parts.push({
      at: column.at,
      over,
      studio: new Studio(column.session, { ...column.options(options), ...size }),
      left: Math.round((index * pixels.width) / Math.max(1, columns.length)),
    });
  }
  const { canvas, context } = sheet(pixels.width, pixels.height, undefined, {
    willReadFrequently: options.format === 'gif' || film.transparent,
  });
  /** @param {number} frame @param {boolean} transparent */
  const draw = async (frame, transparent) => {
    for (const { at, left, over, studio } of parts) {
      const time = at(film.time(frame));
      await drawn(
        studio,
        (from) => {
          context.setTransform(1, 0, 0, 1, left, 0);
          context.clearRect(0, 0, pixels.width, pixels.height);
          if (typeof background === 'string' || (film.transparent && !transparent)) {
            context.fillStyle = typeof background === 'string' ? background : film.plain;
            context.fillRect(0, 0, pixels.width, pixels.height);
          }
          context.drawImage(from, 0, 0);
          over(context, studio, time);
          context.resetTransform();
          divide(context, left, pixels.width / width);
        },
        time,
        film.turn(frame),
      );
    }
    writeCaption(context, session, { caption, time: film.time(frame), theme: film.theme });
  };
  const samples = async () => {
    const found = [];
    for (let sample = 0; sample < Math.min(SAMPLES, frames); sample += 1) {
      await draw(Math.round((sample * (frames - 1)) / Math.max(1, Math.min(SAMPLES, frames) - 1)), film.transparent);
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
      await draw(frame, sink.transparent);
      await sink.add(context, frame);
      progress?.((frame + 1) / frames);
      await yieldToPage();
    }
    signal?.throwIfAborted();
    const file = await sink.finish();
    sink = null;
    return file;
  } finally {
    for (const { studio } of parts) studio.close();
    await sink?.cancel().catch(() => {});
  }
}
