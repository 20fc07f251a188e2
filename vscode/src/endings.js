/** Which files the editor opens, by the endings of the registry of kinds. The manifest is made from this, too. Knows nothing of VS Code. */
import { KINDS } from '../../www/page/kinds.js';

/** The names of the two editors, which differ in what opens them. */
export const EDITORS = { usual: 'marey.player', option: 'marey.playerOption' };

/** Kinds whose endings no other program of an editor's users has. The player opens these files by itself. */
const USUAL = ['bvh', 'asf', 'amc', 'marey'];
/** Endings that mostly mean something else: no menu offers the player for these, only “Open with”. */
const SHARED = ['json', 'gz', 'pkl', 'pickle'];

const played = Object.entries(KINDS).filter(([, { role }]) => role !== 'part');
const endingsOf = (/** @type {(kind: string) => boolean} */ wanted) =>
  played.filter(([kind]) => wanted(kind)).flatMap(([, { extensions }]) => extensions);

/** Endings of files that the player opens by itself. */
export const usual = endingsOf((kind) => USUAL.includes(kind));
/** Endings of files that the player opens if somebody chooses it. Of gzipped files only scenes are read. */
export const optional = [
  ...endingsOf((kind) => !USUAL.includes(kind)).filter((ending) => ending !== 'gz'),
  ...KINDS.x3d.extensions.filter((ending) => ['x3d', 'x3dv', 'wrl'].includes(ending)).map((ending) => `${ending}.gz`),
];
/** Endings for which menus offer the player. */
export const offered = [...usual, ...optional.filter((ending) => !SHARED.includes(ending) && !ending.includes('.'))];

/** @param {string} name of a file */
export const isUsual = (name) => usual.includes(/\.([^.]+)$/.exec(name)?.[1].toLowerCase() ?? '');
