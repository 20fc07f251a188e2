// node xtask/module.mjs OUT GLUE MODULE: writes a quick module and its glue into OUT, beside the scripts of a build that did not wait for it.
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { asFactory, target } from './scripts.mjs';

/** @param {...(string | Uint8Array)} contents */
export const hashOf = (...contents) =>
  contents
    .reduce((hash, content) => hash.update(content), createHash('sha256'))
    .digest('hex')
    .slice(0, 8);

/**
 * Spaces up to 4 kB: bundlers inline smaller files as `data:` addresses, which strict policies forbid.
 * @param {string} script
 */
const padding = (script) => (script.length < 4096 ? `/*${' '.repeat(4096 - script.length)}*/` : '');

/** A custom section of a wasm module, which engines ignore. Lengths are a byte each. @param {string} name @param {string} text */
const customSection = (name, text) => Buffer.from([0, 1 + name.length + text.length, name.length, ...Buffer.from(name + text)]);

/**
 * The glue of a module is a file of its own, which page and worker share. Glue and module have an id of their build, which the shell
 * compares.
 * @param {string} glue @param {string} module their files
 * @param {(code: string) => string | Promise<string>} smaller
 */
export async function moduleFiles(glue, module, smaller) {
  const { code } = await transform(asFactory(await readFile(glue, 'utf8')), { loader: 'js', format: 'esm', minify: true, target });
  const [script, bytes] = [await smaller(code), await readFile(module)];
  const id = hashOf(script, bytes);
  const name = basename(glue);
  return {
    id,
    files: /** @type {[name: string, content: string | Buffer][]} */ ([
      [name, `${script}export const build='${id}';${padding(script)}`],
      [name.replace('.js', '.wasm'), Buffer.concat([bytes, customSection('build', id)])],
    ]),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [out, glue, module] = process.argv.slice(2);
  const { files } = await moduleFiles(glue, module, (code) => code);
  for (const [name, content] of files) {
    // A browser may be waiting for the file: it gets all of it.
    const part = join(out, `${name}.part`);
    await writeFile(part, content);
    await rename(part, join(out, name));
  }
}
