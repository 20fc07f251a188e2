// node xtask/bench/python.mjs, from the workspace's folder, after `cargo xtask package`.
// Measures the compiled reader of Python beside other packages of PyPI, in an environment of its own.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { installMarey } from '../../tests/hosts/support/python.mjs';
import { ROOT, pythonSite, run } from '../../tests/hosts/support/site.mjs';

if (!process.env.MAREY_CORPUS) throw new Error('MAREY_CORPUS names no folder of real motion files');
const folder = await pythonSite('reader-bench');
await installMarey(folder);
const wheels = join(folder, 'reader');
await rm(wheels, { recursive: true, force: true });
await mkdir(wheels);
await run(folder, 'maturin', ['build', '--release', '--locked', '--quiet', '--manifest-path', join(ROOT, 'crates/python/Cargo.toml'), '--out', wheels]);
const [wheel] = await readdir(wheels);
await run(folder, 'pip', ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--force-reinstall', join(wheels, wheel)]);
console.log(await run(folder, 'python', ['measure.py', join(process.env.MAREY_CORPUS, 'corpus/bvh'), join(wheels, wheel)]));
