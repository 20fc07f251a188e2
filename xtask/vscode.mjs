// node xtask/vscode.mjs PLAYER LICENSES OUT, from the workspace's folder.
// Writes the extension for VS Code: the folder OUT/marey-motion, and it as OUT/marey-motion-VERSION.vsix. PLAYER is the player as one file.
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { manifest } from '../vscode/manifest.mjs';
import { PLACES, VERSION } from './hosted.mjs';
import { target } from './scripts.mjs';
import { vsix } from './vsix.mjs';

const [player, licenses, out] = process.argv.slice(2);
const about = manifest(VERSION, PLACES);
const folder = join(out, about.name);
const at = (/** @type {string[]} */ ...path) => join(folder, ...path);

await rm(out, { recursive: true, force: true });
await mkdir(at('media'), { recursive: true });

/** @param {import('esbuild').BuildOptions} options */
const bundle = (options) => build({ bundle: true, target, charset: 'utf8', legalComments: 'none', logLevel: 'warning', ...options });
// VS Code for the browser loads one script, as a module of CommonJS.
await bundle({ entryPoints: ['vscode/src/extension.js'], format: 'cjs', external: ['vscode'], outfile: at('extension.js') });
await bundle({ entryPoints: ['vscode/view/index.js'], format: 'iife', outfile: at('media/view.js') });

for (const [from, to] of [
  ['vscode/view/view.css', 'media/view.css'],
  [player, 'media/marey-player.standalone.js'],
  [licenses, 'licenses.txt'],
  ['vscode/icon.png', 'icon.png'],
  ['vscode/README.md', 'README.md'],
  ['CHANGELOG.md', 'CHANGELOG.md'],
  ['LICENSE', 'LICENSE.txt'],
  ['LICENSE-MIT', 'LICENSE-MIT'],
  ['LICENSE-APACHE', 'LICENSE-APACHE'],
])
  await copyFile(from, at(to));
await writeFile(at('package.json'), `${JSON.stringify(about, null, 2)}\n`);

/** @type {Record<string, Uint8Array>} */
const files = {};
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  files[path.slice(folder.length + 1).replaceAll('\\', '/')] = await readFile(path);
}
await writeFile(`${folder}-${VERSION}.vsix`, vsix(about, files));
