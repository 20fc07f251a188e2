// node xtask/bench/bundle.mjs OUT, from the workspace's folder: the pages that `cargo xtask bench` measures beside dist/.
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const [out] = process.argv.slice(2);
const pages = 'xtask/bench/pages';
const names = await readdir(pages);

await mkdir(out, { recursive: true });
await build({
  entryPoints: names.filter((name) => name.endsWith('.js')).map((name) => join(pages, name)),
  outdir: out,
  bundle: true,
  format: 'esm',
  minify: true,
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  // wasm-bindgen writes them into the same folder.
  external: ['./marey_web.js', './marey_mocap.js'],
  logLevel: 'warning',
}).catch(() => process.exit(1));
for (const name of names.filter((each) => each.endsWith('.html'))) await copyFile(join(pages, name), join(out, name));
