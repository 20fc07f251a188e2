/**
 * A reporter beside node's own: how many of the test files are through, and at the end why tests did not run, for the summary of
 * `cargo xtask test`. `MAREY_FILES` is how many files there are; `MAREY_NOT_RUN` names the file that gets a reason a line.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* told(source) {
  let through = 0;
  /** @type {string[]} */
  const reasons = [];
  for await (const { type, data } of source) {
    // A file is a test by the name of its path. The tests in it may be written down elsewhere.
    if (type === 'test:complete' && data.name === data.file) {
      through += 1;
      yield `--- ${through} of ${process.env.MAREY_FILES} files: ${basename(data.file)}\n`;
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.skip !== undefined) reasons.push(data.skip === true || !data.skip ? 'skipped' : data.skip);
  }
  if (process.env.MAREY_NOT_RUN) writeFileSync(process.env.MAREY_NOT_RUN, reasons.map((reason) => `${reason}\n`).join(''));
}
