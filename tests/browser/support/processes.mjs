/** Programs that a test starts. All of them end with the test, however it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {import('node:child_process').ChildProcess} Child */

/** @type {Set<Child>} */
const running = new Set();
/** @type {Set<string>} */
const folders = new Set();

/** Signals the process and those that it started. @param {Child} child @param {NodeJS.Signals} signal */
function send(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

export function endAll() {
  for (const child of running) send(child, 'SIGKILL');
}

process.on('exit', () => {
  endAll();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));

/** A folder that is deleted after the tests. @param {string} name */
export function folder(name) {
  const path = mkdtempSync(join(tmpdir(), `marey-${name}-`));
  folders.add(path);
  return path;
}

/**
 * Starts a program in a process group of its own, so that everything it starts can be ended with it.
 * @param {string} program @param {string[]} args @param {Record<string, string | undefined>} [environment] added to ours
 */
export function start(program, args, environment = {}) {
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  running.add(child);
  // When this process ends, however it does, its end of the pipe closes and the guard kills the group.
  const guard =
    child.pid === undefined
      ? undefined
      : spawn('/bin/sh', ['-c', 'cat; kill -s KILL -- "-$0"', String(child.pid)], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard?.unref();
  let output = '';
  const listen = (/** @type {Buffer} */ chunk) => {
    output = (output + chunk.toString()).slice(-4000);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  /** @type {Error | null} */
  let failed = null;
  child.on('error', (error) => {
    failed = error;
  });
  const ended = once(child, 'exit').catch(() => {});
  return {
    /** What it writes to file descriptor 3. */
    pipe: /** @type {import('node:stream').Readable} */ (child.stdio[3]),
    check() {
      if (failed) throw failed;
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${program} ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
    },
    async stop() {
      send(child, 'SIGTERM');
      const late = setTimeout(() => send(child, 'SIGKILL'), 5000);
      await ended;
      clearTimeout(late);
      // Processes that it started may have outlived it.
      send(child, 'SIGKILL');
      guard?.stdin.end();
      running.delete(child);
    },
  };
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await once(server.close(), 'close');
  return port;
}
