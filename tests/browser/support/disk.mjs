/** Files on the disk. */
import { after } from 'node:test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder for as long as the tests of a file run. Gives back what writes into it, and says where that is. */
export async function disk() {
  const folder = await mkdtemp(join(tmpdir(), 'marey-test-'));
  after(() => rm(folder, { recursive: true, force: true }));
  /** @param {string} name @param {string | Record<string, string>} what the text of a file, or the files of a folder */
  return async (name, what) => {
    const path = join(folder, name);
    for (const [file, text] of typeof what === 'string' ? [['', what]] : Object.entries(what)) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text);
    }
    return path;
  };
}
