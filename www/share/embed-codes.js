/** Embed codes: the tag, a frame, Markdown, reStructuredText, a notebook cell. */
import { short } from '../player/words/format.js';
import { PACKED } from '../player/session/link.js';
import { addresses, clipsTold, readAs } from './link-to.js';
import { told } from './told.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('./link-to.js').Choice} Choice */

export const KINDS = /** @type {const} */ (['tag', 'frame', 'markdown', 'rest', 'notebook']);
/** @typedef {typeof KINDS[number]} Kind */

/**
 * @param {Kind} kind @param {object} about @param {Session} about.session @param {Choice} about.choice
 * @param {string | null} about.packed the packed motion; null if the clip has an address @param {string} about.link to the page
 * @param {string} about.frame to the page for frames
 */
export function embedCode(kind, { session, choice, packed, link, frame }) {
  // A title may contain anything; a line break would end the code around it.
  const title = (session.info?.name ?? '').replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  switch (kind) {
    case 'tag':
      return `<marey-player controls${markup([...attributes(session, choice, packed), ...themeOf(session, 'dark')])}>${clips(
        session,
        choice,
        packed,
      )
        .map((each) => `<marey-clip${markup(each)}></marey-clip>`)
        .join('')}</marey-player>`;
    case 'frame':
      return iframe(frame, title);
    case 'markdown':
      return `[${title.replace(/[\\`[\]<>&]/g, '\\$&') || 'Marey'}](<${link}>)`;
    case 'rest':
      return `.. raw:: html\n\n   ${iframe(frame, title)}\n`;
    case 'notebook':
      // The Python package cannot place clips beside each other: the frame can.
      return packed === null && !session.state.others.length
        ? notebookCell(session, choice)
        : `from IPython.display import IFrame\nIFrame(${python(frame)}, 640, 360)`;
  }
}

/** Attributes as HTML has them. @param {[name: string, value: string | true][]} attributes */
const markup = (attributes) => attributes.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${quoted(value)}"`)).join('');

/** @param {string} source @param {string} title */
function iframe(source, title) {
  return `<iframe src="${quoted(source)}" title="${quoted(title)}" width="640" height="360" loading="lazy" allow="fullscreen; clipboard-write" frameborder="0"></iframe>`;
}

/**
 * What the tag says: the clip, the moment as the fragment of its address, and all that links say, too.
 * @param {Session} session @param {Choice} choice @param {string | null} packed @returns {[name: string, value: string | true][]}
 */
function attributes(session, { range, at, view }, packed) {
  const [rangeStart, rangeEnd] = (packed !== null && range) || [0];
  const moment = at === null ? '' : `t=${short(Math.max(session.playback.begin, at - rangeStart), 3)}`;
  /** @type {[string, string | true][]} */
  const parts = [];
  if (packed === null) {
    for (const [key, url] of addresses(session))
      if (url) parts.push(key === 'url' ? ['src', moment ? `${url}#${moment}` : url] : [key, url]);
    for (const { attribute, kind, text } of readAs(session)) if (text) parts.push([attribute, kind === 'boolean' || text]);
    if (range) parts.push(['start', short(range[0], 3)], ['end', short(range[1], 3)]);
  } else parts.push(['src', `${PACKED}${packed.split('\n')[0]}${moment && `&${moment}`}`]);
  for (const { attribute, kind, text } of told(session, { view, packed: packed !== null, rangeStart, rangeEnd }))
    parts.push([attribute, kind === 'boolean' || text]);
  return parts;
}

/** The attributes of each clip beside the own one. @param {Session} session @param {Choice} choice @param {string | null} packed @returns {[name: string, value: string | true][][]} */
function clips(session, { range }, packed) {
  const told = packed === null ? clipsTold(session, 0, (url) => url) : clipsTold(session, range?.[0] ?? 0);
  const sources =
    packed === null
      ? told.addresses
      : packed
          .split('\n')
          .slice(1)
          .map((text) => PACKED + text);
  return sources.map((src, index) => [
    ['src', src],
    ...told.options.flatMap(({ attribute, kind, values: { [index]: value } }) =>
      value ? [/** @type {[string, string | true]} */ ([attribute, kind === 'boolean' || value])] : [],
    ),
    .../** @type {[string, true][]} */ (told.isSeen[index] ? [] : [['hidden', true]]),
  ]);
}

/** The theme, if it is not the usual one of what the code is for. @param {Session} session @param {string} usual @returns {[name: string, value: string][]} */
function themeOf({ element }, usual) {
  const { theme } = /** @type {import('../player/element/element.js').MareyPlayer} */ (element);
  return theme === usual ? [] : [['theme', theme]];
}

/** A cell that uses the Python package. @param {Session} session @param {Choice} choice */
function notebookCell(session, choice) {
  const parts = [...attributes(session, choice, null), ...themeOf(session, 'auto')];
  const files = parts.filter(([name]) => ['src', 'skeleton', 'skin'].includes(name)).map(([, url]) => python(String(url)));
  const rest = parts
    .filter(([name]) => !['src', 'skeleton', 'skin'].includes(name))
    .map(([name, value]) => `, ${name.replaceAll('-', '_')}=${value === true ? 'True' : python(value)}`);
  return `import marey\nmarey.show(${files.length > 1 ? `[${files.join(', ')}]` : files[0]}${rest.join('')})`;
}

const quoted = (/** @type {string} */ text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\n\r]/g, (end) => `&#${end.charCodeAt(0)};`);
/** JSON strings are valid Python strings. @param {string} text */
const python = (text) => JSON.stringify(text);

/** Number of characters of a packed motion to show. */
const SHOWN_CHARACTERS = 8;

/** The code for display, with a long motion abbreviated. @param {string} code @param {string | null} packed */
export const shortened = (code, packed) =>
  packed && packed.length > 2 * SHOWN_CHARACTERS ? code.replaceAll(packed, `${packed.slice(0, SHOWN_CHARACTERS)}\u2026`) : code;
