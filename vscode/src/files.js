/** Reads a motion and what it needs of its folder. */
import * as vscode from 'vscode';
import { companionsOf } from './companions.js';

/** @typedef {import('./messages.d.ts').SentFile} SentFile */

/** The largest motion in bytes: it crosses to the page in one piece. */
const MOST = 512 * 2 ** 20;
/** The same limits as on the page: most companions, since each takes time to try, and most bytes of all of them. */
const MOST_COMPANIONS = 200;
const MOST_BESIDE = 64e6;

/** @param {vscode.Uri} uri */
export const nameOf = (uri) => uri.path.slice(uri.path.lastIndexOf('/') + 1);
/** @param {vscode.Uri} uri */
export const folderOf = (uri) => vscode.Uri.joinPath(uri, '..');

/** The names of the files of a folder; none if it cannot be listed, as with a single file of a browser. @param {vscode.Uri} folder */
export async function filesIn(folder) {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return entries.filter(([, type]) => type & vscode.FileType.File).map(([name]) => name);
  } catch {
    return [];
  }
}

/** The file and its companions, the file first. @param {vscode.Uri} uri @returns {Promise<SentFile[]>} */
export async function readWithCompanions(uri) {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > MOST)
    throw new Error(
      `${nameOf(uri)} has ${Math.round(size / 2 ** 20)} MB, and the editor reads at most ${MOST / 2 ** 20} MB. Cut it with the program: marey convert --to 60`,
    );
  const main = await read(uri);
  const beside = [];
  let left = MOST_BESIDE;
  const names = companionsOf(main.name, main.bytes, await filesIn(folderOf(uri)));
  for (const name of names.slice(0, MOST_COMPANIONS)) {
    const other = vscode.Uri.joinPath(folderOf(uri), name);
    try {
      const { size: bytes } = await vscode.workspace.fs.stat(other);
      if (bytes > left) continue;
      left -= bytes;
      beside.push(await read(other));
    } catch {
      // Deleted since the folder was listed: the player says what it lacks.
    }
  }
  return [main, ...beside];
}

/**
 * A copy of the content: in Node a file is read as a Buffer, which would arrive in the page as an object of numbers.
 * @param {vscode.Uri} uri @returns {Promise<SentFile>}
 */
const read = async (uri) => ({ name: nameOf(uri), bytes: new Uint8Array(await vscode.workspace.fs.readFile(uri)) });
