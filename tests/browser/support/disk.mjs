/** Files on the disk, for a test to drop or pick. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folder } from './processes.mjs';

/**
 * Writes a temporary file or folder, deleted after the tests, and returns its path.
 * @param {string} name @param {string | Record<string, string>} what its text, or the folder's files by path; bytes are spelled as Latin-1
 */
export async function onDisk(name, what) {
  const root = join(folder('files'), name);
  for (const [path, text] of Object.entries(typeof what === 'string' ? { '': what } : what)) {
    const place = join(root, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text, 'latin1');
  }
  return root;
}
