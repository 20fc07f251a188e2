/** A worker of suite.mjs: runs the file that it is given, and asks for the next. */
import { describe, test } from 'node:test';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeKept } from './kept.mjs';

process.on('message', async (/** @type {string} */ file) => {
  if (!file) {
    await closeKept();
    // A socket that a test left open must not keep the suite waiting.
    process.exit();
  }
  describe(basename(file), async () => {
    try {
      await import(pathToFileURL(file).href);
    } catch (error) {
      test('is read', () => { throw error; });
    }
  });
});
process.send?.({ ready: true });
