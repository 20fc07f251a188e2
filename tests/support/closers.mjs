/** Closes what test files share, such as browsers: in a worker of suite.mjs after its last file, else after the file that runs. */
import { after } from 'node:test';

/** @type {(() => Promise<unknown>)[]} */
const closers = [];

/** @param {() => Promise<unknown>} close */
export const closeLater = (close) => {
  closers.push(close);
};

export async function closeAll() {
  for (const close of closers.splice(0)) await close();
}

// Registered here and not in `closeLater`: a test may call that, and what it opens outlives the test.
if (!process.env.MAREY_WORKER) after(closeAll);
