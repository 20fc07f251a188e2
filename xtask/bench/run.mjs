// node xtask/bench/run.mjs SETUP.json OUT.json, from the workspace's folder: the measures in a browser. OUT gets the raw numbers.
import { readFile, writeFile } from 'node:fs/promises';
import { crash } from './measure/crash.mjs';
import { drops } from './measure/drop.mjs';
import { embed } from './measure/embed.mjs';
import { firstPicture } from './measure/first-picture.mjs';
import { frames } from './measure/frames.mjs';
import { idle } from './measure/idle.mjs';
import { kernels } from './measure/kernels.mjs';
import { long } from './measure/long.mjs';
import { serve } from './server.mjs';

/**
 * @typedef {object} Setup
 * @property {boolean} quick
 * @property {boolean} loads only first pictures
 * @property {{ dist: string, site: string, clips: string, against?: string }} folders against: another build's dist/
 * @property {{ small: string, middle: string, large: string, amc: string, largeAmc: string }} clips names of files in `folders.clips`
 * @property {string} file the clip that is dropped
 * @property {import('./server.mjs').Server} server
 * @property {import('./server.mjs').Server} slowServer the same with a delay
 * @property {string} origin of the server
 */

/** A good round trip to a server in another country. */
const SLOW_MS = 80;

const [setupFile, outFile] = process.argv.slice(2);
/** @type {Setup} */
const setup = JSON.parse(await readFile(setupFile, 'utf8'));
const { dist, site, clips, against = '' } = setup.folders;
const folders = { '/dist/': dist, '/site/': site, '/clips/': clips, '/against/': against };
const [server, slowServer] = [await serve(folders), await serve(folders, SLOW_MS)];
Object.assign(setup, { server, slowServer, origin: server.origin });

/** @type {Record<string, unknown>} */
const results = {};
for (const [name, measure] of Object.entries(
  setup.loads ? { firstPicture } : { kernels, frames, idle, embed, crash, firstPicture, drops, long },
)) {
  const start = performance.now();
  results[name] = await measure(setup);
  console.log(`  ${name.padEnd(12)} measured in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
server.close();
slowServer.close();
await writeFile(outFile, JSON.stringify(results));
