/** Pictures of a player as files. */
import { h } from '../player/base/dom.js';
import { shownTools } from '../player/element/rooms.js';
import { writeCaption } from './caption.js';
import { drawable, noPicture } from './drawable.js';
import { fitting } from './fitting.js';
import { overlay } from './overlay.js';
import { refusal } from './refusal.js';
import { X } from './strings.js';
import { Studio, yieldToPage } from './studio.js';
import { tilesOf } from './tiles.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').PictureOptions} PictureOptions */

/**
 * The requested size, or the player's, in CSS pixels.
 * @param {Session} session @param {{ width?: number, height?: number, scale?: number }} options
 * @throws a RangeError for invalid options, an InvalidStateError without a picture
 */
export function sizeOf(session, { width, height, scale }) {
  const { size } = session.host;
  for (const [name, value] of Object.entries({ width, height, scale })) {
    if (value !== undefined && !(value > 0 && value < Infinity)) throw refusal(new RangeError(`${name} takes a number above 0`));
  }
  if (!session.shown || !size.width || !size.height) throw noPicture();
  const shape = size.width / size.height;
  return { width: width ?? (height ? height * shape : size.width), height: height ?? (width ? width / shape : size.height) };
}

/**
 * A canvas for pixels.
 * @param {number} width pixels @param {number} height @param {boolean | string} [background] a colour to fill it with
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
export function sheet(width, height, background, settings) {
  const canvas = h('canvas', { width, height });
  const context = canvas.getContext('2d', settings);
  if (!context) throw refusal(new DOMException('the picture could not be written', 'EncodingError'));
  if (typeof background === 'string') {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  return { canvas, context };
}

/** @param {HTMLCanvasElement} canvas @param {string} [type] @param {number} [quality] @returns {Promise<Blob>} */
export const written = (canvas, type, quality) =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(refusal(new DOMException('the picture could not be written', 'EncodingError')))),
      type,
      quality,
    );
  });

/** A lost context may take three seconds to be restored. */
const TRIES = 25;
const AGAIN_MS = 200;

/**
 * Draws as soon as possible, and again if the device is lost meanwhile.
 * @param {Studio} studio
 * @param {(canvas: HTMLCanvasElement) => void} take copies the canvas synchronously; of several calls the last counts
 * @param {number} [time] @param {number} [turn] @param {import('./tiles.js').Crop} [part] @throws an InvalidStateError if the device does not come back
 */
export async function drawn(studio, take, time, turn, part) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await studio.ready();
    const canvas = studio.draw(time, turn, part);
    if (canvas) {
      take(canvas);
      if (await studio.isValid()) return;
    } else
      await new Promise((resolve) => {
        setTimeout(resolve, AGAIN_MS);
      });
  }
  throw refusal(new DOMException('there is no picture', 'InvalidStateError'));
}

/** The line between two stages. */
const LINE = 'rgb(128 134 148 / .6)';

/**
 * The stages that share the player's picture, from left to right: each as a session, with what it does to options, and its moment while the
 * player's clock shows a time. None if the player's own stage has all of the picture.
 * @param {Session} session
 */
export function columnsOf(session) {
  // A column may leave while a film is drawn.
  return [...session.state.columns].map((column) => {
    const { host } = column;
    const isOwn = host === session.host;
    const state = Object.assign(Object.create(session.state), { columns: [] }, isOwn ? {} : { actors: {}, tools: {} });
    return {
      session: /** @type {Session} */ (Object.assign(Object.create(session), { host, state })),
      at: (/** @type {number} */ time) => column.moment(time).at,
      /** @template {{ camera?: string, controls?: boolean | number[] }} Options @param {Options} options @returns {Options} */
      options: ({ camera, controls, ...rest }) =>
        /** @type {Options} */ (
          /** @type {unknown} */ ({
            // The texts of cameras with numbers belong to one figure.
            ...rest,
            camera: isOwn || !/^-?[\d.]+,/.test(camera ?? '') ? camera : undefined,
            controls: controls === true ? undefined : controls,
          })
        ),
    };
  });
}

/** Draws the line at the left of a column. @param {CanvasRenderingContext2D} context @param {number} left pixels @param {number} ratio pixels of a CSS pixel */
export function divide(context, left, ratio) {
  context.fillStyle = LINE;
  if (left) context.fillRect(left, 0, Math.max(1, Math.round(ratio)), context.canvas.height);
}

/**
 * Draws stages that share the player's picture, each into its part of it.
 * @param {Session} session @param {PictureOptions} options
 */
async function columnsCanvas(session, options) {
  const columns = columnsOf(session);
  const { width, height } = sizeOf(session, options);
  const time = options.time ?? session.playback.time;
  const parts = [];
  for (const column of columns) {
    parts.push(
      await plainCanvas(column.session, { ...column.options(options), width: width / columns.length, height, time: column.at(time) }),
    );
  }
  const { canvas, context } = sheet(
    parts.reduce((sum, part) => sum + part.width, 0),
    parts[0].height,
  );
  let left = 0;
  for (const part of parts) {
    context.drawImage(part, left, 0);
    divide(context, left, canvas.width / width);
    left += part.width;
  }
  return canvas;
}

/**
 * @param {Session} session @param {PictureOptions & { tile?: number }} options tile: draws in tiles of this side, pixels; for tests
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function pictureCanvas(session, options) {
  const { caption, time = session.playback.time, theme = session.get('theme') } = options;
  const canvas = await plainCanvas(session, options);
  const context = caption && canvas.getContext('2d');
  if (context) writeCaption(context, session, { caption, time, theme });
  return canvas;
}

/**
 * Without its caption.
 * @param {Session} session @param {PictureOptions & { tile?: number }} options tile: draws in tiles of this side, pixels; for tests
 * @returns {Promise<HTMLCanvasElement>}
 */
async function plainCanvas(session, options) {
  await drawable(session);
  if (session.state.columns.length) return columnsCanvas(session, options);
  const size = sizeOf(session, options);
  const over = await overlay(session, { ...size, theme: options.theme });
  const { scale: ratio, ...pixels } = fitting(size.width, size.height, options.scale ?? 1, true);
  const tiles = tilesOf(pixels.width, pixels.height, options.tile);
  const studio = new Studio(session, { ...options, ...size, tiled: true });
  try {
    if (!tiles.length) {
      let made = sheet(1, 1);
      await drawn(
        studio,
        (from) => {
          made = sheet(from.width, from.height, options.background);
          made.context.drawImage(from, 0, 0);
          over(made.context, studio, options.time);
        },
        options.time,
      );
      return made.canvas;
    }
    const { canvas, context } = sheet(pixels.width, pixels.height);
    for (const tile of tiles) {
      const {
        from: [x, y],
        size: [width, height],
      } = tile;
      await drawn(
        studio,
        (from) => {
          context.clearRect(x, y, width, height);
          if (typeof options.background === 'string') {
            context.fillStyle = options.background;
            context.fillRect(x, y, width, height);
          }
          context.drawImage(from, x - tile.x, y - tile.y, width, height, x, y, width, height);
        },
        options.time,
        0,
        { tile, ...pixels, ratio },
      );
      await yieldToPage();
    }
    over(context, studio, options.time);
    return canvas;
  } finally {
    studio.close();
  }
}

/** @param {Session} session @param {PictureOptions} options @returns {Promise<Blob>} */
export async function picture(session, options) {
  if (options.type?.startsWith('image/svg')) {
    await drawable(session);
    const forPaper = shownTools(session).find(({ vector }) => vector);
    if (forPaper?.vector) {
      if (!session.complete) throw refusal(new DOMException(X.notComplete, 'InvalidStateError'));
      return forPaper.vector(session, options);
    }
  }
  return written(await pictureCanvas(session, options), options.type, options.quality);
}

/**
 * The stage's current picture as a file.
 * @param {Session} session @param {HTMLCanvasElement | null | false} copy of the picture, if there is one
 * @param {{ type?: string, quality?: number, scale: number }} options @returns {Promise<Blob>}
 */
export async function currentPicture(session, copy, { type, quality, scale }) {
  if (!copy) await drawable(session);
  const canvas = copy || session.host.snapshot(scale);
  if (!canvas) throw noPicture();
  const pixels = canvas.width / session.host.size.width;
  for (const { host, left } of session.state.columns) {
    const part = host !== session.host && host.snapshot(scale);
    if (part) canvas.getContext('2d')?.drawImage(part, left * pixels, 0);
  }
  return written(canvas, type, quality);
}
