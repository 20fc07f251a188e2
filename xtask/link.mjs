// Joins the chunks into which esbuild splits the shell: each entry and each part (a dynamic import) becomes one script without static
// imports. One script compresses better than several and needs no second round of requests, and the player can report a part that
// fails to load, where a failing static import leaves an empty page.
//
// A part shares code with the script that loads it through a global symbol. It cannot import that script: `marey-player.js?v=2` would
// be a second player.
import { basename } from 'node:path';
import { TOOLS } from '../www/tools.js';

/** The part that is loaded before all others but the early ones. They share its code, too. */
const CONTROLS = 'controls.js';
/** Parts that a player without controls loads, too. */
const EARLY = [
  'canvas.js',
  'canvas-skin.js',
  'webgl-start.js',
  'webgl.js',
  'webgpu.js',
  'parse-without-worker.js',
  'failed-requests.js',
  'gltf-buffers.js',
  'retarget.js',
  'share.js',
  'sync.js',
  'body-finder.js',
  'actors.js',
  'contacts.js',
  ...TOOLS.flatMap(({ bar, name }) => (bar ? [] : `${name}.js`)),
];
const SHARED = "globalThis[Symbol.for('marey')]";
/** esbuild's imports: `import{a as b,c}from"./chunk-X.js";` */
const IMPORT = /import(?:\{([^}]*)\}from)?"\.\/([\w-]+\.js)";/g;

/** @typedef {{ name: string, text: string, statics: string[], dynamics: string[] }} Chunk name: of the entry or part whose first chunk it is, or '' */
/** @typedef {{ all: Map<string, Chunk>, inputs: string[] }} Chunks */

/** @param {import('esbuild').BuildResult<{ metafile: true, write: false }>} built with `splitting` @returns {Chunks} */
export function sort({ outputFiles, metafile }) {
  const all = new Map(
    outputFiles.map(({ path, text }) => {
      const file = basename(path);
      const { imports, entryPoint = '' } = metafile.outputs[`out/${file}`];
      const of = (/** @type {string} */ kind) =>
        imports.filter((each) => each.kind === kind && !each.external).map((each) => basename(each.path));
      // www/panels/index.js becomes panels.js, and www/tools/marks/save.js marks-save.js, since several tools have such a part.
      const name = basename(entryPoint.replace(/\/index\.js$/, '.js').replace(/(?<=tools\/\w+)\//, '-'));
      return [file, { name, text, statics: of('import-statement'), dynamics: of('dynamic-import') }];
    }),
  );
  return { all, inputs: Object.keys(metafile.inputs) };
}

/**
 * Yields esbuild's options for each script, after those of the scripts whose hashed names it contains.
 * @param {Chunks} chunks
 * @param {string[]} entries
 * @param {(name: string) => string} nameOf the name of a finished script
 * @returns {Generator<{ name: string, options: import('esbuild').BuildOptions }>}
 */
export function* link({ all }, entries, nameOf) {
  const chunk = (/** @type {string} */ file) => /** @type {Chunk} */ (all.get(file));
  const files = [...all.keys()];
  const begun = files.filter((file) => chunk(file).name);
  const starts = begun.filter((file) => entries.includes(chunk(file).name));
  const parts = begun.filter((file) => !starts.includes(file));
  const controls = parts.filter((file) => chunk(file).name === CONTROLS);

  /** A chunk, and all that it imports. @param {string} from @param {('statics' | 'dynamics')[]} ways */
  const reach = (from, ...ways) => {
    const seen = new Set([from]);
    // A set may grow during its iteration.
    for (const file of seen) for (const way of ways) for (const next of chunk(file)[way]) seen.add(next);
    return [...seen];
  };

  /** The chunks that are loaded before a part, by any of its loaders. @param {string} part */
  const before = (part) => {
    const loaders = starts.filter((start) => reach(start, 'statics', 'dynamics').includes(part));
    const loaded = files.filter((file) => loaders.every((start) => reach(start, 'statics').includes(file)));
    return controls.includes(part) ? loaded : [...loaded, ...controls.flatMap((file) => reach(file, 'statics'))];
  };

  /** The chunks that a script leaves out. @type {Map<string, string[]>} */
  const there = new Map(begun.map((file) => [file, starts.includes(file) ? [] : before(file)]));
  const inside = (/** @type {string} */ file) => reach(file, 'statics').filter((each) => !there.get(file)?.includes(each));

  /** The names that parts take from loaded chunks. @type {Map<string, Set<string>>} */
  const taken = new Map();
  for (const part of parts) {
    for (const [, list = '', from] of inside(part).flatMap((file) => [...chunk(file).text.matchAll(IMPORT)])) {
      if (EARLY.includes(chunk(part).name) && controls.some((file) => inside(file).includes(from))) {
        throw new Error(`${chunk(part).name} may come before the controls, and uses a script that comes with them`);
      }
      if (list && there.get(part)?.includes(from))
        taken.set(from, new Set([...(taken.get(from) ?? []), ...list.split(',').map((each) => each.split(' as ')[0])]));
    }
  }

  /** Code that puts the names that parts take from a script into the shared object. @param {string} file */
  const shelf = (file) => {
    const own = inside(file).flatMap((each, index) => (taken.has(each) ? [{ each, index, things: [...(taken.get(each) ?? [])] }] : []));
    const imports = own.map(
      ({ each, index, things }) => `import{${things.map((thing) => `${thing} as ${thing}${index}`)}}from"./${each}";`,
    );
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
        // The script would silently contain it a second time.
        if (absent.includes(file)) throw new Error(`${chunk(start).name} imports ${file} in an unexpected way`);
        return { path: file, namespace: 'chunk' };
      });
      onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => ({
        contents: chunk(path).text.replace(IMPORT, (whole, list, from) =>
          !absent.includes(from) ? whole : list ? `const{${list.replaceAll(' as ', ':')}}=${SHARED}["${from}"];` : '',
        ),
      }));
    },
  });

  const done = new Set();
  /** @param {string} start @param {string[]} way @returns {ReturnType<typeof link>} */
  function* script(start, way = []) {
    if (way.includes(start))
      throw new Error(`parts load each other, so that none can have a hash of its content: ${[...way, start].join(', ')}`);
    if (done.has(start)) return;
    for (const part of new Set(inside(start).flatMap((file) => chunk(file).dynamics))) yield* script(part, [...way, start]);
    done.add(start);
    yield {
      name: chunk(start).name,
      options: { stdin: { contents: `export*from"./${start}";${shelf(start)}` }, plugins: [linker(start)] },
    };
  }
  for (const start of starts) yield* script(start);
}
