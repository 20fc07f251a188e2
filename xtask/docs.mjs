// node xtask/docs.mjs STAGE DIST PACKAGE BASE OUT PROGRAM, from the workspace's folder.
// Builds the docs site into OUT, for a server that shows it under BASE. STAGE is a folder with the tools of docs/package.json, and gets
// docs/, the reference, made from PACKAGE, and the samples of DIST, of which PROGRAM makes a gallery. DIST becomes the site's folder play/, the target of shared links. Warnings
// and broken links are errors.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { deadLinks } from './docs-links.mjs';
import { pagesOf } from './docs-reference.mjs';

const [stage, dist, player, base, out, program] = process.argv.slice(2);
const TOOLS = ['node_modules', 'package.json', 'package-lock.json', '.installed-lock.json'];

for (const name of await readdir(stage)) if (!TOOLS.includes(name)) await rm(join(stage, name), { recursive: true });
for (const name of await readdir('docs')) if (!TOOLS.includes(name)) await cp(join('docs', name), join(stage, name), { recursive: true });

const installed = join(stage, 'node_modules/marey-player');
await rm(installed, { recursive: true, force: true });
await cp(player, installed, { recursive: true });

for (const [path, text] of Object.entries(await pagesOf(player))) await write(path, text);
await write('changes.md', `---\noutline: 2\neditLink: false\n---\n\n${await readFile('CHANGELOG.md', 'utf8')}`);
await cp(join(dist, 'samples'), join(stage, 'public/samples'), { recursive: true, filter: (path) => !path.endsWith('.webp') });
await cp(dist, join(stage, 'public/play'), { recursive: true });
await galleryOf(join(stage, 'public/samples'), join(stage, 'public/gallery-of-samples'));
await cp('python/examples', join(stage, 'examples'), { recursive: true });
await cp('www/icon.svg', join(stage, 'public/icon.svg'));

await rm(out, { recursive: true, force: true });
const { stdout, stderr, status } = spawnSync(
  process.execPath,
  [join(stage, 'node_modules/vitepress/bin/vitepress.js'), 'build', stage, '--base', base, '--outDir', resolve(out)],
  {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', MAREY_DOCS_BASE: base },
  },
);
const printed = `${stdout}${stderr}`;
if (status !== 0 || /\bwarn|\(!\)/i.test(printed)) throw new Error(`vitepress build ended with ${status}:\n${printed}`);

const dead = [...(await deadLinks(out, base)), ...(await deadPaths())];
if (dead.length) throw new Error(`broken links in the docs:\n  ${dead.join('\n  ')}`);
console.log(`  the docs site is in ${out}, for ${base}`);

/** Makes the gallery that the page of samples shows. @param {string} samples @param {string} folder */
async function galleryOf(samples, folder) {
  const motions = join(stage, 'motions');
  await cp(samples, motions, { recursive: true });
  await writeFile(
    join(motions, 'gallery.toml'),
    'title = "Samples of Marey"\ndescription = "They are generated; no one was recorded."\nlicence = "MIT OR Apache-2.0"\nformats = ["glb"]\n',
  );
  const { status, stderr } = spawnSync(program, ['gallery', '--player', dist, motions, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`marey gallery ended with ${status}:\n${stderr}`);
  await rm(motions, { recursive: true });
}

/** @param {string} path @param {string} text */
async function write(path, text) {
  const file = join(stage, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Missing files of this repository that pages name. @returns {Promise<string[]>} */
async function deadPaths() {
  const pages = (await readdir('docs', { recursive: true }))
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join('docs', name));
  const found = await Promise.all(
    ['README.md', 'CONTRIBUTING.md', ...pages].map(async (page) => {
      const text = await readFile(page, 'utf8');
      // A word in capitals is a placeholder; in the docs `src/` is the reader's.
      const named = [...text.matchAll(/`((?:src|www|web|xtask|tests|examples|fuzz)\/[\w./-]+)`/g)]
        .map(([, path]) => path)
        .filter((path) => !/[A-Z]{4}/.test(path) && !(page.startsWith('docs') && path.startsWith('src/')));
      // The links of the docs are checked in the built site.
      const linked = page.startsWith('docs') ? [] : [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => path);
      return Promise.all([...named, ...linked].map(async (path) => ((await exists(path)) ? [] : [`${page}: ${path}`])));
    }),
  );
  return found.flat(2);
}

/** @param {string} path */
async function exists(path) {
  return readdir(dirname(path)).then(
    (names) => names.includes(path.replace(/\/$/, '').split('/').pop() ?? ''),
    () => false,
  );
}
