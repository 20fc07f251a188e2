// node xtask/bench/python.mjs, from the workspace's folder, after `cargo xtask package`.
// Measures the compiled reader of Python beside other packages of PyPI, in an environment of its own.
import { join } from 'node:path';
import { installMarey, installReader } from '../../tests/hosts/support/python.mjs';
import { pythonSite, run } from '../../tests/hosts/support/site.mjs';

if (!process.env.MAREY_CORPUS) throw new Error('MAREY_CORPUS names no folder of real motion files');
const folder = await pythonSite('reader-bench');
await installMarey(folder);
const wheel = await installReader(folder, 'release');
console.log(await run(folder, 'python', ['measure.py', join(process.env.MAREY_CORPUS, 'corpus/bvh'), wheel]));
