/** What a test file opens and the next one may use, too: browsers. Closed when all is through: in a worker of suite.mjs after its last file, else after the file that runs. */
import { after } from 'node:test';

/** @type {(() => Promise<unknown>)[]} */
const closers = [];

/** @param {() => Promise<unknown>} close */
export const keep = (close) => { closers.push(close); };

export async function closeKept() {
  for (const close of closers.splice(0)) await close();
}

// Here and not in `keep`, which a test may call: what is opened there is not over with that test.
if (!process.env.MAREY_WORKER) after(closeKept);
