/** The Python package as a wheel, built from the output of `cargo xtask package`. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, run } from './site.mjs';

export const PYTHON = process.env.MAREY_PYTHON || fileURLToPath(new URL('../../../target/python', import.meta.url));

/** Builds the wheel with the site's tools and installs it there. @param {string} folder of the site */
export async function installMarey(folder) {
  const wheels = join(folder, 'wheels');
  await rm(wheels, { recursive: true, force: true });
  await mkdir(wheels);
  const pip = (/** @type {string[]} */ ...args) => run(folder, 'pip', [...args, '--quiet', '--disable-pip-version-check', '--no-deps']);
  await pip('wheel', '--no-build-isolation', '--wheel-dir', wheels, PYTHON);
  const [wheel, ...others] = await readdir(wheels);
  if (!/^marey-[\d.]+-py3-none-any\.whl$/.test(wheel) || others.length) throw new Error(`the wheel is ${[wheel, ...others]}`);
  await pip('install', '--force-reinstall', join(wheels, wheel));
}

/**
 * Builds the wheel of the compiled reader and installs it. Returns the wheel's path.
 * @param {string} folder of a site with maturin @param {string} profile of cargo
 * @param {string} [built] the folder of what is compiled: builds side by side in one folder take each other's files away
 */
export async function installReader(folder, profile, built = join(ROOT, 'target')) {
  const wheels = join(folder, 'reader');
  await rm(wheels, { recursive: true, force: true });
  await mkdir(wheels);
  await run(folder, 'maturin', [
    'build',
    '--profile',
    profile,
    '--locked',
    '--quiet',
    '--compression-level',
    '9',
    '--manifest-path',
    join(ROOT, 'crates/python/Cargo.toml'),
    '--target-dir',
    built,
    '--out',
    wheels,
  ]);
  const [wheel, ...others] = await readdir(wheels);
  if (!/^marey_read-[\d.]+-cp39-abi3-.*\.whl$/.test(wheel) || others.length) throw new Error(`the wheel is ${[wheel, ...others]}`);
  await run(folder, 'pip', ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--force-reinstall', join(wheels, wheel)]);
  return join(wheels, wheel);
}
