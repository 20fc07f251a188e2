/**
 * The custom-elements manifest (schema 2.1.0) of `<marey-player>`, for editors and documentation tools, made from its generated declarations.
 */

/** Members that only the browser calls. */
const PLATFORM =
  /^(constructor|connectedCallback|disconnectedCallback|attributeChangedCallback|observedAttributes|addEventListener|removeEventListener|#private)$/;
const CLASS = 'export declare class MareyPlayer extends HTMLElement';

/** @typedef {{ name: string, kind: 'get' | 'set' | 'method' | 'static', type: string, description: string, tags: Tag[] }} Line */
/** @typedef {{ tag: string, name: string, words: string }} Tag `@param frame counted from 0` */

/** The public members of the element. @param {string} declarations the text of marey-player.d.ts */
export function publicOf(declarations) {
  const members = lines(body(declarations, CLASS)).filter(({ name }) => !PLATFORM.test(name));
  const { words, tags } = commentOf(/\/\*\*((?:(?!\*\/)[^])*)\*\/\n$/.exec(declarations.slice(0, declarations.indexOf(CLASS)))?.[1] ?? '');
  const told = (/** @type {string} */ wanted) =>
    tags.filter(({ tag }) => tag === wanted).map(({ name, words: description }) => ({ name, description: description.replace(/^- /, '') }));
  return {
    description: words,
    attributes: lines(body(declarations, 'export interface MareyPlayerAttributes')).map((line) => ({
      ...line,
      type: line.type.replace(/ \| undefined$/, ''),
    })),
    members: members.filter(({ kind }) => kind !== 'set'),
    settable: new Set(members.filter(({ kind }) => kind === 'set').map(({ name }) => name)),
    events: lines(body(declarations, 'export interface MareyPlayerEventMap')),
    slots: told('slot'),
    cssParts: told('csspart'),
    cssProperties: told('cssprop'),
  };
}

/** @param {string} declarations the text of marey-player.d.ts */
export function manifestOf(declarations) {
  const { description, attributes, members, settable, events, slots, cssParts, cssProperties } = publicOf(declarations);
  const path = 'dist/marey-player.js';
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations: [
          {
            kind: 'class',
            name: 'MareyPlayer',
            tagName: 'marey-player',
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
            events: events.map(({ name, type, description }) => ({ name, type: { text: type }, ...told(description) })),
            slots,
            cssParts,
            cssProperties,
          },
        ],
        exports: [
          { kind: 'js', name: 'MareyPlayer', declaration: { name: 'MareyPlayer', module: path } },
          { kind: 'custom-element-definition', name: 'marey-player', declaration: { name: 'MareyPlayer', module: path } },
        ],
      },
    ],
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
    const match = /^(static )?(get |set )?'?([#\w-]+)'?(\??)(<[^(]*>)?(\(|:)?([^]*)$/.exec(statement);
    if (!match) throw new Error(`not understood: ${statement}`);
    const [, isStatic, access, name, , , mark, rest] = match;
    const { words: description, tags } = commentOf(comment);
    const kind = access
      ? /** @type {'get' | 'set'} */ (access.trim())
      : isStatic && mark === ':'
        ? 'static'
        : mark === '('
          ? 'method'
          : 'get';
    const type = access === 'get ' ? rest.replace(/^\):\s*/, '') : mark === '(' ? `(${rest}` : rest.trim();
    found.push({ name, kind, type: type.replace(/\s+/g, ' '), description, tags });
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
