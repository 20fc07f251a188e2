/** Programs that serve pages while a test runs. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { until } from '../../browser/support/browser.mjs';

/**
 * Starts a program of the site's own Python, and waits until it says where it serves.
 * @param {string} folder of the site @param {string[]} args of Python @param {RegExp} said its address
 * @param {Record<string, string>} [env] @param {string} [at] the folder in which it runs
 */
export async function served(folder, args, said, env = {}, at = folder) {
  const { NODE_TEST_CONTEXT: _, ...outer } = process.env;
  const server = spawn(join(folder, '.venv/bin/python'), args, {
    cwd: at,
    env: { ...outer, ...env, PATH: `${join(folder, '.venv/bin')}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const ended = new Promise((resolve) => {
    server.once('exit', resolve);
  });
  const end = async () => {
    server.kill();
    await ended;
  };
  try {
    const origin = await until(
      'it serves',
      () => {
        if (server.exitCode !== null) throw new Error(`it has ended:\n${output.slice(-4000)}`);
        return said.exec(output)?.[0];
      },
      120_000,
    );
    return { origin, end, output: () => output };
  } catch (error) {
    await end();
    throw error;
  }
}
