// node xtask/types.mjs OUT, from the workspace's folder.
// Writes OUT/marey-player.d.ts, the public declarations of <marey-player> from the JSDoc of www/, as one file without imports, and
// OUT/marey-frame.d.ts, those of marey-frame.js, which uses the former.
// tsc writes declarations for every module. This script copies the class and all that it refers to into the one file. Properties and
// attributes that are options are written from the table of options, `www/player/base/options.js`.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  isClassDeclaration,
  isImportTypeNode,
  isInterfaceDeclaration,
  isPropertyDeclaration,
  isSetAccessorDeclaration,
  isTypeAliasDeclaration,
  isTypeReferenceNode,
} from 'typescript/unstable/ast';
import { API, SymbolFlags } from 'typescript/unstable/sync';
import { CLIP_ROWS, ROWS } from '../www/player/base/options.js';
import { CLIP_COMMENTS, COMMENTS, LINK_PARAMETERS } from './options.mjs';

/** @typedef {import('typescript/unstable/ast').Node} Node */
/** @typedef {import('typescript/unstable/ast').ClassDeclaration} ClassDeclaration */
/** @typedef {ClassDeclaration | import('typescript/unstable/ast').InterfaceDeclaration | import('typescript/unstable/ast').TypeAliasDeclaration} Declaration */
/** @typedef {import('typescript/unstable/sync').Project} Project */

const HEAD = '// Generated from the sources of Marey: what the module marey-player.js exports, and the tag that it defines.';

/** Options of text that may be a number: seconds, or metres of a unit. */
const NUMBERS_TOO = ['start', 'end', 'unit'];

/**
 * The type of a property of each kind, the types that it takes besides, and the type of the attribute in JSX. Those of keywords are the
 * row's words.
 * @type {Record<string, { gives: string, takes?: string, attribute: string }>}
 */
const KINDS = {
  text: { gives: 'string', attribute: 'string' },
  maybe: { gives: 'string | null', attribute: 'string' },
  address: { gives: 'string', attribute: 'string' },
  boolean: { gives: 'boolean', attribute: 'boolean' },
  number: { gives: 'number', takes: 'string', attribute: 'string | number' },
  figures: { gives: 'number', takes: 'string | readonly number[] | null', attribute: 'string | number | readonly number[]' },
  counts: {
    gives: '[before: number, after: number] | null',
    takes: 'string | number | readonly number[]',
    attribute: 'string | number | readonly number[]',
  },
  names: { gives: 'string[] | null', takes: 'string | readonly string[]', attribute: 'string | readonly string[]' },
  window: { gives: 'number | null', takes: 'string', attribute: 'string | number' },
  place: { gives: '[x: number, z: number]', takes: 'string | readonly number[]', attribute: 'string | readonly number[]' },
};

/** @param {typeof ROWS[number]} row @returns {{ gives: string, takes?: string, attribute: string }} */
function typesOf({ kind, words, name }) {
  if (NUMBERS_TOO.includes(name)) return { gives: 'string', takes: 'number', attribute: 'string | number' };
  const oneOf = (/** @type {readonly string[]} */ all) => all.map((word) => `"${word}"`).join(' | ');
  if (kind === 'word') return { gives: oneOf(words ?? []), attribute: oneOf(words ?? []) };
  // A switch may have the word of another option: `loop="pingpong"`.
  const other = ROWS.find(({ or }) => or === name)?.words;
  return other ? { ...KINDS[kind], takes: oneOf(other), attribute: `${KINDS[kind].attribute} | ${oneOf(other)}` } : KINDS[kind];
}

/** The options as accessors of a class or an interface. @param {typeof ROWS} rows @param {Map<string, string>} comments */
const propertyLines = (rows, comments) =>
  rows
    .map((row) => {
      const { gives, takes } = typesOf(row);
      const { name } = row;
      return `  /** ${comments.get(name)} */\n  get ${name}(): ${gives};\n  set ${name}(value: ${takes ? `${gives} | ${takes}` : gives});\n`;
    })
    .join('');

/** The options as JSX writes them, by the names of attributes or of properties. @param {typeof ROWS} rows @param {Map<string, string>} comments @param {'name' | 'attribute'} by */
const attributeLines = (rows, comments, by) =>
  rows
    .map((row) => {
      const name = /-/.test(row[by]) ? `'${row[by]}'` : row[by];
      return `  /** ${comments.get(row.name)} */\n  ${name}?: ${typesOf(row).attribute} | undefined;\n`;
    })
    .join('');

const LISTENERS = ['add', 'remove']
  .map((verb) => {
    const options = `options?: boolean | ${verb === 'add' ? 'Add' : ''}EventListenerOptions`;
    return `  ${verb}EventListener<K extends keyof MareyPlayerEventMap>(type: K, listener: (this: MareyPlayer, event: MareyPlayerEventMap[K]) => unknown, ${options}): void;
  ${verb}EventListener(type: string, listener: EventListenerOrEventListenerObject, ${options}): void;
`;
  })
  .join('');

const TAIL = `/** What JSX may give the tag: its attributes, its properties, and \`on\` before the name of an event. */
export type MareyPlayerProps = MareyPlayerAttributes & MareyPlayerOptions & Partial<Pick<MareyPlayer, MareyPlayerWritable>> & {
  [K in keyof MareyPlayerEventMap as \`on\${K}\`]?: (event: MareyPlayerEventMap[K] & { readonly currentTarget: MareyPlayer }) => unknown;
};

declare global {
  interface HTMLElementTagNameMap {
    'marey-player': MareyPlayer;
    'marey-clip': MareyClip;
  }
  namespace JSX {
    interface IntrinsicElements {
      'marey-player': MareyPlayerProps & { [name: string]: any };
      'marey-clip': MareyClipAttributes & { [name: string]: any };
    }
  }
}

// React has a JSX of its own. This is one line, so that all of it is ignored where there is no React.
// @ts-ignore
declare module 'react' { namespace JSX { interface IntrinsicElements { 'marey-player': DetailedHTMLProps<HTMLAttributes<MareyPlayer>, MareyPlayer> & MareyPlayerProps; 'marey-clip': DetailedHTMLProps<HTMLAttributes<MareyClip>, MareyClip> & MareyClipAttributes } } }

// So have the templates of Svelte.
// @ts-ignore
declare module 'svelte/elements' { interface SvelteHTMLElements { 'marey-player': MareyPlayerProps & Omit<HTMLAttributes<MareyPlayer>, keyof MareyPlayerProps>; 'marey-clip': MareyClipAttributes & Omit<HTMLAttributes<MareyClip>, keyof MareyClipAttributes> } }
`;

const OPTIONS = {
  strict: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'esnext.disposable', 'dom', 'dom.iterable'],
  types: [],
  paths: Object.fromEntries(['mediabunny', 'gifenc'].map((name) => [name, [resolve('www', `${name}.d.ts`)]])),
};
const out = resolve(process.argv[2]);
const modules = join(out, 'modules');
const project = join(modules, 'tsconfig.json');

await rm(out, { recursive: true, force: true });
await mkdir(modules, { recursive: true });
await declareModules();
const api = new API({ cwd: modules });
try {
  const opened = api.updateSnapshot({ openProjects: [project] }).getProject(project);
  if (!opened) throw new Error(`${project} was not opened`);
  await writeFile(join(out, 'marey-player.d.ts'), assemble(opened));
  await writeFile(
    join(out, 'marey-frame.d.ts'),
    (await readFile('www/frame.d.ts', 'utf8'))
      .replace(/'\.\/player\/element\/(?:element\.js|events\.d\.ts|clip-list\.js)'/g, "'./marey-player.js'")
      .replace(
        "import type { FrameOption } from './player/base/options.js';\n",
        `type FrameOption = ${ROWS.flatMap(({ name, unset }) => (unset ? [] : [`'${name}'`])).join(' | ')};\n`,
      ),
  );
} finally {
  api.close();
}

/** Writes a .d.ts for each module, and copies those written by hand. */
async function declareModules() {
  const config = join(modules, 'declare.json');
  await writeFile(
    config,
    JSON.stringify({
      compilerOptions: {
        ...OPTIONS,
        allowJs: true,
        declaration: true,
        emitDeclarationOnly: true,
        stripInternal: true,
        rootDir: resolve('www'),
        outDir: modules,
      },
      files: [resolve('www/marey-player.js'), resolve('www/css.d.ts')],
    }),
  );
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--project', config], { stdio: 'inherit' });
  await cp('www', modules, { recursive: true, filter: (path) => !/\.\w+$/.test(path) || path.endsWith('.d.ts') });
  await writeFile(
    project,
    JSON.stringify({ compilerOptions: { ...OPTIONS, noEmit: true }, files: ['marey-player.d.ts', 'player/element/events.d.ts'] }),
  );
}

/** @param {Project} opened */
function assemble(opened) {
  const player = /** @type {ClassDeclaration} */ (find(opened, 'player/element/element.d.ts', 'MareyPlayer'));
  const text = [
    HEAD,
    ...copies(opened, [player, find(opened, 'player/element/events.d.ts', 'MareyPlayerEventMap')]),
    `/** The attributes of the tag, as JSX writes them. */\nexport interface MareyPlayerAttributes {\n${attributeLines(ROWS, COMMENTS, 'attribute')}}`,
    `/** Properties of attributes with other names, as JSX writes them. */\nexport interface MareyPlayerOptions {\n${attributeLines(renamed(ROWS), COMMENTS, 'name')}}`,
    `/** The attributes of a clip beside the own one, as JSX writes them. */\nexport interface MareyClipAttributes {\n${attributeLines(CLIP_ROWS, CLIP_COMMENTS, 'attribute')}}`,
    `/** The properties that are no attributes and can be set. */\nexport type MareyPlayerWritable = ${writable(player)
      .map((name) => `'${name}'`)
      .join(' | ')};`,
    TAIL,
  ].join('\n\n');
  const outside = /\bimport\s*[({*"']|\bfrom\s+["']/.exec(text);
  if (outside) throw new Error(`another file is referred to: ${text.slice(outside.index, outside.index + 80)}`);
  return text;
}

/** Options whose properties have other names than their attributes. @param {typeof ROWS} rows */
function renamed(rows) {
  return rows.filter(({ name, attribute }) => name !== attribute);
}

/** @param {Node} node @returns {node is Declaration} */
function isDeclaration(node) {
  return isClassDeclaration(node) || isInterfaceDeclaration(node) || isTypeAliasDeclaration(node);
}

/** @param {Project} opened @param {string} path @param {string} name @returns {Declaration} */
function find({ program }, path, name) {
  for (const each of program.getSourceFile(join(modules, path))?.statements ?? []) {
    if (isDeclaration(each) && each.name?.text === name) return each;
  }
  throw new Error(`${path} does not declare ${name}`);
}

/** The declaration of a name, if it is Marey's; aliases are resolved. @param {Project} opened @param {Node} name @returns {Declaration | null} */
function declarationOf(opened, name) {
  let symbol = opened.checker.getSymbolAtLocation(name);
  if (symbol && symbol.flags & SymbolFlags.Alias) symbol = opened.checker.getAliasedSymbol(symbol);
  const found = symbol?.declarations[0]?.resolve(opened);
  if (!found || !isDeclaration(found) || !found.getSourceFile().fileName.startsWith(modules)) return null;
  const other = isTypeAliasDeclaration(found) && isImportTypeNode(found.type) ? found.type.qualifier : undefined;
  return other ? declarationOf(opened, other) : found;
}

/** The text of these declarations and of all that they refer to. @param {Project} opened @param {Declaration[]} first */
function copies(opened, first) {
  /** @type {Map<string, Declaration>} */
  const wanted = new Map();
  /** @param {Declaration} declaration @returns {string} its name */
  const want = (declaration) => {
    const name = String(declaration.name?.text);
    const known = wanted.get(name);
    if (known && known !== declaration)
      throw new Error(`${name} is declared in ${known.getSourceFile().fileName} and in ${declaration.getSourceFile().fileName}`);
    wanted.set(name, declaration);
    return name;
  };
  first.forEach(want);
  // A map may grow during its iteration.
  return Array.from(wanted.values(), (declaration) => copy(opened, declaration, want));
}

/**
 * @param {Project} opened
 * @param {Declaration} declaration
 * @param {(other: Declaration) => string} want
 */
function copy(opened, declaration, want) {
  const { text } = declaration.getSourceFile();
  const from = declaration.getStart();
  /** @type {{ from: number, to: number, text: string }[]} */
  const edits = [];
  /** @param {Node} node */
  const visit = (node) => {
    const name = isImportTypeNode(node) ? node.qualifier : isTypeReferenceNode(node) ? node.typeName : undefined;
    const other = name && declarationOf(opened, name);
    if (other) edits.push({ from: node.getStart(), to: name.end, text: want(other) });
    node.forEachChild(visit);
  };
  if (declaration.name?.text === 'ClipOptions')
    return `/** The options of a clip beside the own one, by their properties or attributes. */\nexport interface ClipOptions {\n${attributeLines(
      CLIP_ROWS.filter(({ name }) => name !== 'src'),
      CLIP_COMMENTS,
      'name',
    )}${attributeLines(renamed(CLIP_ROWS), CLIP_COMMENTS, 'attribute')}}`;
  if (declaration.name?.text === 'LinkedOption')
    return `/** Options in links. */\nexport type LinkedOption = ${[...LINK_PARAMETERS.keys()].map((name) => `'${name}'`).join(' | ')};`;
  // The options of a clip are written from the table.
  const isClip = isInterfaceDeclaration(declaration) && declaration.name?.text === 'MareyClip';
  const inherits = isClip ? declaration.heritageClauses : undefined;
  declaration.forEachChild((node) => {
    if (![...(inherits ?? [])].some((each) => each === node)) visit(node);
  });
  if (isClassDeclaration(declaration) && declaration.name?.text === 'MareyPlayer') {
    // Its base class is Marey's, which extends a stand-in on servers without elements: its members become the player's.
    const [base] = declaration.heritageClauses ?? [];
    const opening = text.indexOf('{', base.end) + 1;
    // The class has accessors of its own for some.
    const own = new Set([...declaration.members].flatMap((member) => (isSetAccessorDeclaration(member) ? [member.name.getText()] : [])));
    const inherited = propertyLines(
      ROWS.filter(({ name }) => !own.has(name)),
      COMMENTS,
    );
    edits.push(
      { from: base.getStart(), to: base.end, text: 'extends HTMLElement' },
      { from: opening, to: opening, text: `\n${inherited}`.trimEnd() },
      { from: declaration.end - 1, to: declaration.end - 1, text: LISTENERS },
    );
  } else if (inherits) {
    const [base] = inherits;
    const opening = text.indexOf('{', base.end) + 1;
    edits.push(
      { from: base.getStart(), to: base.end, text: 'extends HTMLElement' },
      { from: opening, to: opening, text: `\n${propertyLines(CLIP_ROWS, CLIP_COMMENTS)}`.trimEnd() },
    );
  }
  let done = '';
  let at = from;
  for (const edit of edits.sort((a, b) => a.from - b.from)) {
    // A reference inside a replaced range is gone.
    if (edit.from < at) continue;
    done += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  const body = (done + text.slice(at, declaration.end)).replace(
    /^(?:export )?(?:declare )?/,
    isClassDeclaration(declaration) ? 'export declare ' : 'export ',
  );
  const comment = /\/\*\*(?:(?!\*\/)[^])*\*\/\n$/.exec(text.slice(0, from))?.[0] ?? '';
  return withoutTypes(`${/@typedef/.test(comment) ? '' : comment}${body}`).replace(/ {4}/g, '  ');
}

/** Comments without types and undescribed parameters, which the declaration has. @param {string} text */
function withoutTypes(text) {
  return text.replace(/([ \t]*)\/\*\*([^]*?)\*\/\n?/g, (_, indent, inside) => {
    const [words, ...tags] = inside
      .replace(/^[ \t]*\*/gm, '')
      .split(/(?<=^|\s)@(?=\w)/)
      .map((/** @type {string} */ part) => part.trim().replace(/\n[ \t]+/g, '\n'));
    const told = tags
      .map((/** @type {string} */ tag) => tag.replace(/^(\w+)\s*\{(?:[^{}]|\{[^{}]*\})*\}/, '$1'))
      .filter((/** @type {string} */ tag) => !/^(?:(?:type|returns?|template|this)|param\s+\S+)$/.test(tag))
      .map((/** @type {string} */ tag) => `@${tag}`);
    const lines = [words, ...told].filter(Boolean).join('\n').split('\n');
    if (lines.length > 1) return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */\n`].join('\n');
    return lines[0] ? `${indent}/** ${lines[0]} */\n` : '';
  });
}

/** @param {ClassDeclaration} declaration */
function writable({ members }) {
  const options = ROWS.flatMap(({ name, attribute }) => [name, attribute]);
  const names = [...members].flatMap((member) => {
    const field = isPropertyDeclaration(member) && !/^(?:static|readonly|#)/.test(member.getText());
    return field || isSetAccessorDeclaration(member) ? [member.name.getText()] : [];
  });
  return [...new Set(names)].filter((name) => !options.includes(name)).sort();
}
