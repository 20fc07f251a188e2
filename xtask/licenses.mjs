/** Whose code is in the scripts beside our own, under which licence, and where its source is. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @param {string[]} inputs paths of all that was bundled, from the workspace's folder
 * @returns {Promise<string>} '' where all of it is our own
 */
export async function licensesOf(inputs) {
  const packages = new Set(inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const texts = [];
  for (const name of [...packages].sort()) {
    const folder = join('node_modules', name);
    const { version, license, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
    if (!file || !license) throw new Error(`${name} does not say under which licence it is`);
    const source = String(repository?.url ?? repository ?? '').replace(/^git\+|\.git$/g, '').replace(/^git:/, 'https:');
    texts.push(`${name} ${version}, ${license}\nIts source: ${source}, and the npm package of that name and version. It is bundled unchanged.\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`);
  }
  return texts.length ? `The scripts here hold code of others, which is theirs and under their licences.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}` : '';
}
