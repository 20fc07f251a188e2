// node xtask/gallery.mjs [--check], from the workspace's folder.
// Writes the scripts of the sites that `marey gallery` makes, which are part of that program, into crates/cli/src: they are
// bundled here, so that the program is compiled without node. --check fails if one is not current.
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { cssAsText, minified, target } from './scripts.mjs';

const PAGES = 'crates/cli/src/gallery/pages';
/** Files of the program, and where their sources are. `drawing.js` is for the browser that draws posters and films. */
const SCRIPTS = {
  [`${PAGES}/scheme.js`]: 'www/gallery/scheme.js',
  [`${PAGES}/gallery.js`]: 'www/gallery/page.js',
  [`${PAGES}/wall.js`]: 'www/gallery/index.js',
  'crates/cli/src/browser/drawing.js': 'www/gallery/drawing.js',
};

/** It runs before the page is shown, which modules do not. */
const CLASSIC = `${PAGES}/scheme.js`;

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

for (const [path, source] of Object.entries(SCRIPTS)) {
  const {
    metafile,
    outputFiles: [{ text }],
  } = await build({
    entryPoints: [source],
    bundle: true,
    format: path === CLASSIC ? 'iife' : 'esm',
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
  if (!process.argv.includes('--check')) await writeFile(path, script);
  else if ((await readFile(path, 'utf8').catch(() => '')) !== script) {
    console.error(`${path} is not current: run node xtask/gallery.mjs`);
    process.exit(1);
  }
}
