/** Pictures that a skin wears: found among the files beside the clip, decoded, and handed to the stage. */
import { brought } from '../player/bring.js';
import { readWhole } from '../player/source.js';
import { IMAGE } from '../player/parse-job.js';
import { P } from './strings.js';

/** @typedef {import('../player/session.js').Session} Session */
/** @typedef {import('../types.d.ts').Companion} Companion */

/** Texels a side: more of a figure is never seen. */
const MOST_SIDE = 2048;

/** A file's name without its folders, in one case. @param {string} path */
const base = (path) => path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';

/** Whether a picture stands in the clip's own file: then its name is an address that holds it. @param {string} name */
const isOwn = (name) => name.startsWith('data:');

/** The pictures of the clip's skin that are there, in its file or beside it, by their numbers. @param {Session} session @returns {Map<number, Companion>} */
function found(session) {
  const images = session.source?.companions?.filter(({ name }) => IMAGE.test(name)) ?? [];
  /** @type {[number, Companion][]} */
  const pairs = (session.info?.pictures ?? []).flatMap((name, index) => {
    const file = isOwn(name) ? { name: P.pictures.own, url: name } : images.find((image) => base(image.name) === base(name));
    return file ? [[index, file]] : [];
  });
  return new Map(pairs);
}

/**
 * Puts on what there is.
 * @param {Session} session
 * @param {(...picture: Parameters<import('../types.d.ts').WasmStage['setPicture']>) => void} [give] to another stage than the player's own
 */
export async function paint(session, give = (...picture) => session.host.setPicture(...picture)) {
  const { source } = session;
  for (const [index, file] of found(session)) {
    try {
      const { width, height, bytes } = await decode(file);
      // Another clip may have come meanwhile; its pictures come by themselves.
      if (session.source !== source) return;
      give(index, width, height, bytes);
    } catch {
      session.say(P.pictures.broken(file.name));
    }
  }
}

/**
 * The files of the pictures, for who writes the skin: those that are neither PNG nor JPEG as PNG. What is in the clip's own file is
 * there already, and what cannot be read is left out, as on the stage.
 * @param {Session} session
 * @returns {Promise<import('../types.d.ts').PictureFile[]>}
 */
export async function pictureFiles(session) {
  const files = await Promise.all([...found(session).values()].filter(({ url }) => !isOwn(url ?? '')).map(async (file) => {
    try {
      const blob = await bytesOf(file);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return { name: file.name, bytes: isPlain(bytes) ? bytes : await asPng(blob) };
    } catch {
      return [];
    }
  }));
  return files.flat();
}

/** Whether it is a PNG or a JPEG, by its first bytes. @param {Uint8Array} bytes */
const isPlain = ([first, second]) => (first === 0x89 && second === 0x50) || (first === 0xff && second === 0xd8);

/** @param {Blob} blob */
async function asPng(blob) {
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}

/** Each picture's name, and whether it was found. @param {Session} session */
export function pictures(session) {
  const there = found(session);
  return (session.info?.pictures ?? []).map((name, index) => ({ name: isOwn(name) ? P.pictures.own : name, shown: there.has(index) }));
}

/** What was fetched, as long as its clip is shown: every new device gets the pictures again. @type {WeakMap<Companion, Promise<Blob>>} */
const fetched = new WeakMap();

/** @param {Companion} file @returns {Promise<Blob>} */
async function bytesOf(file) {
  // The page's policy lets nobody fetch what is not on a server.
  if (isOwn(file.url ?? '')) return new Blob([Uint8Array.from(atob(file.url?.split(',')[1] ?? ''), (letter) => letter.charCodeAt(0))]);
  const blob = file.blob ? Promise.resolve(file.blob) : fetched.get(file) ?? fetchWhole(file);
  fetched.set(file, blob);
  blob.catch(() => fetched.delete(file));
  return blob;
}

/** @param {Companion} file */
async function fetchWhole(file) {
  const { source, stop } = brought(file);
  const { bytes } = await readWhole(source, new AbortController().signal).finally(stop);
  return new Blob([bytes]);
}

/** @param {Companion} file */
async function decode(file) {
  const bitmap = await createImageBitmap(await bytesOf(file));
  const shrink = Math.min(1, MOST_SIDE / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * shrink));
  const height = Math.max(1, Math.round(bitmap.height * shrink));
  /** @type {Uint8ClampedArray[]} */
  const levels = [];
  for (let level = 0; Math.max(width, height) >> level; level += 1) levels.push(texels(bitmap, Math.max(1, width >> level), Math.max(1, height >> level)));
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
  // To the stage, alpha 0 is no picture at all.
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] ||= 1;
  return data;
}
