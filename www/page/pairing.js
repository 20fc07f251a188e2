/** Which files belong together: a motion and its skeleton, skins and pictures; a scene and the figure that plays its motions. */
import { isOwn } from './entry.js';
import { isSkeleton, kindOf, mayBelong, roleOf } from './file-kinds.js';
import { KINDS } from './kinds.js';
import { isSameFile } from './known-files.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {import('./file-kinds.js').Kind} Kind */
/** @typedef {import('./known-files.js').KnownFile} KnownFile */

/** Most companions of a file, because each takes time to try. */
const MAX_COMPANIONS = 200;
/** Most figures tried for a motion without one. */
const MAX_FIGURES = 20;
/** Most scenes read together with another: larger sets share no motions. */
const MAX_SCENES = 8;

/** Whether there is a skeleton for such a file. @param {KnownFile[]} known @param {Kind} part */
export const hasSkeletonFor = (known, part) => known.some(({ kind }) => isSkeleton(kind) && mayBelong(kind, part));

/**
 * The companions to read a file with. If there are too many, those in its folder come first.
 * @param {KnownFile[]} known newest first @param {Kind} kind of the file @param {Source} file
 * @param {string} first its present skeleton, which it keeps if several fit @param {boolean} skins
 */
export function companionsFor(known, kind, file, first, skins) {
  if (kind === 'bvh' || roleOf(kind) === 'part') return [];
  const fits = (/** @type {Kind} */ other) =>
    other && (!kind || KINDS[kind].family === KINDS[other].family) && (other === 'obj' ? skins : !isSkeleton(kind));
  const files = known
    .filter((each) => fits(each.kind))
    .map((each) => each.file)
    .filter((other) => !isSameFile(other, file));
  const near =
    files.length > MAX_COMPANIONS
      ? [...files.filter(({ folder }) => folder === file.folder), ...files.filter(({ folder }) => folder !== file.folder)]
      : files;
  return [...near.filter(({ name }) => name === first), ...near.filter(({ name }) => name !== first)].slice(0, MAX_COMPANIONS);
}

/**
 * The entry's source with all companions known now.
 * @param {Entry} entry @param {{ all: Entry[], known: KnownFile[] }} among @param {boolean} skins @returns {Source}
 */
export function withCompanions(entry, { all, known }, skins) {
  const { source, kind, info, linked, figureless } = entry;
  if (!isOwn(source)) return source;
  if (figureless) return { ...source, companions: [...figuresIn(all), ...linked] };
  // A doubtful skeleton may be replaced by a newer one that fits as well.
  const skeleton = info && 'skeletonDoubt' in info && info.skeletonDoubt ? '' : (info?.skeletonFile ?? '');
  return {
    ...source,
    companions: [
      ...companionsFor(known, kind, source, skeleton, skins),
      ...(kind === 'x3d' ? scenesOpenedWith(entry, all) : []),
      ...linked,
    ],
  };
}

/** A file alone, without those to read it with. @param {Entry} entry */
export const fileOf = ({ source: { companions: _, ...file } }) => file;

/** Scenes opened together with this one, the newest first: it may name them or play their motions. @param {Entry} to @param {Entry[]} all */
function scenesOpenedWith(to, all) {
  const others = all.filter((entry) => entry !== to && entry.kind === 'x3d' && entry.source.blob && to.batch && entry.batch === to.batch);
  return others.slice(-MAX_SCENES).reverse().map(fileOf);
}

/** Scenes whose figure another scene may use, the newest first. @param {Entry[]} all */
const figuresIn = (all) =>
  all
    .filter(({ hasFigure }) => hasFigure)
    .slice(-MAX_FIGURES)
    .reverse()
    .map(fileOf);

/** Lets a scene without a figure try other scenes' figures. Returns whether there are any. @param {Entry[]} all @param {Entry} entry */
export function tryOtherFigures(all, entry) {
  if (entry.figureless || !/^hanim\.(needs-skeleton|no-fit)$/.test(entry.fault?.code ?? '')) return false;
  entry.figureless = true;
  if (!figuresIn(all).length) return false;
  entry.fault = null;
  return true;
}

/** Lets waiting scenes try a new figure. Returns the last one that needs a figure. @param {Entry[]} all @param {Entry} figure */
export function offerFigure(all, figure) {
  const waiting = figure.hasFigure ? all.filter((entry) => entry.figureless && entry.waiting) : [];
  const asking = waiting.filter(({ lacksFile }) => lacksFile).at(-1);
  for (const entry of waiting) entry.fault = null;
  return asking;
}

/** Lets waiting motions try new companions. Returns those that may use one. @param {Entry[]} all @param {Source[]} fresh */
export function retryWaiting(all, fresh) {
  const waiting = all.filter((entry) => entry.waiting && fresh.some(({ name }) => mayBelong(kindOf(name), entry.kind)));
  for (const entry of waiting) entry.fault = null;
  return waiting;
}

/**
 * Whether the current clip may use new companions. A motion is read again with a new skeleton; a skeleton is replaced by it.
 * @param {Entry} entry @param {Source[]} fresh new companions @param {boolean} skeleton whether a skeleton came
 */
export const mayUse = ({ source, kind }, fresh, skeleton) =>
  fresh.some(({ name }) => mayBelong(kindOf(name), kind)) && isOwn(source) && kind !== 'bvh' && !(isSkeleton(kind) && skeleton);

/** Whether companions that come later would change it: it uses some, or lacks its motion. @param {Entry} entry */
export const usesCompanions = ({ isPose, info }) => isPose || Boolean(info?.skeletonFile || info?.pictures.length);

/**
 * A clip that may use a catalogue which turned out to be a skeleton. If several catalogues came together, the first may be the
 * skeleton of the others, read or not.
 * @param {Entry[]} all @param {string} skeleton its file name
 */
export const catalogueFor = (all, skeleton) =>
  all.find(({ info, fault, kind }) => !fault && roleOf(kind) === 'catalogue' && (!info || info.skeletonFile === skeleton));

/** Pictures that were opened together with a file. @param {Entry[]} all @param {Source | null} file */
export const picturesWith = (all, file) =>
  all.find(({ source }) => source === file)?.batch?.filter(({ name }) => kindOf(name) === 'png') ?? [];
