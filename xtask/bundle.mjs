// node xtask/bundle.mjs MODE OUT NAMES CRATES HUMAN (GLUE MODULE)..., from the workspace's folder.
// Writes the scripts, style sheets, pages and wasm modules of dist/ into OUT, and their names there into NAMES (JSON). CRATES lists the
// crates in the modules (JSON), HUMAN is the standard human. MAREY_SITE is the address of dist/, for Open Graph and oEmbed. All files
// but the pages and the entry scripts have a hash of their content in their names, so that no cache mixes two builds.
//
// In the mode "quick" no name has a hash, so that modules may come later (`module.mjs`), CRATES may be missing, and terser, which makes the
// first load another kilobyte smaller and takes most of the time, does not run. Both are used as libraries: esbuild's command line
// cannot minify a style sheet that is imported as text.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';
import { link, sort } from './link.mjs';
import { hashOf, moduleFiles } from './module.mjs';
import { cssAsText, minified, style, target } from './scripts.mjs';
import { headFor, oembed, siteOf } from './site.mjs';

/** Scripts whose names have no hash. */
const ENTRIES = ['page.js', 'embed.js', 'marey-player.js', 'marey-frame.js'];
/** The place of head.js in a page. */
const HEAD = '<!-- head.js -->';
/** Those of Marey's own pages, which nobody bundles. */
const PAGES = ['page.js', 'embed.js'];

const [mode, out, namesFile, crates, human, ...modules] = process.argv.slice(2);

/** Names in the sources, and in dist/. @type {Map<string, string>} */
const names = new Map();

/** @param {string} name */
function nameOf(name) {
  const file = names.get(name) ?? (mode === 'quick' && /^marey_\w+\.(js|wasm)$/.test(name) ? name : '');
  if (!file) throw new Error(`dist/ has no ${name}`);
  return file;
}

/**
 * @param {string} name
 * @param {string | Uint8Array} content
 * @param {string} [hash]
 */
async function put(name, content, hash = hashOf(content)) {
  const keeps = mode === 'quick' || ENTRIES.includes(name) || /\.(html|json|txt)$/.test(name);
  names.set(name, keeps ? name : name.replace(/(?=\.\w+$)/, `-${hash}`));
  await writeFile(join(out, nameOf(name)), content);
}

/** `new URL('./worker.js', import.meta.url)` gets the file's name in dist/. @type {import('esbuild').Plugin} */
const addresses = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(/(?<=new URL\('\.\/)[\w.-]+(?=', import\.meta\.url\))/g, nameOf) };
    });
  },
};

/** Minifies what esbuild has minified once more. @param {string} code @param {boolean} [bundled] whether other people's bundlers may read it */
const smaller = (code, bundled) => (mode === 'quick' ? code : minified(code, bundled));

/** @param {import('esbuild').BuildOptions} options */
const bundle = (options) =>
  build({
    outdir: 'out',
    bundle: true,
    format: 'esm',
    minify: true,
    target,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
    metafile: true,
    write: false,
    // esbuild has printed the errors of the sources: a stack trace would add nothing.
  }).catch(() => process.exit(1));

/** @param {string} name @param {import('esbuild').BuildOptions} options of a build of one script */
async function putScript(name, options) {
  const {
    outputFiles: [{ text }],
  } = await bundle(options);
  await put(name, await smaller(text, !PAGES.includes(name)));
}

await mkdir(out, { recursive: true });

for (let at = 0; at < modules.length; at += 2) {
  const { id, files } = await moduleFiles(modules[at], modules[at + 1], smaller);
  for (const [name, content] of files) await put(name, content, id);
}

await put('human.x3d', await readFile(human));

// A page of another origin cannot start a module as its worker: this script imports nothing.
await putScript('worker.js', { entryPoints: ['www/worker.js'], format: 'iife' });

const chunks = sort(
  await bundle({
    entryPoints: ENTRIES.map((name) => join('www', name)),
    splitting: true,
    chunkNames: '[name]-[hash]',
    plugins: [cssAsText, addresses],
  }),
);
for (const { name, options } of link(chunks, ENTRIES, nameOf)) await putScript(name, options);

if (crates) await put('licenses.txt', await licensesOf(chunks.inputs, JSON.parse(await readFile(crates, 'utf8'))));

/** The pages' sources, by name. @type {Map<string, string>} */
const pages = new Map();
for (const name of await readdir('www')) {
  const path = join('www', name);
  if (name.endsWith('.html')) pages.set(name, await readFile(path, 'utf8'));
  else if (name.endsWith('.svg')) await put(name, await readFile(path));
}
for (const html of pages.values())
  for (const [name] of html.matchAll(/(?<=href=")[\w-]+\.css/g)) await put(name, await style(join('www', name)));
/** The script in the page's head, and its hash for the page's policy. */
const {
  outputFiles: [{ text }],
} = await bundle({ entryPoints: ['www/head.js'], format: 'iife' });
const head = (await smaller(text, false)).trim();
const allowed = `'sha256-${createHash('sha256').update(head).digest('base64')}'`;

const site = siteOf(process.env.MAREY_SITE);
if (site) await put('player.jpg', await readFile('.github/player.jpg'));
const picture = names.get('player.jpg') ?? '';
for (const [name, html] of pages) {
  const scripted = html.includes(HEAD)
    ? html.replace(HEAD, () => `<script>${head}</script>`).replace("script-src 'self'", (self) => `${self} ${allowed}`)
    : html;
  await put(name, scripted.replace(/(?<=(?:href|src)=")[\w-]+\.\w+/g, nameOf).replace('</head>', `${headFor(site, name, picture)}</head>`));
}
if (site) await put('oembed.json', oembed(site));

// Last: this file tells that the build is complete.
await writeFile(namesFile, JSON.stringify(Object.fromEntries(names), null, 1));
