/** Takes a gait out of the player as `marey measure --gait` writes it: tables, JSON, and a picture for a paper. Fetched when something is saved. */
import { fileName, fileOf, save } from '../../share/downloads.js';
import { V } from './strings.js';

/** @typedef {(typeof import('./head.js').FILES)[number]} File */

/** The type of each file, and how its name ends. @type {Record<File, [type: string, about: string]>} */
const FILES = {
  curves: ['text/csv', 'cycles'],
  table: ['text/csv', 'gait'],
  clip: ['text/csv', 'gait-row'],
  angles: ['text/csv', 'joint-angles'],
  json: ['application/json', 'gait'],
  svg: ['image/svg+xml', 'gait'],
};

/** @param {import('./index.js').Pane} pane @param {File} file */
export async function take({ finder, multiples, ui: { session } }, file) {
  const clip = session.info?.name ?? '';
  const [type, about] = FILES[file];
  const content = await finder.file(file, clip, multiples.withFolded);
  if (content === undefined) return;
  const name = fileName(clip, about, type);
  save(session, [fileOf(content, name, type)], V.saved(name));
}
