/** Groups the list: clips on one skeleton, clips of one folder, the samples, unreadable files. */
import { isOwn } from './entry.js';
import { isSkeleton } from './file-kinds.js';

/** @typedef {import('./entry.js').Entry} Entry */
/**
 * @typedef {object} Group
 * @property {'loose' | 'skeleton' | 'folder' | 'samples' | 'bad'} kind loose: without a heading
 * @property {string} name of the skeleton's file or of the folder
 * @property {Entry | null} head the skeleton
 * @property {Entry[]} entries without the head
 */

/** Puts each entry into a group, in the order of arrival; samples and failures come last. @param {Entry[]} entries @returns {Group[]} */
export function groupsOf(entries) {
  /** @type {Map<string, Entry>} */
  const skeletons = new Map();
  for (const entry of entries) if (isSkeleton(entry.kind) && !skeletons.has(entry.source.name)) skeletons.set(entry.source.name, entry);
  const headOf = (/** @type {Entry} */ entry) => (!isSkeleton(entry.kind) && skeletons.get(entry.info?.skeletonFile ?? '')) || null;
  const usedSkeletons = new Set(entries.map(headOf));
  /** @type {Map<string, Group>} */
  const groups = new Map();
  /** @param {Group['kind']} kind @param {string} [name] @param {Entry | null} [head] */
  const group = (kind, name = '', head = null) => {
    const key = `${kind} ${name}`;
    const found = groups.get(key) ?? { kind, name, head, entries: [] };
    groups.set(key, found);
    return found;
  };
  for (const entry of entries) {
    const head = headOf(entry);
    if (!isOwn(entry.source)) group('samples').entries.push(entry);
    // Keep a skeleton with its motions, even if it is broken.
    else if (usedSkeletons.has(entry)) group('skeleton', entry.source.name, entry);
    else if (entry.failed) group('bad').entries.push(entry);
    else if (head) group('skeleton', head.source.name, head).entries.push(entry);
    else if (entry.source.folder) group('folder', entry.source.folder).entries.push(entry);
    else group('loose').entries.push(entry);
  }
  const rank = { loose: 0, skeleton: 1, folder: 1, samples: 2, bad: 3 };
  return [...groups.values()].sort((a, b) => rank[a.kind] - rank[b.kind]);
}
