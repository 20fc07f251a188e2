// node xtask/reader-licenses.mjs [--check], from the workspace's folder.
// Writes crates/python/licenses.txt: the licences of the crates in the compiled reader of Python, for its wheels. --check fails if it is not current.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { licensesOf } from './licenses.mjs';

const FILE = 'crates/python/licenses.txt';
const cargo = (/** @type {string[]} */ ...args) =>
  execFileSync(process.env.CARGO || 'cargo', [...args, '--locked', '--manifest-path', 'crates/python/Cargo.toml'], {
    encoding: 'utf8',
    maxBuffer: 64e6,
  });

const { packages } = JSON.parse(cargo('metadata', '--format-version', '1'));
const linked = new Set(
  cargo('tree', '--edges', 'normal,no-proc-macro', '--prefix', 'none', '--target', 'all')
    .split('\n')
    .map((line) => line.split(' ').slice(0, 2).join(' ')),
);
const crates = packages
  .filter((/** @type {any} */ each) => each.source && linked.has(`${each.name} v${each.version}`))
  .map((/** @type {any} */ each) => ({
    name: each.name,
    version: each.version,
    license: each.license,
    source: each.repository,
    authors: each.authors,
    folder: dirname(each.manifest_path),
  }));
const text = (await licensesOf([], crates)).replace(
  /^[^]*?Rust crates:\n/,
  'The compiled reader holds code of others, which is theirs and under their licences. Its sources are unchanged. What may be taken under MIT or\nanother licence is taken under MIT.\n',
);

if (process.argv.includes('--check')) {
  if ((await readFile(FILE, 'utf8').catch(() => '')) !== text)
    throw new Error(`${FILE} is not current: run node xtask/reader-licenses.mjs`);
} else {
  await writeFile(FILE, text);
}
