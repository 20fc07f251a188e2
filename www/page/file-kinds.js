/** Kinds of files by their names, and how the kinds relate to each other. */
import { KINDS } from './kinds.js';

/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('./kinds.js').Role} Role */

/** The kind of each extension. */
const BY_EXTENSION = new Map(
  /** @type {[Exclude<Kind, ''>, { extensions: string[] }][]} */ (Object.entries(KINDS)).flatMap(([kind, { extensions }]) =>
    extensions.map((extension) => /** @type {const} */ ([extension, kind])),
  ),
);
const ALL = [...BY_EXTENSION.keys()];

/** All extensions that can be opened. */
export const EXTENSIONS = ALL.map((extension) => `.${extension}`);
/** Matches a name with such an extension, or two. */
export const NAMED = new RegExp(`(\\.(?:${ALL.join('|')}))?\\.(${ALL.join('|')})$`, 'i');

/** Matches the name of a file that may have labels of clips. */
export const MAY_LABEL = /\.(csv|tsv|txt|json)$/i;

/** Names of arrays that others need: means and deviations of vectors, and body models. */
const MEANS = /(^|[_-])(mean|std)\.npy$/i;
const MODEL = /^((basic)?model|smpl|star_|skel_)[^/]*\.npz$/i;

/** The kind according to the name. Once the file is read, its content decides. @param {string} name @returns {Kind} */
export const kindOf = (name) =>
  MEANS.test(name) ? 'means' : MODEL.test(name) ? 'model' : (BY_EXTENSION.get(NAMED.exec(name)?.[2].toLowerCase() ?? '') ?? '');

/** Unknown kinds are tried as motions. @param {Kind} kind @returns {Role} */
export const roleOf = (kind) => (kind ? KINDS[kind].role : 'motion');

/** @param {Kind} kind */
export const isSkeleton = (kind) => roleOf(kind) === 'skeleton';

/** Whether files of these kinds may belong together; unknown kinds may belong to any. @param {Kind} a @param {Kind} b */
export const mayBelong = (a, b) => !a || !b || KINDS[a].family === KINDS[b].family;

/** The name without its extension. @param {string} name */
export const baseName = (name) => name.replace(NAMED, '');
