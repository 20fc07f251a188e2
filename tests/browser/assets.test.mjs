/** The files of dist/ belong together: what their names say, and what a visitor reads when one of them does not come. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { performer } from './support/behaviours.mjs';
import { amc, asf } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { timedGpu } from './support/gpu.mjs';
import { scenes } from './support/scenes.mjs';
import { DIST, asset } from './support/server.mjs';
import { until } from './support/browser.mjs';

/** @typedef {import('./support/scenes.mjs').Scene} Scene */

const { scene, server } = await scenes();
const folder = await mkdtemp(join(tmpdir(), 'marey-test-'));
after(() => rm(folder, { recursive: true, force: true }));

/** The browser notes these by itself. */
const REFUSED = [/Failed to load resource/, /ERR_FAILED/];
/** Until a failure is forgotten: the player's timer began before this one. @param {Scene} scene */
const forgotten = ({ page }) => page.evaluate(() => new Promise((resolve) => { setTimeout(resolve, 1000); }));

/** The server no longer has these files. @param {Scene} scene @param {...string} names */
const remove = ({ context }, ...names) => Promise.all(names.map((name) =>
  context.route(`**/${asset(name)}*`, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<!doctype html>' }))));
/** Nothing comes of them. @param {Scene} scene @param {...string} names */
const cut = ({ context }, ...names) => Promise.all(names.map((name) => context.route(`**/${asset(name)}*`, (route) => route.abort())));
/** They are there again. @param {Scene} scene @param {...string} names */
const restore = ({ context }, ...names) => Promise.all(names.map((name) => context.unroute(`**/${asset(name)}*`)));

/** The card that offers nothing but to load the page again. @param {Scene} scene @param {RegExp} words */
async function offersReload({ player }, words) {
  const card = player.find('.card');
  await card.waitFor();
  assert.match(await card.innerText(), words);
  const reload = card.getByRole('button', { name: 'Reload', exact: true });
  await reload.waitFor();
  return reload;
}
const UPDATED = /was updated on the server while this page was open/;
const PART = /part of the player could not be fetched/;

test('names of scripts, styles and modules carry a hash of what is in them', async () => {
  const names = (await readdir(DIST, { withFileTypes: true })).filter((each) => each.isFile()).map(({ name }) => name);
  const fixed = ['embed.html', 'embed.js', 'index.html', 'licenses.txt', 'marey-frame.d.ts', 'marey-frame.js', 'marey-player.d.ts', 'marey-player.js', 'page.js'];
  assert.deepEqual(names.filter((name) => !/-[0-9a-f]{8}\.(js|css|svg|wasm)$/.test(name)).sort(), fixed);
  for (const name of names.filter((each) => !fixed.includes(each) && !each.startsWith('marey_'))) {
    const hash = createHash('sha256').update(await readFile(join(DIST, name))).digest('hex');
    assert.ok(name.includes(`-${hash.slice(0, 8)}.`), name);
  }
  // A module and its glue have one number.
  for (const part of ['marey_web', 'marey_mocap', 'marey_hanim']) assert.equal(asset(`${part}.js`).slice(0, -3), asset(`${part}.wasm`).slice(0, -5));
});

scene('the page loads one script, the worker another, and the controls and the list come after the picture', { path: null, gpu: 'webgpu' }, async ({ page, player }) => {
  // Where it is slow, what draws first comes before.
  await page.addInitScript(timedGpu, true);
  const before = server.asked.length;
  await page.goto(server.url());
  await player.loaded();
  await player.find('.clips .pick').first().waitFor();
  // What draws less is asked for where pictures come late; what looks at attributes only where pages are made, as here.
  const other = ['pace.js', 'attribute-check.js'].map((name) => `/${asset(name)}`);
  const scripts = server.asked.slice(before).filter((path) => path.endsWith('.js') && !other.includes(path));
  const expected = [asset('marey_web.js'), 'page.js', asset('worker.js'), asset('controls.js'), asset('clips.js')].map((name) => `/${name}`);
  assert.deepEqual([...new Set(scripts)].sort(), [...expected].sort());
  assert.deepEqual(scripts.slice(-2), expected.slice(-2));
});

scene('a script under an address of its own is not loaded twice', { path: null }, async ({ page, player }) => {
  server.put('/walker.bvh', { body: walker(), type: 'text/plain' });
  server.put('/query.html', {
    body: '<!doctype html><html lang="en"><title>A test page</title><script type="module" src="/marey-player.js?v=2"></script><marey-player src="/walker.bvh" controls></marey-player></html>',
    type: 'text/html',
  });
  await page.goto(server.origin + '/query.html');
  await player.loaded('walker');
  const before = server.asked.length;
  await player.button('Settings').click();
  await player.find('.panel').waitFor();
  assert.deepEqual(server.asked.slice(before).filter((path) => path !== `/${asset('attribute-check.js')}`), [`/${asset('panels.js')}`]);
});

scene('glue of another build is noticed, and the page offers to reload', { path: null }, async (each) => {
  const { page, player } = each;
  const name = asset('marey_web.js');
  const glue = await readFile(join(DIST, name), 'utf8');
  server.put(`/${name}`, { body: glue.replace(/build='\w+'/, "build='00000000'"), type: 'text/javascript' });
  await page.goto(server.url());
  const reload = await offersReload(each, UPDATED);
  assert.equal(await player.find('.card').getByRole('button').count(), 1, 'to try again would not help');
  assert.match((await player.state()).error ?? '', UPDATED);
  server.put(`/${name}`, { body: glue, type: 'text/javascript' });
  await reload.click();
  await player.loaded();
});

scene('so is a module of another build, in the worker too', { path: null }, async (each) => {
  const { page, player } = each;
  const name = asset('marey_mocap.wasm');
  const module = await readFile(join(DIST, name));
  const other = Buffer.from(module);
  other.write('00000000', other.length - 8);
  server.put(`/${name}`, { body: other, type: 'application/wasm' });
  await page.goto(server.url());
  await player.loaded();
  await player.drop({ name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
  await offersReload(each, UPDATED);
  server.put(`/${name}`, { body: module, type: 'application/wasm' });
});

scene('files that the server no longer has: the page offers to reload, without the panels too', { path: null, allow: REFUSED }, async (each) => {
  const { page, player } = each;
  await remove(each, 'marey_web.js', 'panels.js');
  await page.goto(server.url('embed.html'));
  const reload = await offersReload(each, UPDATED);
  await restore(each, 'marey_web.js', 'panels.js');
  await reload.click();
  await player.loaded();
});

scene('a page in the place of the module is no module', { path: null, allow: REFUSED }, async (each) => {
  const { context, page } = each;
  await context.route(`**/${asset('marey_web.wasm')}`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(server.url('embed.html'));
  await offersReload(each, UPDATED);
});

scene('a connection that is down is another matter: that can be tried again', { path: null, allow: REFUSED }, async (each) => {
  const { page, player } = each;
  await cut(each, 'marey_web.js');
  await page.goto(server.url('embed.html'));
  const card = player.find('.card');
  await card.waitFor();
  assert.match(await card.innerText(), PART);
  await restore(each, 'marey_web.js');
  await card.getByRole('button', { name: 'Try again' }).click();
  await card.waitFor({ state: 'detached' });
  await player.loaded();
});

for (const name of ['Settings', 'Share', 'Keys', 'Details']) {
  scene(`${name} says that it could not be fetched, and opens once it can`, { size: [1100, 700], allow: REFUSED }, async (each) => {
    const { player } = each;
    await player.loaded();
    await cut(each, 'panels.js');
    await player.button(name).click();
    await offersReload(each, PART);
    assert.equal(await player.find('.panel').count(), 0);
    await player.find('.card').getByRole('button', { name: 'Close' }).click();
    assert.equal(await player.find('.card').count(), 0);
    await forgotten(each);
    await player.button(name).click();
    await offersReload(each, PART);
    await forgotten(each);
    await restore(each, 'panels.js');
    await player.button(name).click();
    await player.find('.panel').waitFor();
    await player.find('.card').waitFor({ state: 'detached' });
  });
}

scene('panels that the server no longer has are told from a connection that is down', { allow: REFUSED }, async (each) => {
  const { player } = each;
  await player.loaded();
  await remove(each, 'panels.js');
  await player.button('Settings').click();
  const reload = await offersReload(each, UPDATED);
  await restore(each, 'panels.js');
  await reload.click();
  await player.loaded();
  await player.button('Settings').click();
  await player.find('.panel').waitFor();
});

scene('a clip whose behaviours and marks cannot be listed plays all the same', { allow: REFUSED }, async (each) => {
  const { player } = each;
  await player.loaded();
  await cut(each, 'panels.js');
  await player.drop({ name: 'performer.x3d', text: performer() });
  await player.loaded('performer');
  await offersReload(each, PART);
  await player.drop({ name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
  await player.loaded('march');
  await player.plays();
});

scene('what is wrong with a file is said without the panels too', { allow: REFUSED }, async (each) => {
  const { player } = each;
  await player.loaded();
  await cut(each, 'panels.js');
  await player.drop({ name: 'broken.bvh', text: 'HIERARCHY\nROOT Hips\n' });
  await player.find('.card').waitFor();
  assert.match(await player.find('.card').innerText(), /^broken\.bvh, line 3/);
  await player.drop({ name: 'walker.bvh', text: walker() });
  await player.loaded('walker');
  assert.equal(await player.find('.card').count(), 0);
});

scene('a folder that cannot be looked into', { allow: REFUSED }, async (each) => {
  const { player } = each;
  await player.loaded();
  await cut(each, 'finds.js');
  await writeFile(join(folder, 'walker.bvh'), walker());
  await player.dropFromDisk(folder);
  await offersReload(each, PART);
  await forgotten(each);
  await restore(each, 'finds.js');
  await player.dropFromDisk(folder);
  await player.loaded('walker');
});

scene('a sample whose forms cannot be listed', { allow: REFUSED }, async (each) => {
  const { player } = each;
  await player.loaded();
  await cut(each, 'forms.js');
  await player.find('.clips .pick').filter({ hasText: 'Wave' }).click();
  await player.loaded('Wave');
  await offersReload(each, PART);
});

scene('where no worker can be had the page reads; its reader can be fetched later', { path: null, allow: [...REFUSED, /worker/i] }, async (each) => {
  const { page, player } = each;
  await remove(each, 'worker.js');
  await cut(each, 'parse-job.js');
  await page.goto(server.url('embed.html'));
  const card = player.find('.card');
  await card.waitFor();
  assert.match(await card.innerText(), PART);
  await forgotten(each);
  await restore(each, 'parse-job.js');
  await card.getByRole('button', { name: 'Try again' }).click();
  await player.loaded();
  await until('the card goes', async () => await card.count() === 0);
});
