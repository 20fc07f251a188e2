/**
 * The custom-elements manifest (schema 2.1.0) of `<marey-player>`, for editors and documentation tools, out of its generated
 * declarations: there is one source of what is public, the code.
 */

/** What belongs to the platform, not to those who use the element. */
const PLATFORM = /^(constructor|connectedCallback|disconnectedCallback|attributeChangedCallback|observedAttributes|addEventListener|removeEventListener|#private)$/;

/** @typedef {{ name: string, kind: 'get' | 'set' | 'method' | 'static', type: string, description: string }} Line */

/** @param {string} declarations the text of marey-player.d.ts */
export function manifestOf(declarations) {
  const members = lines(body(declarations, 'export declare class MareyPlayer extends HTMLElement'));
  const attributes = lines(body(declarations, 'export interface MareyPlayerAttributes'));
  const events = lines(body(declarations, 'export interface MareyPlayerEventMap'));
  const own = members.filter(({ name }) => !PLATFORM.test(name));
  const settable = new Set(own.filter(({ kind }) => kind === 'set').map(({ name }) => name));
  const path = 'dist/marey-player.js';
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [{
      kind: 'javascript-module',
      path,
      declarations: [{
        kind: 'class',
        name: 'MareyPlayer',
        tagName: 'marey-player',
        customElement: true,
        superclass: { name: 'HTMLElement' },
        description: 'Plays a motion file (BVH, Acclaim ASF/AMC, The Sims SKEL, HAnim), and behaves like a video.',
        attributes: attributes.map(({ name, type, description }) => ({ name, type: { text: type.replace(/ \| undefined$/, '') }, ...told(description) })),
        members: own.filter(({ kind }) => kind !== 'set').map(({ name, kind, type, description }) => (kind === 'method'
          ? { kind: 'method', name, ...signature(type), ...told(description) }
          : { kind: 'field', name, type: { text: type }, ...(kind === 'static' ? { static: true } : {}), ...(settable.has(name) ? {} : { readonly: true }), ...told(description) })),
        events: events.map(({ name, type, description }) => ({ name, type: { text: type }, ...told(description) })),
      }],
      exports: [
        { kind: 'js', name: 'MareyPlayer', declaration: { name: 'MareyPlayer', module: path } },
        { kind: 'custom-element-definition', name: 'marey-player', declaration: { name: 'MareyPlayer', module: path } },
      ],
    }],
  };
}

/** What stands between the braces. @param {string} text @param {string} head */
function body(text, head) {
  const from = text.indexOf(head);
  if (from < 0) throw new Error(`the declarations have no ${head}`);
  return text.slice(text.indexOf('{\n', from) + 2, text.indexOf('\n}', from) + 1);
}

/** The members of a class or interface as tsc prints them: two blanks before each, its comment above. @param {string} text @returns {Line[]} */
function lines(text) {
  /** @type {Line[]} */
  const found = [];
  for (const [, comment = '', statement] of text.matchAll(/(?:^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^ {2}(?=[\w#'])([^]*?);$(?=\n {2}[\w#'/]|\n?$(?![^]))/gm)) {
    const match = /^(static )?(get |set )?'?([#\w-]+)'?(\??)(<[^(]*>)?(\(|:)?([^]*)$/.exec(statement);
    if (!match) throw new Error(`not understood: ${statement}`);
    const [, isStatic, access, name, , , mark, rest] = match;
    const description = comment.replace(/\n\s*\* ?/g, '\n').replace(/@(param|returns)[^]*$/, '').replace(/\s+/g, ' ').trim();
    const kind = access ? /** @type {'get' | 'set'} */ (access.trim()) : isStatic && mark === ':' ? 'static' : mark === '(' ? 'method' : 'get';
    const type = access === 'get ' ? rest.replace(/^\):\s*/, '') : mark === '(' ? `(${rest}` : rest.trim();
    found.push({ name, kind, type: type.replace(/\s+/g, ' '), description });
  }
  return found;
}

/** @param {string} type `(a: b): c` */
function signature(type) {
  const end = type.lastIndexOf('): ');
  return { return: { type: { text: end < 0 ? 'void' : type.slice(end + 3) } } };
}

/** @param {string} description */
const told = (description) => (description ? { description } : {});
