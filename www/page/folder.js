/** The motion files of a dropped folder, in the order of their names. */

import { NAMED } from './known.js';

/** Names that say nothing: of such files those are taken whose content does. */
const VAGUE = /\.(json|gz)$/i;
/** Packed files whose name tells what is in them. */
const PACKED = /\.(x3dv?|wrl|x3dj)\.gz$/i;
/** How what Marey plays begins. */
const TELLS = /"X3D"|<X3D|#X3D V|#VRML V2|HIERARCHY/;
const HEAD_BYTES = 1024;

/**
 * Walks with a list, not with recursion: folders nest as deep as they like.
 * @param {FileSystemDirectoryEntry} root
 * @param {number} most
 */
export async function walk(root, most) {
  /** @type {File[]} */
  const files = [];
  const folders = [root];
  for (let folder = folders.shift(); folder && files.length < most; folder = folders.shift()) {
    for (const entry of await read(folder)) {
      if (entry.isDirectory) folders.push(/** @type {FileSystemDirectoryEntry} */ (entry));
      else if (NAMED.test(entry.name)) {
        const file = await fileOf(/** @type {FileSystemFileEntry} */ (entry));
        // As files have it that were chosen with their folder.
        Object.defineProperty(file, 'webkitRelativePath', { value: entry.fullPath.slice(1) });
        if (await wanted(file)) files.push(file);
      }
    }
  }
  return files.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

/** Whether a file with one of the extensions is taken. @param {File} file */
export const wanted = async (file) => !VAGUE.test(file.name) || PACKED.test(file.name) || tells(file);

/** Whether a file begins like one that can be played. @param {File} file */
async function tells(file) {
  const plain = file.slice(0, HEAD_BYTES);
  const bytes = /\.gz$/i.test(file.name) ? plain.stream().pipeThrough(new DecompressionStream('gzip')) : plain.stream();
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let head = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      head += value;
    }
  } catch {
    // A packed file that is cut gives what it has.
  }
  return TELLS.test(head);
}

/** @param {FileSystemDirectoryEntry} folder */
async function read(folder) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const all = [];
  // One call gives a hundred entries at most.
  for (;;) {
    const some = await new Promise((/** @type {(entries: FileSystemEntry[]) => void} */ resolve) => reader.readEntries(resolve, () => resolve([])));
    if (!some.length) return all;
    all.push(...some);
  }
}

/** @param {FileSystemFileEntry} entry @returns {Promise<File>} */
const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));
