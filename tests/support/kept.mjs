/** What a test file opens and the next one may use, too: browsers. */
import { after } from 'node:test';

/** @type {(() => Promise<unknown>)[]} */
const closers = [];

/**
 * Closed when all is through: in a worker of suite.mjs after its last file, else after the file that runs.
 * @param {() => Promise<unknown>} close
 */
export function keep(close) {
  if (process.env.MAREY_WORKER) closers.push(close);
  else after(close);
}

export async function closeKept() {
  for (const close of closers.splice(0)) await close();
}
