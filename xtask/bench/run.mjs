// node xtask/bench/run.mjs SETUP.json OUT.json, from the workspace's folder: everything that is measured in a browser.
// SETUP has the folders, the clips' names and whether to be quick; OUT gets the raw numbers.
import { readFile, writeFile } from 'node:fs/promises';
import { drops } from './measure/drop.mjs';
import { firstFrame } from './measure/first-frame.mjs';
import { idle } from './measure/idle.mjs';
import { kernels } from './measure/kernels.mjs';
import { serve } from './server.mjs';

/**
 * @typedef {object} Setup
 * @property {boolean} quick
 * @property {{ dist: string, site: string, clips: string }} folders
 * @property {{ small: string, middle: string, large: string, amc: string, largeAmc: string }} clips names of files in `folders.clips`
 * @property {string} file the clip that is dropped
 * @property {string} origin
 */

const [setupFile, outFile] = process.argv.slice(2);
/** @type {Setup} */
const setup = JSON.parse(await readFile(setupFile, 'utf8'));
const { dist, site, clips } = setup.folders;
const server = await serve({ '/dist/': dist, '/site/': site, '/clips/': clips });
setup.origin = server.origin;

/** @type {Record<string, unknown>} */
const results = {};
for (const [name, measure] of Object.entries({ kernels, idle, firstFrame, drops })) {
  const start = performance.now();
  results[name] = await measure(setup);
  console.log(`  ${name.padEnd(11)} measured in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
server.close();
await writeFile(outFile, JSON.stringify(results));
