/** Embed codes: the tag, a frame, Markdown, reStructuredText, a notebook cell. */
import { short } from '../player/words/format.js';
import { addresses } from './link-to.js';
import { sharedCamera } from './shared-camera.js';

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
      return `<marey-player controls${attributes(session, choice, packed)
        .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${quoted(value)}"`))
        .join('')}></marey-player>`;
    case 'frame':
      return iframe(frame, title);
    case 'markdown':
      return `[${title.replace(/[\\`[\]<>&]/g, '\\$&') || 'Marey'}](<${link}>)`;
    case 'rest':
      return `.. raw:: html\n\n   ${iframe(frame, title)}\n`;
    case 'notebook':
      return packed === null ? notebookCell(session, choice) : `from IPython.display import IFrame\nIFrame(${python(frame)}, 640, 360)`;
  }
}

/** @param {string} source @param {string} title */
function iframe(source, title) {
  return `<iframe src="${quoted(source)}" title="${quoted(title)}" width="640" height="360" loading="lazy" allow="fullscreen; clipboard-write" frameborder="0"></iframe>`;
}

/** @param {Session} session @param {Choice} choice @param {string | null} packed @returns {[name: string, value: string | true][]} */
function attributes(session, { range, at, view }, packed) {
  /** @type {[string, string | true][]} */
  const parts = [];
  const rangeStart = packed === null ? 0 : (range?.[0] ?? 0);
  if (packed === null) {
    for (const [key, url] of addresses(session)) if (url) parts.push([key === 'url' ? 'src' : key, url]);
    if (session.playback.behaviours.length > 1) parts.push(['behaviour', session.playback.behaviours[session.get('behaviour')]]);
    if (session.get('unit')) parts.push(['unit', short(session.get('unit'), 6)]);
    if (session.get('up')) parts.push(['up', session.get('up')]);
    if (session.get('ground') !== 'auto') parts.push(['ground', session.get('ground')]);
    if (session.get('frameTime')) parts.push(['fps', short(1 / session.get('frameTime'), 3)]);
  } else parts.push(['src', `#clip=${packed}`]);
  // With a range, `start` is the start of the range.
  if (packed === null && range) parts.push(['start', short(range[0], 3)], ['end', short(range[1], 3)]);
  else if (at !== null) parts.push(['start', short(Math.max(0, at - rangeStart), 3)]);
  if (session.get('inPlace')) parts.push(['in-place', true]);
  if (session.get('rate') !== 1) parts.push(['speed', short(session.get('rate'), 3)]);
  const mode = session.get('loop');
  if (mode) parts.push(['loop', true]);
  if (mode && mode !== 'forward') parts.push(['loop-mode', mode]);
  if (session.get('follow') !== 'auto') parts.push(['follow', session.get('follow')]);
  const { camera } = session.view;
  const cameraText = view && (packed !== null && camera.startsWith('view:') ? sharedCamera(session, true) : camera);
  if (cameraText) parts.push(['camera', cameraText]);
  return parts;
}

/** A cell that uses the Python package. @param {Session} session @param {Choice} choice */
function notebookCell(session, choice) {
  const parts = attributes(session, choice, null);
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
