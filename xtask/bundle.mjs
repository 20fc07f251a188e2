// node xtask/bundle.mjs OUT METAFILE GLUE..., from the workspace's folder.
// Bundles www/*.js, minifies the wasm glue and the style sheets, and copies the pages. esbuild bundles; terser, which is
// slower, goes over the scripts once more and takes another kilobyte out of what every page downloads.
// Both are used as libraries: esbuild's command line cannot minify a style sheet that is imported as text.
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, transform } from 'esbuild';
import { minify } from 'terser';

const [out, metafile, ...glues] = process.argv.slice(2);
const target = 'es2022';

/** `import css from './player.css'` gives the minified text, for a constructable style sheet. */
const cssAsText = {
  name: 'css-as-text',
  /** @param {import('esbuild').PluginBuild} build */
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, target });
      return { contents: code.trim(), loader: 'text' };
    });
  },
};

/** @param {string} code an ES module */
async function minified(code) {
  const result = await minify(code, { module: true, ecma: 2020, compress: { passes: 3 }, format: { quote_style: 1 } });
  return /** @type {string} */ (result.code);
}

await mkdir(out, { recursive: true });
// esbuild has printed what is wrong with the sources, and where: a stack trace of its own would add nothing.
const bundled = await build({
  entryPoints: ['page.js', 'embed.js', 'marey-player.js', 'worker.js'].map((name) => join('www', name)),
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  target,
  charset: 'utf8',
  legalComments: 'none',
  chunkNames: 'chunk-[hash]',
  metafile: true,
  logLevel: 'warning',
  plugins: [cssAsText],
}).catch(() => process.exit(1));
const meta = bundled.metafile;
for (const path of Object.keys(meta.outputs)) await writeFile(path, await minified(await readFile(path, 'utf8')));

// The glue of a module stays a file of its own: the shell imports it again, under a fresh query, to get a fresh instance
// after a trap.
for (const glue of glues) {
  const { code } = await transform(await readFile(glue, 'utf8'), { loader: 'js', format: 'esm', minify: true, target });
  await writeFile(join(out, basename(glue)), await minified(code));
}

/**
 * Everything that a script imports statically, itself left out.
 * @param {string} script
 */
function closure(script) {
  const seen = new Set([script]);
  // A set may grow while it is walked.
  for (const name of seen) {
    const output = Object.entries(meta.outputs).find(([path]) => basename(path) === name);
    for (const { path, kind, external } of output?.[1].imports ?? []) {
      if (kind === 'import-statement' && !external) seen.add(basename(path));
    }
  }
  seen.delete(script);
  return [...seen];
}

/**
 * A page names the chunks its script will ask for, so that the browser fetches them all at once instead of link by link.
 * (What has a fixed name, the page names itself.)
 * @param {string} html
 */
function withPreloads(html) {
  const script = /<script type="module" src="(?:\.\/)?([\w-]+\.js)"/.exec(html)?.[1];
  if (!script) return html;
  const links = closure(script).map((name) => `<link rel="modulepreload" href="./${name}">`);
  return html.replace('</head>', [...links, '</head>'].join('\n'));
}

// What is not imported by a script is used by a page as it is.
const imported = new Set(Object.keys(meta.inputs).map((path) => basename(path)));
for (const name of await readdir('www')) {
  if (/\.css$/.test(name) && !imported.has(name)) {
    const { code } = await transform(await readFile(join('www', name), 'utf8'), { loader: 'css', minify: true, target });
    await writeFile(join(out, name), code);
  } else if (name.endsWith('.html')) {
    await writeFile(join(out, name), withPreloads(await readFile(join('www', name), 'utf8')));
  } else if (/\.(svg|png|ico|webmanifest)$/.test(name)) {
    await cp(join('www', name), join(out, name));
  }
}

// Last: it tells that the rest is whole.
await writeFile(metafile, JSON.stringify(meta));
