/** How all scripts and style sheets are made small. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { transform } from 'esbuild';
import { minify } from 'terser';

/** What browsers must know. */
export const target = 'es2022';

/** `import css from './player.css'` gives the minified text, for a constructable style sheet. @type {import('esbuild').Plugin} */
export const cssAsText = {
  name: 'css-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => ({ contents: await style(path), loader: 'text' }));
  },
};

/** `import { PROGRAMS } from './glsl.js'` gets the shaders that the build has translated. @param {string} glsl their file @returns {import('esbuild').Plugin} */
export const shadersFrom = (glsl) => ({
  name: 'shaders',
  setup({ onResolve }) {
    onResolve({ filter: /\/glsl\.js$/ }, () => ({ path: resolve(glsl) }));
  },
});

/** @param {string} path */
export async function style(path) {
  const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, target });
  return code.trim();
}

/**
 * @param {string} code an ES module
 * @param {boolean} [bundled] others may bundle it
 */
export async function minified(code, bundled = true) {
  // Arrows are shorter, and do for all that is not called with `new`. What is, are classes, here and in the glue.
  const result = await minify(code, { module: true, ecma: 2020, compress: { passes: 3, unsafe_arrows: true }, format: { quote_style: 1 } });
  const small = /** @type {string} */ (result.code);
  // An address that the player works out is none that a bundler could follow. Comments tell it, and do not come through minifying.
  return !bundled ? small : small.replace(/\bimport\((?=\w)/g, 'import(/* webpackIgnore: true */ /* @vite-ignore */ ');
}

