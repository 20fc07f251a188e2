// of: page
/** The walk through a dropped folder, over folders that no disk has. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import test from 'node:test';
import { walk } from '../../www/page/folder.js';

/** @typedef {{ isDirectory: boolean, name: string, fullPath: string }} Entry */

/** @param {string} name */
const file = (name) => ({ isDirectory: false, name, fullPath: `/takes/${name}` });

/** A folder that the browser reads in batches; without any, it cannot be read. @param {string} name @param {Entry[][]} [batches] */
const folder = (name, batches) => ({
  isDirectory: true,
  name,
  fullPath: `/${name}`,
  createReader: () => {
    const left = batches && [...batches];
    return {
      readEntries: (/** @type {(entries: Entry[]) => void} */ give, /** @type {(reason: Error) => void} */ fail) =>
        left ? give(left.shift() ?? []) : fail(new Error('gone')),
    };
  },
});

/** @param {ReturnType<typeof folder>} root */
async function walked(root) {
  /** @type {string[]} */
  const names = [];
  /** @type {string[]} */
  const remarks = [];
  const { signal } = new AbortController();
  const found = walk(/** @type {FileSystemDirectoryEntry} */ (/** @type {unknown} */ (root)), signal, (text) => remarks.push(text));
  for await (const some of found) names.push(...some.map(({ name }) => name));
  assert.equal(getEventListeners(signal, 'abort').length, 0, 'nothing waits for the end of the search any more');
  return { names, remarks };
}

test('files come folder by folder, sorted as people count', async () => {
  const inner = folder('b', [[file('take 3.bvh')]]);
  const { names, remarks } = await walked(
    folder('takes', [
      [file('take 10.bvh'), inner],
      [file('take 2.bvh'), file('take 2.txt'), file('notes.md')],
    ]),
  );
  assert.deepEqual(names, ['take 2.bvh', 'take 2.txt', 'take 10.bvh', 'take 3.bvh'], 'a text may have labels');
  assert.deepEqual(remarks, []);
});

test('a folder that cannot be read is told, and the others are searched', async () => {
  const { names, remarks } = await walked(folder('takes', [[folder('locked'), file('walk.bvh'), folder('open', [[file('run.bvh')]])]]));
  assert.deepEqual(names, ['walk.bvh', 'run.bvh']);
  assert.deepEqual(remarks, ['The folder locked cannot be read.']);
});

test('the search of an endless folder ends with a sentence', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => file(`${index}.md`));
  const endless = (/** @type {number} */ depth) => {
    const made = folder(`level ${depth}`, [many]);
    const { createReader } = made;
    return {
      ...made,
      createReader: () => {
        const reader = createReader();
        let last = false;
        return {
          readEntries: (/** @type {(entries: Entry[]) => void} */ give, /** @type {(reason: Error) => void} */ fail) =>
            reader.readEntries((some) => {
              give(some.length || last ? some : [endless(depth + 1)]);
              last ||= !some.length;
            }, fail),
        };
      },
    };
  };
  const { names, remarks } = await walked(endless(0));
  assert.deepEqual(names, []);
  assert.deepEqual(remarks, ['Only the first 200,000 files and folders of level 0 were looked through; drop the others by themselves.']);
});
