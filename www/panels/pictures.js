/** The pictures of a skin: finds them among the clip's companions, decodes them and gives them to the stage. */
import { withPorts } from '../player/loading/file-transfer.js';
import { readWhole } from '../player/loading/source.js';
import { PICTURE } from '../player/loading/kinds.js';
import { P } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').Companion} Companion */

/** Largest width and height in texels: a figure never shows more. */
const MAX_SIDE = 2048;

/** A file's name without folders, in lower case. @param {string} path */
const base = (path) => path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';

/** Whether the clip's own file contains the picture: then its name is a data URL. @param {string} name */
const isEmbedded = (name) => name.startsWith('data:');

/** The available pictures of the clip's skin, by number. @param {Session} session @returns {Map<number, Companion>} */
function available(session) {
  const images = session.source?.companions?.filter(({ name }) => PICTURE.test(name)) ?? [];
  /** @type {[number, Companion][]} */
  const pairs = (session.info?.pictures ?? []).flatMap((name, index) => {
    const file = isEmbedded(name) ? { name: P.pictures.own, url: name } : images.find((image) => base(image.name) === base(name));
    return file ? [[index, file]] : [];
  });
  return new Map(pairs);
}

/**
 * Applies the available pictures.
 * @param {Session} session
 * @param {(...picture: Parameters<import('../types.d.ts').Surface['setPicture']>) => void} [apply] to a stage other than the player's
 */
export async function paint(session, apply = (...picture) => session.host.setPicture(...picture)) {
  const { source } = session;
  for (const [index, file] of available(session)) {
    try {
      const { width, height, bytes } = await decode(file);
      // The clip may have been replaced meanwhile; its successor's pictures are applied separately.
      if (session.source !== source) return;
      apply(index, width, height, bytes);
    } catch {
      session.say(P.pictures.broken(file.name));
    }
  }
}

/**
 * The picture files for a writer of the skin, converted to PNG unless they are PNG or JPEG. Leaves out pictures inside the
 * clip's own file and unreadable ones.
 * @param {Session} session @returns {Promise<import('../types.d.ts').PictureFile[]>}
 */
export async function pictureFiles(session) {
  const files = await Promise.all(
    [...available(session).values()]
      .filter(({ url }) => !isEmbedded(url ?? ''))
      .map(async (file) => {
        try {
          const blob = await bytesOf(file);
          const bytes = new Uint8Array(await blob.arrayBuffer());
          return { name: file.name, bytes: isPngOrJpeg(bytes) ? bytes : await asPng(blob) };
        } catch {
          return [];
        }
      }),
  );
  return files.flat();
}

/** Whether the first bytes are those of a PNG or JPEG. @param {Uint8Array} bytes */
const isPngOrJpeg = ([first, second]) => (first === 0x89 && second === 0x50) || (first === 0xff && second === 0xd8);

/** @param {Blob} blob */
async function asPng(blob) {
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}

/** Each picture's name, and whether it is available. @param {Session} session */
export function pictures(session) {
  const found = available(session);
  return (session.info?.pictures ?? []).map((name, index) => ({ name: isEmbedded(name) ? P.pictures.own : name, shown: found.has(index) }));
}

/** Fetched files, kept with their clip, because every new device needs the pictures again. @type {WeakMap<Companion, Promise<Blob>>} */
const fetched = new WeakMap();

/** @param {Companion} file @returns {Promise<Blob>} */
async function bytesOf(file) {
  // The Content Security Policy forbids fetching data URLs.
  if (isEmbedded(file.url ?? '')) return new Blob([Uint8Array.from(atob(file.url?.split(',')[1] ?? ''), (letter) => letter.charCodeAt(0))]);
  const blob = file.blob ? Promise.resolve(file.blob) : (fetched.get(file) ?? fetchWhole(file));
  fetched.set(file, blob);
  blob.catch(() => fetched.delete(file));
  return blob;
}

/** @param {Companion} file */
async function fetchWhole(file) {
  const { source, stop } = withPorts(file);
  const { bytes } = await readWhole(source, new AbortController().signal).finally(stop);
  return new Blob([bytes]);
}

/** @param {Companion} file */
async function decode(file) {
  const bitmap = await createImageBitmap(await bytesOf(file));
  const shrink = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * shrink));
  const height = Math.max(1, Math.round(bitmap.height * shrink));
  /** @type {Uint8ClampedArray[]} */
  const levels = [];
  for (let level = 0; Math.max(width, height) >> level; level += 1)
    levels.push(texels(bitmap, Math.max(1, width >> level), Math.max(1, height >> level)));
  bitmap.close();
  const bytes = new Uint8Array(levels.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of levels) {
    bytes.set(each, at);
    at += each.length;
  }
  return { width, height, bytes };
}

/** @param {ImageBitmap} bitmap @param {number} width @param {number} height */
function texels(bitmap, width, height) {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  // The stage takes alpha 0 as no picture.
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] ||= 1;
  return data;
}
