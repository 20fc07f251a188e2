// node xtask/standalone.mjs SHELL NAMES GLSL OUT, from the workspace's folder.
// Writes the player as one file, OUT, with all parts, the worker, the modules and their glue, and the licences at its end. SHELL is the
// folder that bundle.mjs wrote, NAMES the names of its files.
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { cssAsText, minified, target } from './scripts.mjs';

const [shell, namesFile, out] = process.argv.slice(2);
/** @type {Record<string, string>} */
const names = JSON.parse(await readFile(namesFile, 'utf8'));
const PARTS = [
  'marey_web',
  'marey_gpu',
  'marey_mocap',
  'marey_hanim',
  'marey_arrays',
  'marey_write',
  'marey_link',
  'marey_pack',
  'marey_compare',
  'marey_retarget',
  'marey_rigs',
  'marey_targets',
  'marey_body',
  'marey_study',
  'marey_labels',
  'marey_gltf',
  'marey_fbx',
  'marey_markers',
];

const file = (/** @type {string} */ name) => resolve(shell, names[name]);
const GLUE = `${PARTS.map((part) => `import * as ${part} from ${JSON.stringify(file(`${part}.js`))};`).join('')}export const glue = { ${PARTS} };`;

/** Modules with these texts. @param {Record<string, string>} written by the end of the path that imports them @returns {import('esbuild').Plugin} */
const virtual = (written) => ({
  name: 'virtual',
  setup({ onResolve, onLoad }) {
    for (const [path, contents] of Object.entries(written)) {
      const filter = new RegExp(`/${path.replace('.', '\\.')}$`);
      onResolve({ filter }, () => ({ path, namespace: 'virtual' }));
      onLoad({ filter: new RegExp(`^${path.replace('.', '\\.')}$`), namespace: 'virtual' }, () => ({
        contents,
        resolveDir: resolve('www/player/base'),
      }));
    }
  },
});

/** @param {import('esbuild').BuildOptions} options */
async function bundle(options) {
  const { outputFiles } = await build({
    bundle: true,
    minify: true,
    target,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
    write: false,
  });
  return outputFiles[0].text;
}

const worker = await minified(
  await bundle({
    stdin: {
      contents:
        "import { glue } from './inside.js'; import { inside } from './player/base/wasm.js'; Object.assign(inside, glue); import('./worker.js');",
      resolveDir: resolve('www'),
    },
    format: 'iife',
    plugins: [virtual({ 'inside.js': GLUE })],
  }),
);

const packed = await Promise.all(
  PARTS.map(async (part) => `${part}: ${JSON.stringify(gzipSync(await readFile(file(`${part}.wasm`)), { level: 9 }).toString('base64'))}`),
);
const FILES = `
import { locate } from './wasm.js';
const packed = { ${packed} };
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const unpacked = {};
const of = (part) => ['', unpacked[part] ??= bytes(packed[part])];
let worker;
export const workerAddress = () => worker ??= URL.createObjectURL(new Blob([${JSON.stringify(worker)}], { type: 'text/javascript' }));
export const moduleFiles = () => ({ ${PARTS.map((part) => `${part}: of('${part}')`)} });
export function setBase() {}
if (globalThis.document) locate(moduleFiles());
`;

// The writers of MP4 and WebM are large, and few people need them: the file has them as packed text, which the first film turns into a
// script. Where a policy forbids that, films are GIF.
const films = await minified(await bundle({ entryPoints: ['www/share/film-video.js'], format: 'esm' }));
const VIDEO = `
const packed = ${JSON.stringify(gzipSync(films, { level: 9 }).toString('base64'))};
let script;
async function unpacked() {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
const videos = () => script ??= unpacked();
export const encodings = async (...film) => videos().then((writers) => writers.encodings(...film), () => []);
export const video = async (...film) => (await videos()).video(...film);
`;

const HUMAN = `
import { HUMAN } from '../session/link.js';
const text = ${JSON.stringify(await readFile(file('human.x3d'), 'utf8'))};
export const human = () => ({ name: 'human.x3d', written: HUMAN, blob: new Blob([text]) });
`;

const player = await minified(
  await bundle({
    entryPoints: ['www/standalone.js'],
    format: 'iife',
    plugins: [virtual({ 'inside.js': GLUE, 'files.js': FILES, 'film-video.js': VIDEO, 'human.js': HUMAN }), cssAsText],
  }),
);
const licenses = await readFile(join(shell, 'licenses.txt'), 'utf8');
await writeFile(out, `${player}\n/*!\n${licenses.replaceAll('*/', '* /')}*/\n`);
