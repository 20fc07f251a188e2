// node xtask/python.mjs PACKAGE OUT, from the workspace's folder.
// Writes the sources of the Python wheel `marey` into OUT: python/, and the player from PACKAGE, the folder of the npm package.
import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const [npm, out] = process.argv.slice(2);
const { version } = JSON.parse(await readFile(join(npm, 'package.json'), 'utf8'));
const LEFT_OUT = ['__pycache__', 'dist', 'build', '.venv'];

await rm(out, { recursive: true, force: true });
await cp('python', out, { recursive: true, filter: (from) => !LEFT_OUT.includes(basename(from)) });
const inside = (/** @type {string} */ name) => join(out, 'src/marey', name);
await copyFile(join(npm, 'dist/marey-player.standalone.js'), inside('marey-player.standalone.js'));
await copyFile(join(npm, 'custom-elements.json'), inside('custom-elements.json'));
await copyFile(join(npm, 'dist/licenses.txt'), inside('licenses.txt'));
const project = join(out, 'pyproject.toml');
await writeFile(project, (await readFile(project, 'utf8')).replace('"marey-read"', `"marey-read==${version}"`));
await writeFile(inside('_version.py'), `__version__ = "${version}"\n`);
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) await copyFile(name, join(out, name));
