/**
 * Runs test files side by side: `node tests/support/suite.mjs FILE...`
 *
 * There is a worker for each core. A worker is one process that takes the next file when it is through with one, so that all its files
 * share a browser (see kept.mjs). Files are independent of each other; the order in which workers take them is not.
 *
 * `MAREY_NOT_RUN` names a file that gets, a line each, the reasons why tests did not run. `MAREY_FAILED` names one that gets the tests
 * that failed, with their errors. `MAREY_TIMES` names one in which the seconds of each file are kept: the next run starts with those
 * that took longest, so that no core waits for the other at the end.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ name: string, nesting: number, seconds: number, outcome: 'passed' | 'failed' | 'not run', text: string }} Told text: the error, or why it was not run */
/** @typedef {{ told: Told } | { through: number } | { ready: true }} Message from a worker; through: the seconds that a file took */

const MARKS = { passed: '✔', failed: '✖', 'not run': '﹣' };
const SLOWEST = 10;

const files = process.argv.slice(2);
const times = timesOf(process.env.MAREY_TIMES);
/** Files that no worker has taken yet. Those whose time is not known come first. */
const waiting = files.toSorted((a, b) => (times[basename(b)] ?? Infinity) - (times[basename(a)] ?? Infinity) || (a < b ? -1 : 1));
/** @type {(Told & { file: string })[]} */
const all = [];
let through = 0;

/** @param {string} [path] @returns {Record<string, number>} */
function timesOf(path) {
  try {
    return JSON.parse(readFileSync(path ?? '', 'utf8'));
  } catch {
    // The first run.
    return {};
  }
}

/** @param {Told} told */
const line = ({ name, nesting, seconds, outcome, text }) => `${'  '.repeat(nesting)}${MARKS[outcome]} ${name} (${outcome === 'not run' ? text : `${seconds.toFixed(1)} s`})`;

/** Runs files until none is left. A worker that dies takes the file with it that it was at, and no other. */
async function work() {
  while (waiting.length) await oneWorker();
}

async function oneWorker() {
  const worker = fork(fileURLToPath(new URL('suite-worker.mjs', import.meta.url)), {
    execArgv: ['--no-warnings', `--test-reporter=${new URL('suite-reporter.mjs', import.meta.url).href}`, '--test-reporter-destination=stdout'],
    env: { ...process.env, MAREY_WORKER: '1' },
  });
  let file = '';
  /** @type {Told[]} */
  let tests = [];
  const next = () => {
    file = waiting.shift() ?? '';
    tests = [];
    worker.send(file);
  };
  /** @param {number} seconds */
  const done = (seconds) => {
    through += 1;
    times[basename(file)] = seconds;
    all.push(...tests.map((told) => ({ ...told, file })));
    console.log(`--- ${through} of ${files.length} files: ${basename(file)} (${seconds.toFixed(1)} s)`);
    for (const told of tests) console.log(told.outcome === 'failed' ? `${line(told)}\n${told.text}` : line(told));
    file = '';
  };
  worker.on('message', (/** @type {Message} */ message) => {
    if ('told' in message) tests.push(message.told);
    else if ('through' in message) {
      if (!tests.length) tests.push({ name: 'has tests', nesting: 1, seconds: 0, outcome: 'failed', text: 'no test is in this file' });
      done(message.through);
      next();
    } else next();
  });
  const [code, signal] = await once(worker, 'exit');
  if (!file) return;
  tests.push({ name: 'its process lives', nesting: 1, seconds: 0, outcome: 'failed', text: `the process of the tests ended with ${signal ?? code}` });
  done(0);
}

const began = Date.now();
await Promise.all(Array.from({ length: Math.min(availableParallelism(), files.length) }, work));

const failed = all.filter(({ outcome }) => outcome === 'failed');
const notRun = all.filter(({ outcome }) => outcome === 'not run');
const failures = failed.map((told) => `${basename(told.file)}\n${line(told)}\n${told.text}\n`).join('\n');
const slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
console.log(`\nthe slowest of ${all.length} tests:\n${slowest.map(line).join('\n')}`);
if (failed.length) console.log(`\n${failed.length} failing tests:\n\n${failures}`);
console.log(`\ntests ${all.length}\npass ${all.length - failed.length - notRun.length}\nfail ${failed.length}\nskipped ${notRun.length}\nseconds ${((Date.now() - began) / 1000).toFixed(0)}`);
if (process.env.MAREY_NOT_RUN) writeFileSync(process.env.MAREY_NOT_RUN, notRun.map(({ text }) => `${text}\n`).join(''));
if (process.env.MAREY_FAILED) writeFileSync(process.env.MAREY_FAILED, failures);
if (process.env.MAREY_TIMES) writeFileSync(process.env.MAREY_TIMES, JSON.stringify(times, null, 1));
process.exitCode = failed.length ? 1 : 0;
