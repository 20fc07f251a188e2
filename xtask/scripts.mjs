/** Minifies scripts and style sheets. */
import { build } from 'esbuild';
import { minify } from 'terser';

/** The language level of browsers that esbuild writes for. */
export const target = 'es2022';

/** `import css from './controls.css'` imports the minified text, for a constructable style sheet. @type {import('esbuild').Plugin} */
export const cssAsText = {
  name: 'css-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => ({ contents: await style(path), loader: 'text' }));
  },
};

/** The minified text of a style sheet, with those that it imports. @param {string} path */
export async function style(path) {
  const {
    outputFiles: [{ text }],
  } = await build({ entryPoints: [path], bundle: true, minify: true, target, logLevel: 'warning', write: false });
  return text.trim();
}

/**
 * @param {string} code an ES module
 * @param {boolean} [bundled] whether other people's bundlers may read it
 */
export async function minified(code, bundled = true) {
  // Arrow functions are shorter. Everything called with `new` is a class, in the glue, too.
  const result = await minify(code, { module: true, ecma: 2020, compress: { passes: 3, unsafe_arrows: true }, format: { quote_style: 1 } });
  const small = /** @type {string} */ (result.code);
  // Bundlers cannot follow a computed address, and skip it with these comments, which minifying would remove.
  return !bundled ? small : small.replace(/\bimport\((?=\w)/g, 'import(/* webpackIgnore: true */ /* @vite-ignore */ ');
}

/**
 * Wraps wasm-bindgen's glue in a function, so that each instance of the module has its own glue, and both can be collected. A script
 * itself stays forever.
 * @param {string} code
 */
export function asFactory(code) {
  /** @type {string[]} */
  const exported = [];
  const body = code
    .replace(/^export (default )?(?=(?:async )?(?:class|function) (\w+))/gm, (_, main, name) => {
      exported.push(main ? `default: ${name}` : name);
      return '';
    })
    .replace(/^export \{(.*)\};$/gm, (_, list) => {
      exported.push(...list.split(',').map((/** @type {string} */ each) => each.trim().replace(/^(\w+) as (\w+)$/, '$2: $1')));
      return '';
    });
  return `export const makeGlue = () => {${body}\nreturn { ${exported} };\n};`;
}
