/**
 * Runs test files side by side: `node tests/support/suite.mjs FILE...`
 *
 * A worker is a process that runs file after file, so that they share a browser (see closers.mjs). There is one more than there are
 * cores. Files must not depend on each other or on their order.
 *
 * Environment: `MAREY_NOT_RUN` names a file for the reasons why tests did not run, one a line. `MAREY_FAILED` names one for the failed
 * tests and their errors, `MAREY_PASSED` one for the files without any. `MAREY_TIMES` names one that keeps the seconds of each file: the next run starts with the slowest, so that
 * no core idles at the end.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ name: string, nesting: number, seconds: number, outcome: 'passed' | 'failed' | 'not run', text: string }} Outcome text: the error, or why it was not run */
/** @typedef {{ test: Outcome } | { through: number } | { ready: true }} Message from a worker; through: the seconds that a file took */

const MARKS = { passed: '✔', failed: '✖', 'not run': '﹣' };
const SLOWEST = 10;

const files = process.argv.slice(2);
const times = timesOf(process.env.MAREY_TIMES);
/** Files that no worker has taken yet, those of unknown time first. */
const waiting = files.toSorted((a, b) => (times[basename(b)] ?? Infinity) - (times[basename(a)] ?? Infinity) || (a < b ? -1 : 1));
/** @type {(Outcome & { file: string })[]} */
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

/** @param {Outcome} test */
const line = ({ name, nesting, seconds, outcome, text }) =>
  `${'  '.repeat(nesting)}${MARKS[outcome]} ${name} (${outcome === 'not run' ? text : `${seconds.toFixed(1)} s`})`;

/** Runs files until none is left. A worker that dies fails the file it was running, and no other. */
async function work() {
  while (waiting.length) await oneWorker();
}

async function oneWorker() {
  const worker = fork(fileURLToPath(new URL('suite-worker.mjs', import.meta.url)), {
    execArgv: [
      '--no-warnings',
      `--test-reporter=${new URL('suite-reporter.mjs', import.meta.url).href}`,
      '--test-reporter-destination=stdout',
    ],
    env: { ...process.env, MAREY_WORKER: '1' },
  });
  let file = '';
  /** @type {Outcome[]} */
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
    all.push(...tests.map((test) => ({ ...test, file })));
    console.log(`--- ${through} of ${files.length} files: ${basename(file)} (${seconds.toFixed(1)} s)`);
    for (const test of tests) console.log(test.outcome === 'failed' ? `${line(test)}\n${test.text}` : line(test));
    file = '';
  };
  worker.on('message', (/** @type {Message} */ message) => {
    if ('test' in message) tests.push(message.test);
    else if ('through' in message) {
      if (!tests.length) tests.push({ name: 'has tests', nesting: 1, seconds: 0, outcome: 'failed', text: 'the file has no tests' });
      done(message.through);
      next();
    } else next();
  });
  const [code, signal] = await once(worker, 'exit');
  if (!file) return;
  tests.push({
    name: 'its process does not end early',
    nesting: 1,
    seconds: 0,
    outcome: 'failed',
    text: `the process of the tests ended with ${signal ?? code}`,
  });
  done(0);
}

const began = Date.now();
// One more than there are cores: a test waits for a part of its time.
await Promise.all(Array.from({ length: Math.min(availableParallelism() + 1, files.length) }, work));

const failed = all.filter(({ outcome }) => outcome === 'failed');
const notRun = all.filter(({ outcome }) => outcome === 'not run');
const failures = failed.map((test) => `${basename(test.file)}\n${line(test)}\n${test.text}\n`).join('\n');
const slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
console.log(`\nthe slowest of ${all.length} tests:\n${slowest.map(line).join('\n')}`);
if (failed.length) console.log(`\n${failed.length} failing tests:\n\n${failures}`);
console.log(
  `\ntests ${all.length}\npass ${all.length - failed.length - notRun.length}\nfail ${failed.length}\nskipped ${notRun.length}\nseconds ${((Date.now() - began) / 1000).toFixed(0)}`,
);
if (process.env.MAREY_NOT_RUN) writeFileSync(process.env.MAREY_NOT_RUN, notRun.map(({ text }) => `${text}\n`).join(''));
if (process.env.MAREY_FAILED) writeFileSync(process.env.MAREY_FAILED, failures);
if (process.env.MAREY_PASSED) {
  const passed = new Set(all.map(({ file }) => basename(file)));
  for (const { file } of failed) passed.delete(basename(file));
  writeFileSync(process.env.MAREY_PASSED, [...passed].map((file) => `${file}\n`).join(''));
}
if (process.env.MAREY_TIMES) writeFileSync(process.env.MAREY_TIMES, JSON.stringify(times, null, 1));
process.exitCode = failed.length ? 1 : 0;
