// node xtask/package.mjs DIST OUT, from the workspace's folder.
// Writes the npm package `marey-player` into OUT: the element's files of DIST, and metadata for tools.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLACES, VERSION } from './hosted.mjs';
import { manifestOf } from './manifest.mjs';

const [dist, out] = process.argv.slice(2);
const ENTRY = 'marey-player.js';
const TYPES = 'marey-player.d.ts';
const VUE = 'vue.d.ts';
/** For pages that frame the player of another site. */
const FRAME = ['marey-frame.js', 'marey-frame.d.ts'];

await rm(out, { recursive: true, force: true });
await mkdir(join(out, 'dist'), { recursive: true });

// The element's files, without the page's own scripts.
const all = await readdir(dist);
const needed = new Set([ENTRY]);
// A set may grow during its iteration.
for (const name of needed) {
  if (!name.endsWith('.js')) continue;
  const text = await readFile(join(dist, name), 'utf8');
  for (const other of all) if (text.includes(`"./${other}"`) || text.includes(`'./${other}'`)) needed.add(other);
}
for (const name of [TYPES, ...FRAME, 'licenses.txt']) needed.add(name);
for (const name of needed) await copyFile(join(dist, name), join(out, 'dist', name));

const declarations = await readFile(join(dist, TYPES), 'utf8');
await writeFile(join(out, 'custom-elements.json'), `${JSON.stringify(manifestOf(declarations), null, 2)}\n`);
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE', 'CHANGELOG.md']) await copyFile(name, join(out, name));
await copyFile(join('xtask/npm', VUE), join(out, 'dist', VUE));
await copyFile('xtask/npm/README.md', join(out, 'README.md'));

await writeFile(
  join(out, 'package.json'),
  `${JSON.stringify(
    {
      name: 'marey-player',
      version: VERSION,
      description:
        'Plays motion capture in the browser: BVH, Acclaim ASF/AMC, The Sims SKEL and HAnim, as one element that behaves like <video>',
      keywords: [
        'bvh',
        'asf',
        'amc',
        'hanim',
        'x3d',
        'motion-capture',
        'mocap',
        'skeleton',
        'animation',
        'player',
        'web-component',
        'webgpu',
      ],
      license: 'MIT OR Apache-2.0',
      ...PLACES,
      type: 'module',
      types: `./dist/${TYPES}`,
      customElements: './custom-elements.json',
      exports: {
        '.': { types: `./dist/${TYPES}`, default: `./dist/${ENTRY}` },
        './vue': { types: `./dist/${VUE}`, default: `./dist/${ENTRY}` },
        './frame': { types: `./dist/${FRAME[1]}`, default: `./dist/${FRAME[0]}` },
        './custom-elements.json': './custom-elements.json',
        './package.json': './package.json',
        './dist/*': './dist/*',
      },
      // An import defines the tag.
      sideEffects: ['./dist/*.js'],
      files: ['dist', 'custom-elements.json', 'CHANGELOG.md', 'LICENSE-MIT', 'LICENSE-APACHE'],
      publishConfig: { access: 'public', provenance: true },
    },
    null,
    2,
  )}\n`,
);
