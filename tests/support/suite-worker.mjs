/** A worker of suite.mjs: runs the file that it gets, then asks for the next. */
import { describe, test } from 'node:test';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeAll } from './closers.mjs';

process.on('message', async (/** @type {string} */ file) => {
  if (!file) {
    await closeAll();
    // A socket that a test left open must not keep the suite waiting.
    process.exit();
  }
  describe(basename(file), async () => {
    try {
      await import(pathToFileURL(file).href);
    } catch (error) {
      test('can be imported', () => {
        throw error;
      });
    }
  });
});
process.send?.({ ready: true });
