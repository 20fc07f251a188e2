/** Test sites: a folder beside the tests is copied out of the workspace, its tools are installed, and the player comes from the tarball that would be published. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DIST } from '../../browser/support/server.mjs';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const WORK = join(ROOT, 'target/hosts');
export const TARBALL = process.env.MAREY_TARBALL || join(ROOT, 'target/npm/marey-player-0.1.0.tgz');
/** What copying a site again does not remove. */
const KEPT = ['node_modules', '.installed', '.venv'];

const execute = promisify(execFile);

/**
 * Runs a command and returns its output, or throws with it.
 * @param {string} folder @param {string} program of the site's own tools, or on PATH @param {string[]} args @param {Record<string, string>} [env]
 */
export async function run(folder, program, args, env = {}) {
  const own = ['node_modules/.bin', '.venv/bin'].map((each) => join(folder, each));
  const path = [...own, process.env.PATH].join(':');
  // Without the test runner's variables; telemetry is turned off.
  const { NODE_TEST_CONTEXT: _, ...outer } = process.env;
  try {
    const { stdout, stderr } = await execute(program, args, {
      cwd: folder,
      maxBuffer: 64e6,
      env: {
        ...outer,
        PATH: path,
        NO_COLOR: '1',
        DO_NOT_TRACK: '1',
        NEXT_TELEMETRY_DISABLED: '1',
        ASTRO_TELEMETRY_DISABLED: '1',
        npm_config_update_notifier: 'false',
        ...env,
      },
    });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {any} */ (error);
    throw new Error(`${program} ${args.join(' ')} failed: ${/** @type {Error} */ (error).message}\n${(stdout + stderr).slice(-4000)}`);
  }
}

/** Copies a folder beside the tests again; tools installed in the copy stay. @param {string} name @param {string} [copy] the copy's name: no two test files share one */
export async function copied(name, copy = name) {
  const folder = join(WORK, copy);
  await mkdir(folder, { recursive: true });
  for (const each of await readdir(folder)) if (!KEPT.includes(each)) await rm(join(folder, each), { recursive: true });
  const from = join(ROOT, 'tests/hosts', name);
  for (const each of await readdir(from)) if (!KEPT.includes(each)) await cp(join(from, each), join(folder, each), { recursive: true });
  return folder;
}

/** Runs a slow installation only when its key has changed. @param {string} folder @param {string} key @param {() => Promise<unknown>} install */
async function once(folder, key, install) {
  const stamp = join(folder, '.installed');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === key) return;
  await rm(stamp, { force: true });
  await install();
  await writeFile(stamp, key);
}

/**
 * Tools from npm. Not `npm ci`: some locks lack other systems' packages.
 * @param {string} name @param {string[]} [flags] of npm
 */
export async function npmTools(name, flags = []) {
  const folder = await copied(name);
  await once(folder, await readFile(join(folder, 'package-lock.json'), 'utf8'), () =>
    run(folder, 'npm', ['install', '--no-save', '--no-audit', '--no-fund', ...flags]),
  );
  return folder;
}

/** A site with tools from npm and the player from the tarball. @param {string} name */
export async function npmSite(name) {
  const folder = await npmTools(name);
  await run(folder, 'npm', ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline', TARBALL]);
  return folder;
}

/** Creates a virtual environment. Debian has that module in a package of its own. @param {string} folder @param {string} python */
async function venv(folder, python) {
  if (
    await run(folder, python, ['-c', 'import ensurepip, venv']).then(
      () => false,
      () => true,
    )
  ) {
    const how = 'Python 3 with venv is needed: `apt-get install python3 python3-venv` on Debian and Ubuntu';
    const debian = await readFile('/etc/os-release', 'utf8').then(
      (text) => /^ID=debian$/m.test(text),
      () => false,
    );
    if (!debian || process.getuid?.() !== 0) throw new Error(how);
    await run(folder, 'apt-get', ['update', '-q']);
    await run(folder, 'apt-get', ['install', '-y', '-q', '--no-install-recommends', 'python3', 'python3-venv'], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
  }
  await run(folder, python, ['-m', 'venv', '.venv']);
}

/** A site with tools from PyPI, listed in `requirements.txt`. @param {string} name @param {string} [python] @param {string} [copy] */
export async function pythonSite(name, python = 'python3', copy = name) {
  const folder = await copied(name, copy);
  await once(folder, await readFile(join(folder, 'requirements.txt'), 'utf8'), async () => {
    await rm(join(folder, '.venv'), { recursive: true, force: true });
    await venv(folder, python);
    await run(folder, 'pip', ['install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt']);
  });
  return folder;
}

/** Copies the generated clips that sites show. @param {string} to a folder */
export async function samples(to) {
  await mkdir(to, { recursive: true });
  for (const name of ['walk.bvh', 'march.asf', 'march.amc']) await cp(join(DIST, 'samples', name), join(to, name));
}

/** Copies the clips, and the player's files beside them. @param {string} to a folder */
export async function samplesAndPlayer(to) {
  await samples(to);
  await cp(DIST, join(to, 'marey'), { recursive: true, filter: (from) => !from.endsWith('.html') && !from.includes('samples') });
}
