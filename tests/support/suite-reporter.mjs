/** Node's reporter in a worker of suite.mjs: sends the outcome of each test. A file is a suite of tests, at nesting 0. */
import { inspect } from 'node:util';

/** @param {any} error Node's own, around that of the test */
const text = (error) =>
  inspect(error?.cause ?? error)
    .split('\n')
    .map((row) => `    ${row}`)
    .join('\n');

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* report(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, nesting, skip, details } = data;
    const seconds = details.duration_ms / 1000;
    const failed = type === 'test:fail';
    // A suite fails with its tests, which report themselves, or in what it does after them.
    const own = details.type !== 'suite' || (failed && details.error?.failureType !== 'subtestsFailed');
    if (own) {
      const outcome = failed ? 'failed' : skip === undefined ? 'passed' : 'not run';
      process.send?.({
        test: { name, nesting, seconds, outcome, text: failed ? text(details.error) : typeof skip === 'string' ? skip : 'skipped' },
      });
    }
    if (nesting === 0) process.send?.({ through: seconds });
  }
  yield '';
}
