// Puts the chunks that esbuild splits the shell into together again: each entry becomes one script that imports nothing
// statically, and so does each part, which is what is imported dynamically. One script compresses better than several and
// needs no second round of requests; and what does not come can be told in words, where a static import that fails leaves
// an empty page.
//
// What a part has in common with the script that loads it is not in it once more. The script leaves it at a global symbol,
// and the part takes it from there. It cannot import the script: `marey-player.js?v=2` would then be a second player.
import { basename } from 'node:path';

/** A part that is there before other parts come. They take what they have in common with it from there, too. */
const CONTROLS = 'controls.js';
const SHARED = "globalThis[Symbol.for('marey')]";
/** As esbuild writes them: `import{a as b,c}from"./chunk-X.js";` */
const IMPORT = /import(?:\{([^}]*)\}from)?"\.\/([\w-]+\.js)";/g;

/** @typedef {{ name: string, text: string, statics: string[], dynamics: string[] }} Chunk name: of the entry or part that it begins, or '' */
/** @typedef {{ all: Map<string, Chunk>, inputs: string[] }} Chunks */

/** @param {import('esbuild').BuildResult<{ metafile: true, write: false }>} built with `splitting` @returns {Chunks} */
export function sort({ outputFiles, metafile }) {
  const all = new Map(outputFiles.map(({ path, text }) => {
    const file = basename(path);
    const { imports, entryPoint = '' } = metafile.outputs[`out/${file}`];
    const of = (/** @type {string} */ kind) => imports.filter((each) => each.kind === kind && !each.external).map((each) => basename(each.path));
    // www/panels/index.js is called panels.js.
    const name = basename(entryPoint.replace(/\/index\.js$/, '.js'));
    return [file, { name, text, statics: of('import-statement'), dynamics: of('dynamic-import') }];
  }));
  return { all, inputs: Object.keys(metafile.inputs) };
}

/**
 * Gives esbuild's options for each script, one after the other: those with a hash in their names before those that have
 * such names in them.
 * @param {Chunks} chunks
 * @param {string[]} entries
 * @param {(name: string) => string} nameOf a script that was made already
 * @returns {Generator<{ name: string, options: import('esbuild').BuildOptions }>}
 */
export function* link({ all }, entries, nameOf) {
  const chunk = (/** @type {string} */ file) => /** @type {Chunk} */ (all.get(file));
  const files = [...all.keys()];
  const begun = files.filter((file) => chunk(file).name);
  const starts = begun.filter((file) => entries.includes(chunk(file).name));
  const parts = begun.filter((file) => !starts.includes(file));
  const controls = parts.filter((file) => chunk(file).name === CONTROLS);

  /** A chunk, and all that it leads to. @param {string} from @param {('statics' | 'dynamics')[]} ways */
  const reach = (from, ...ways) => {
    const seen = new Set([from]);
    // A set may grow while it is walked.
    for (const file of seen) for (const way of ways) for (const next of chunk(file)[way]) seen.add(next);
    return [...seen];
  };

  /** What is there before a part comes, whoever loads it. @param {string} part */
  const before = (part) => {
    const loaders = starts.filter((start) => reach(start, 'statics', 'dynamics').includes(part));
    const loaded = files.filter((file) => loaders.every((start) => reach(start, 'statics').includes(file)));
    return controls.includes(part) ? loaded : [...loaded, ...controls.flatMap((file) => reach(file, 'statics'))];
  };

  /** What a script does not have in it. @type {Map<string, string[]>} */
  const there = new Map(begun.map((file) => [file, starts.includes(file) ? [] : before(file)]));
  const inside = (/** @type {string} */ file) => reach(file, 'statics').filter((each) => !there.get(file)?.includes(each));

  /** The things that parts take from chunks that are there. @type {Map<string, Set<string>>} */
  const taken = new Map();
  for (const part of parts) {
    for (const [, list = '', from] of inside(part).flatMap((file) => [...chunk(file).text.matchAll(IMPORT)])) {
      if (list && there.get(part)?.includes(from)) taken.set(from, new Set([...taken.get(from) ?? [], ...list.split(',').map((each) => each.split(' as ')[0])]));
    }
  }

  /** What parts may take of a script, put where they find it. @param {string} file */
  const shelf = (file) => {
    const own = inside(file).flatMap((each, index) => (taken.has(each) ? [{ each, index, things: [...taken.get(each) ?? []] }] : []));
    const imports = own.map(({ each, index, things }) => `import{${things.map((thing) => `${thing} as ${thing}${index}`)}}from"./${each}";`);
    const shared = own.map(({ each, index, things }) => `"${each}":{${things.map((thing) => `${thing}:${thing}${index}`)}}`);
    return own.length ? `${imports.join('')}Object.assign(${SHARED}??={},{${shared}});` : '';
  };

  /** @param {string} start @returns {import('esbuild').Plugin} */
  const linker = (start) => ({
    name: 'link',
    setup({ onResolve, onLoad }) {
      const absent = there.get(start) ?? [];
      onResolve({ filter: /^\.\// }, ({ path, kind }) => {
        const file = basename(path);
        if (kind === 'dynamic-import') return { path: `./${nameOf(chunk(file).name)}`, external: true };
        // It would be in the script once more, and nobody would see.
        if (absent.includes(file)) throw new Error(`${chunk(start).name} imports ${file} in a way that is not known here`);
        return { path: file, namespace: 'chunk' };
      });
      onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => ({
        contents: chunk(path).text.replace(IMPORT, (whole, list, from) =>
          (!absent.includes(from) ? whole : list ? `const{${list.replaceAll(' as ', ':')}}=${SHARED}["${from}"];` : '')),
      }));
    },
  });

  const done = new Set();
  /** @param {string} start @param {string[]} way @returns {ReturnType<typeof link>} */
  function* script(start, way = []) {
    if (way.includes(start)) throw new Error(`parts load each other, so that none can have a hash of its content: ${[...way, start].join(', ')}`);
    if (done.has(start)) return;
    for (const part of new Set(inside(start).flatMap((file) => chunk(file).dynamics))) yield* script(part, [...way, start]);
    done.add(start);
    yield { name: chunk(start).name, options: { stdin: { contents: `export*from"./${start}";${shelf(start)}` }, plugins: [linker(start)] } };
  }
  for (const start of starts) yield* script(start);
}
