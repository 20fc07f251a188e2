// node xtask/gallery.mjs [--check], from the workspace's folder.
// Writes the scripts of the sites that `marey gallery` makes, which are part of that program, into crates/cli/src/gallery/pages: they are
// bundled here, so that the program is compiled without node. --check fails if one is not current.
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { cssAsText, minified, target } from './scripts.mjs';

const FOLDER = 'crates/cli/src/gallery/pages';
/** Names in the site, and where their sources are. `posters.js` is for the browser that draws posters. */
const SCRIPTS = {
  'scheme.js': 'www/gallery/scheme.js',
  'gallery.js': 'www/gallery/page.js',
  'wall.js': 'www/gallery/index.js',
  'posters.js': 'www/gallery/posters.js',
};

/** It runs before the page is shown, which modules do not. */
const CLASSIC = 'scheme.js';

/** Packages in a script must be named with their licences. @param {string[]} inputs paths of bundled files */
async function licences(inputs) {
  const names = new Set(inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const texts = await Promise.all(
    [...names].sort().map(async (name) => {
      const { version } = JSON.parse(await readFile(`node_modules/${name}/package.json`, 'utf8'));
      return `/*! ${name} ${version}:\n${(await readFile(`node_modules/${name}/LICENSE`, 'utf8')).trim()}\n*/\n`;
    }),
  );
  return texts.join('');
}

for (const [name, source] of Object.entries(SCRIPTS)) {
  const {
    metafile,
    outputFiles: [{ text }],
  } = await build({
    entryPoints: [source],
    bundle: true,
    format: name === CLASSIC ? 'iife' : 'esm',
    minify: true,
    target,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [cssAsText],
    metafile: true,
    write: false,
  }).catch(() => process.exit(1));
  const script = `// Made of ${source} by xtask/gallery.mjs.\n${await licences(Object.keys(metafile.inputs))}${(await minified(text, false)).trim()}\n`;
  const path = `${FOLDER}/${name}`;
  if (!process.argv.includes('--check')) await writeFile(path, script);
  else if ((await readFile(path, 'utf8').catch(() => '')) !== script) {
    console.error(`${path} is not current: run node xtask/gallery.mjs`);
    process.exit(1);
  }
}
