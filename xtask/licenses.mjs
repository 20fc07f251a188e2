/** Collects the licences of the packages in the scripts and modules. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * license: an SPDX expression; source: an address; authors: for a package without the text of its licence
 * @typedef {{ name: string, version?: string, license: string | null, source: string | null, authors: string[], folder?: string }} Foreign
 */

const NOTICES = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;
/** In every module, but in no lock file. @type {Foreign} */
const STANDARD = {
  name: 'the Rust standard library (with compiler_builtins, hashbrown, miniz_oxide and rustc-demangle)',
  license: 'MIT OR Apache-2.0',
  source: 'https://github.com/rust-lang/rust',
  authors: ['the contributors of the Rust project'],
};
const LINE = `\n${'-'.repeat(80)}\n\n`;

/**
 * @param {string[]} inputs paths of the bundled files, from the workspace's folder
 * @param {Foreign[]} crates linked into the modules
 */
export async function licensesOf(inputs, crates) {
  const packages = await bundled(inputs);
  /** The owners of each text, by the text without differences in white space. @type {Map<string, { text: string, owners: string[] }>} */
  const texts = new Map();
  for (const each of [...packages, ...crates, STANDARD]) {
    for (const text of await textsOf(each)) {
      const key = text.replace(/\s+/g, ' ');
      const same = texts.get(key) ?? { text, owners: [] };
      texts.set(key, same);
      if (!same.owners.includes(each.name)) same.owners.push(each.name);
    }
  }
  const list = (/** @type {Foreign[]} */ some) =>
    some
      .map(
        ({ name, version, license, source }) =>
          `${[name, version].filter(Boolean).join(' ')}, ${[license, source].filter(Boolean).join(', ')}\n`,
      )
      .join('');
  return [
    'The scripts and the WebAssembly modules here hold code of others, which is theirs and under their licences. Its sources are unchanged. What may be\n' +
      'taken under MIT or another licence is taken under MIT.\n\n' +
      `npm packages:\n\n${list(packages)}\nRust crates:\n\n${list([...crates, STANDARD])}`,
    ...[...texts.values()].map(({ text, owners }) => `${owners.join(', ')}:\n\n${text}\n`),
  ].join(LINE);
}

/** @param {string[]} inputs @returns {Promise<Foreign[]>} */
async function bundled(inputs) {
  const names = new Set(inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  return Promise.all(
    [...names].sort().map(async (name) => {
      const folder = join('node_modules', name);
      const { version, license, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      const source = String(repository?.url ?? repository ?? '')
        .replace(/^git\+|\.git$/g, '')
        .replace(/^git:/, 'https:');
      return { name, version, license, source, authors: [], folder };
    }),
  );
}

/** @param {Foreign} foreign @returns {Promise<string[]>} */
async function textsOf({ name, license, authors, folder }) {
  if (!license) throw new Error(`${name} has no licence`);
  const paths = folder ? await noticesIn(folder) : [];
  const needed = paths.filter((path) => !unneeded(license).some((id) => path.toLowerCase().includes(id)));
  const texts = await Promise.all((needed.length ? needed : paths).map((path) => readFile(join(folder ?? '', path), 'utf8')));
  if (texts.length) return texts.map((text) => text.replace(/[ \t\r]+$/gm, '').trim());
  // MIT requires its text and the owners of the rights.
  if (!alternatives(license).every((some) => some.includes('MIT')))
    throw new Error(`${name} (${license}) comes without the text of its licence`);
  const owners = authors.map((author) => author.replace(/ *<.*>/, '')).join(', ') || `the authors of ${name}`;
  return [(await readFile('LICENSE-MIT', 'utf8')).replace(/^Copyright .*$/m, `Copyright (c) ${owners}`).trim()];
}

/** Paths from its folder. @param {string} folder of a package */
async function noticesIn(folder) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!NOTICES.test(entry.name)) continue;
    found.push(...(entry.isDirectory() ? (await readdir(join(folder, entry.name))).map((inner) => join(entry.name, inner)) : [entry.name]));
  }
  return found.sort();
}

/** Lists of alternative licences, all of which apply: `(MIT OR Apache-2.0) AND Unicode-3.0` has two. @param {string} license */
const alternatives = (license) =>
  license.split(' AND ').map((some) =>
    some
      .replace(/[()]/g, '')
      .split(/ OR |\//)
      .map((id) => id.trim()),
  );

/** Names in files of licences for which MIT is an alternative. @param {string} license */
function unneeded(license) {
  const all = alternatives(license);
  const kept = all.filter((some) => !some.includes('MIT')).flat();
  return all
    .filter((some) => some.includes('MIT'))
    .flat()
    .filter((id) => id !== 'MIT' && !kept.includes(id))
    .map((id) => id.split('-')[0].toLowerCase());
}
