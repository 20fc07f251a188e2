/**
 * The custom-elements manifest (schema 2.1.0) of `<marey-player>` and `<marey-clip>`, for editors and documentation tools, made from its generated declarations.
 */

/** Members that only the browser calls. */
const PLATFORM =
  /^(constructor|connectedCallback|disconnectedCallback|attributeChangedCallback|observedAttributes|addEventListener|removeEventListener|#private)$/;
/** The heads of each element's declarations. */
const ELEMENTS = {
  'marey-player': {
    name: 'MareyPlayer',
    type: 'export declare class MareyPlayer extends HTMLElement',
    attributes: 'export interface MareyPlayerAttributes',
  },
  'marey-clip': {
    name: 'MareyClip',
    type: 'export interface MareyClip extends HTMLElement',
    attributes: 'export interface MareyClipAttributes',
  },
};

/** @typedef {{ name: string, readonly: boolean, plain: boolean, kind: 'get' | 'set' | 'method' | 'static', type: string, description: string, tags: Tag[] }} Line */
/** @typedef {{ tag: string, name: string, words: string }} Tag `@param frame counted from 0` */

/** The public members of an element. @param {string} declarations the text of marey-player.d.ts @param {keyof typeof ELEMENTS} [tag] */
export function publicOf(declarations, tag = 'marey-player') {
  const { type: head, attributes } = ELEMENTS[tag];
  const members = lines(body(declarations, head)).filter(({ name }) => !PLATFORM.test(name));
  const { words, tags } = commentOf(/\/\*\*((?:(?!\*\/)[^])*)\*\/\n$/.exec(declarations.slice(0, declarations.indexOf(head)))?.[1] ?? '');
  const told = (/** @type {string} */ wanted) =>
    tags.filter(({ tag }) => tag === wanted).map(({ name, words: description }) => ({ name, description: description.replace(/^- /, '') }));
  const isSettable = (/** @type {Line} */ { kind, plain, readonly }) => kind === 'set' || (plain && !readonly);
  return {
    description: words,
    attributes: lines(body(declarations, attributes)).map((line) => ({
      ...line,
      type: line.type.replace(/ \| undefined$/, ''),
    })),
    members: members.filter(({ kind }) => kind !== 'set'),
    settable: new Set(members.filter(isSettable).map(({ name }) => name)),
    fires: told('fires'),
    events: lines(body(declarations, 'export interface MareyPlayerEventMap')),
    slots: told('slot'),
    cssParts: told('csspart'),
    cssProperties: told('cssprop'),
  };
}

/** @param {string} declarations the text of marey-player.d.ts */
export function manifestOf(declarations) {
  const path = 'dist/marey-player.js';
  const tags = /** @type {(keyof typeof ELEMENTS)[]} */ (Object.keys(ELEMENTS));
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations: tags.map((tag) => elementOf(declarations, tag)),
        exports: [
          { kind: 'js', name: 'MareyPlayer', declaration: { name: 'MareyPlayer', module: path } },
          ...tags.map((tag) => ({
            kind: 'custom-element-definition',
            name: tag,
            declaration: { name: ELEMENTS[tag].name, module: path },
          })),
        ],
      },
    ],
  };
}

/** @param {string} declarations @param {keyof typeof ELEMENTS} tag */
function elementOf(declarations, tag) {
  const { description, attributes, members, settable, events, fires, slots, cssParts, cssProperties } = publicOf(declarations, tag);
  return {
    kind: 'class',
    name: ELEMENTS[tag].name,
    tagName: tag,
    customElement: true,
    superclass: { name: 'HTMLElement' },
    description,
    attributes: attributes.map(({ name, type, description }) => ({ name, type: { text: type }, ...told(description) })),
    members: members.map(({ name, kind, type, description }) =>
      kind === 'method'
        ? { kind: 'method', name, ...signature(type), ...told(description) }
        : {
            kind: 'field',
            name,
            type: { text: type },
            ...(kind === 'static' ? { static: true } : {}),
            ...(settable.has(name) ? {} : { readonly: true }),
            ...told(description),
          },
    ),
    // The events of a clip are told in its comment, those of the player have types.
    events: (tag === 'marey-player' ? events : fires.map((event) => ({ ...event, type: 'Event' }))).map(({ name, type, description }) => ({
      name,
      type: { text: type },
      ...told(description),
    })),
    slots,
    cssParts,
    cssProperties,
  };
}

/** The text between the braces. @param {string} text @param {string} head */
export function body(text, head) {
  const from = text.indexOf(head);
  if (from < 0) throw new Error(`the declarations have no ${head}`);
  return text.slice(text.indexOf('{\n', from) + 2, text.indexOf('\n}', from) + 1);
}

/** The members of a class or interface as tsc prints them, indented by two spaces and with their comments. @param {string} text @returns {Line[]} */
export function lines(text) {
  /** @type {Line[]} */
  const found = [];
  for (const [, comment = '', statement] of text.matchAll(
    /(?:^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^ {2}(?=[\w#'])([^]*?);$(?=\n {2}[\w#'/]|\n?$(?![^]))/gm,
  )) {
    const match = /^(static )?(readonly )?(get |set )?'?([#\w-]+)'?(\??)(<[^(]*>)?(\(|:)?([^]*)$/.exec(statement);
    if (!match) throw new Error(`not understood: ${statement}`);
    const [, isStatic, isReadonly, access, name, , , mark, rest] = match;
    const { words: description, tags } = commentOf(comment);
    const kind = access
      ? /** @type {'get' | 'set'} */ (access.trim())
      : isStatic && mark === ':'
        ? 'static'
        : mark === '('
          ? 'method'
          : 'get';
    const type = access === 'get ' ? rest.replace(/^\):\s*/, '') : mark === '(' ? `(${rest}` : rest.trim();
    found.push({
      name,
      readonly: Boolean(isReadonly),
      plain: !access && !isStatic && mark === ':',
      kind,
      type: type.replace(/\s+/g, ' '),
      description,
      tags,
    });
  }
  return found;
}

/** A comment's words and tags. @param {string} comment the text between its marks */
function commentOf(comment) {
  const [words, ...tags] = comment
    .replace(/^\s*\* ?/gm, '')
    .split(/(?:^|\s)@(?=\w)/)
    .map((part) => part.replace(/\s+/g, ' ').trim());
  return {
    words,
    tags: tags.map((text) => {
      const [, tag, name, rest] = /^(\w+) ?(\S*) ?(.*)$/.exec(text) ?? ['', text, '', ''];
      return tag === 'returns' ? { tag, name: '', words: `${name} ${rest}`.trim() } : { tag, name, words: rest };
    }),
  };
}

/** @param {string} type `(a: b): c` */
function signature(type) {
  const end = type.lastIndexOf('): ');
  return { return: { type: { text: end < 0 ? 'void' : type.slice(end + 3) } } };
}

/** @param {string} description */
const told = (description) => (description ? { description } : {});
