// of: player, page, render, marey_hanim
/** The files of dist/ belong to one build: hashes in their names, and the messages when one of them cannot be had. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { performer } from './support/behaviours.mjs';
import { amc, asf } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { onDisk } from './support/disk.mjs';
import { openPanel } from './support/hands.mjs';
import { card } from './support/page.mjs';
import { difference } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';
import { DIST, asset } from './support/server.mjs';

const { scene, server } = await scenes();
const path = server.page('/parts.html', '<marey-player controls share="/" src="/walker.bvh"></marey-player>');

/** The browser logs these by itself. */
const allow = [/Failed to load resource/, /ERR_FAILED/];
/** Waits until the player forgets a failure: its timer began before this one. @param {Player} player */
const forgotten = ({ page }) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, 1000);
      }),
  );

/** Answers requests for this file. @param {Player} player @param {string} name @param {(route: import('playwright-core').Route) => Promise<void>} answer */
const answers = ({ page }, name, answer) => page.context().route(`**/${asset(name)}*`, answer);
/** The server answers with a page instead of this file. @param {Player} player @param {string} name */
const remove = (player, name, status = 404) =>
  answers(player, name, (route) => route.fulfill({ status, contentType: 'text/html', body: '<!doctype html>' }));
/** The connection fails. @param {Player} player @param {string} name */
const cut = (player, name) => answers(player, name, (route) => route.abort());
/** Undoes all of that. @param {Player} player */
const restore = ({ page }) => page.context().unrouteAll();

/** The card's only button reloads the page. @param {Player} player @param {RegExp} words */
async function offersReload(player, words) {
  assert.match(await card(player), words);
  const reload = player.find('.card').getByRole('button', { name: 'Reload', exact: true });
  await reload.waitFor();
  return reload;
}
const UPDATED = /was updated on the server while this page was open/;
const PART = /part of the player could not be fetched/;

test('names of scripts, styles and modules carry a hash of their content', async () => {
  const names = (await readdir(DIST, { withFileTypes: true })).filter((each) => each.isFile()).map(({ name }) => name);
  const fixed = [
    'embed.html',
    'embed.js',
    'index.html',
    'licenses.txt',
    'marey-frame.d.ts',
    'marey-frame.js',
    'marey-player.d.ts',
    'marey-player.js',
    'page.js',
  ];
  assert.deepEqual(names.filter((name) => !/-[0-9a-f]{8}\.(js|css|svg|wasm|x3d)$/.test(name)).sort(), fixed);
  for (const name of names.filter((each) => !fixed.includes(each) && !each.startsWith('marey_'))) {
    const hash = createHash('sha256')
      .update(await readFile(join(DIST, name)))
      .digest('hex');
    assert.ok(name.includes(`-${hash.slice(0, 8)}.`), name);
  }
  for (const part of ['marey_web', 'marey_gpu', 'marey_mocap', 'marey_hanim'])
    assert.equal(asset(`${part}.js`).slice(0, -3), asset(`${part}.wasm`).slice(0, -5));
});

scene(
  'the page loads one script and what draws first, the worker another, and all else comes after the picture',
  { path: null, gpu: 'webgpu' },
  async ({ page, player }) => {
    const before = server.requests.length;
    await page.goto(server.url());
    await player.loaded();
    await player.find('.clips .pick').first().waitFor();
    await until('the GPU draws', async () => (await player.drawnWith()) === 'webgpu');
    // pace.js is fetched when frames come late, attribute-check.js where pages are developed, as here.
    const other = ['pace.js', 'attribute-check.js'].map((name) => `/${asset(name)}`);
    // In the order of their first requests: the worker requests the module's script again.
    const scripts = [...new Set(server.requests.slice(before).filter((path) => path.endsWith('.js') && !other.includes(path)))];
    // The browser requests what the page preloads at once, and over several connections: no order among these.
    const [first, later] = [
      ['marey_web.js', 'worker.js', 'canvas.js', 'clips.js'],
      ['controls.js', 'webgpu.js', 'marey_gpu.js'],
    ].map((names) => names.map((name) => `/${asset(name)}`));
    assert.deepEqual(scripts.slice(0, 5).sort(), [...first, '/page.js'].sort());
    assert.deepEqual(scripts.slice(5).sort(), later.sort());
  },
);

const QUERY =
  '<!doctype html><html lang="en"><title>A test page</title><script type="module" src="/marey-player.js?v=2"></script><marey-player src="/walker.bvh" controls></marey-player></html>';
scene(
  'a script requested with a query is not loaded twice',
  { path: server.put('/query.html', { body: QUERY, type: 'text/html' }), loads: 'walker' },
  async ({ player }) => {
    const before = server.requests.length;
    await openPanel(player, 'Settings');
    assert.deepEqual(
      server.requests.slice(before).filter((path) => path !== `/${asset('attribute-check.js')}`),
      [`/${asset('panels.js')}`],
    );
  },
);

scene('glue of another build is detected, and the page offers to reload', { path: null }, async ({ page, player }) => {
  const name = asset('marey_web.js');
  const glue = await readFile(join(DIST, name), 'utf8');
  server.put(`/${name}`, { body: glue.replace(/build='\w+'/, "build='00000000'"), type: 'text/javascript' });
  await page.goto(server.url());
  const reload = await offersReload(player, UPDATED);
  assert.equal(await player.find('.card').getByRole('button').count(), 1, 'to try again would not help');
  assert.match((await player.state()).error ?? '', UPDATED);
  server.put(`/${name}`, { body: glue, type: 'text/javascript' });
  await reload.click();
  await player.loaded();
});

scene('so is a module of another build, also in the worker', { path: null }, async ({ page, player }) => {
  const name = asset('marey_mocap.wasm');
  const module = await readFile(join(DIST, name));
  const other = Buffer.from(module);
  other.write('00000000', other.length - 8);
  server.put(`/${name}`, { body: other, type: 'application/wasm' });
  await player.visits(server.url());
  await player.drop({ name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
  await offersReload(player, UPDATED);
  server.put(`/${name}`, { body: module, type: 'application/wasm' });
});

for (const [what, status, ...names] of /** @type {[string, number, ...string[]][]} */ ([
  ['files that the server no longer has: the page offers to reload, without the panels too', 404, 'marey_web.js', 'panels.js'],
  ['a page in the place of the module is no module', 200, 'marey_web.wasm'],
])) {
  scene(what, { path: null, allow }, async ({ page, player }) => {
    for (const name of names) await remove(player, name, status);
    await page.goto(server.url('embed.html'));
    const reload = await offersReload(player, UPDATED);
    await restore(player);
    await reload.click();
    await player.loaded();
  });
}

scene('a lost connection is told apart from a missing file and can be tried again', { path: null, allow }, async ({ page, player }) => {
  await cut(player, 'marey_web.js');
  await page.goto(server.url('embed.html'));
  assert.match(await card(player), PART);
  await restore(player);
  await player.button('Try again').click();
  await player.find('.card').waitFor({ state: 'detached' });
  await player.loaded();
});

for (const name of ['Details', 'Share']) {
  (name === 'Details' ? scene : scene.deep)(
    `${name} says that it could not be fetched, and opens once it can`,
    { path, size: [1100, 700], allow, loads: '' },
    async ({ player }) => {
      await cut(player, 'panels.js');
      await player.button(name).click();
      await offersReload(player, PART);
      assert.equal(await player.find('.panel').count(), 0);
      await player.find('.card').getByRole('button', { name: 'Close' }).click();
      assert.equal(await player.find('.card').count(), 0);
      await forgotten(player);
      await player.button(name).click();
      await offersReload(player, PART);
      await forgotten(player);
      await restore(player);
      await openPanel(player, name);
      await player.find('.card').waitFor({ state: 'detached' });
    },
  );
}

scene.deep('panels that the server no longer has are told apart from a lost connection', { path, allow, loads: '' }, async ({ player }) => {
  await remove(player, 'panels.js');
  await player.button('Details').click();
  const reload = await offersReload(player, UPDATED);
  await restore(player);
  await reload.click();
  await player.loaded();
  await openPanel(player, 'Settings');
});

scene.deep('a clip whose behaviours and marks cannot be listed still plays', { allow, loads: '' }, async ({ player }) => {
  await cut(player, 'panels.js');
  await player.opens('performer', { name: 'performer.x3d', text: performer() });
  await offersReload(player, PART);
  await player.opens('march', { name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
  await player.plays();
});

scene('an error in a file is shown without the panels, too', { allow, loads: '' }, async ({ player }) => {
  await cut(player, 'panels.js');
  await player.drop({ name: 'broken.bvh', text: 'HIERARCHY\nROOT Hips\n' });
  assert.match(await card(player), /^broken\.bvh, line 3/);
  await player.opens('walker', { name: 'walker.bvh', text: walker() });
  assert.equal(await player.find('.card').count(), 0);
});

scene.deep('a folder that cannot be searched says so', { allow, loads: '' }, async ({ player }) => {
  await cut(player, 'finds.js');
  const folder = await onDisk('clips', { 'walker.bvh': walker() });
  await player.dropFromDisk(folder);
  await offersReload(player, PART);
  await forgotten(player);
  await restore(player);
  await player.dropFromDisk(folder);
  await player.loaded('walker');
});

scene.deep('a sample whose levels cannot be listed says so', { allow, loads: '' }, async ({ player }) => {
  await cut(player, 'forms.js');
  await player.find('.clips .pick').filter({ hasText: 'Wave' }).click();
  await player.loaded('Wave');
  await offersReload(player, PART);
});

scene(
  'where no worker can be had the page reads the files; their reader can be fetched later',
  { path: null, allow: [...allow, /worker/i] },
  async ({ page, player }) => {
    await remove(player, 'worker.js');
    await cut(player, 'parse-without-worker.js');
    await page.goto(server.url('embed.html'));
    assert.match(await card(player), PART);
    await forgotten(player);
    await restore(player);
    await player.button('Try again').click();
    await player.loaded();
    await player.find('.card').waitFor({ state: 'detached' });
  },
);

scene(
  'where the script of skins cannot be fetched Canvas 2D draws bones, and the skin with the next clip',
  { path: null, gpu: 'none', size: [640, 480], reducedMotion: true, allow },
  async ({ page, player }) => {
    await cut(player, 'canvas-skin.js');
    await page.goto(server.url('embed.html?url=samples/human.x3d&renderer=canvas'));
    await player.loaded('human');
    await player.settle();
    const bones = await player.picture();
    assert.ok((await player.state()).draws > 0, 'the bones are drawn');
    await forgotten(player);
    await restore(player);
    await player.run((element) => element.load());
    await until('the skin is drawn', async () => difference(bones, await player.picture()) > 2000);
  },
);

scene('the clips of a link stand there although their script came later than its first clip', { path: null }, async ({ page, player }) => {
  /** @type {import('playwright-core').Route | undefined} */
  let late;
  await answers(player, 'actors.js', async (route) => {
    late = route;
  });
  await page.goto(server.url('embed.html#url=/walker.bvh&url=/walker.bvh&label=B'));
  await player.loaded('walker');
  assert.equal(await player.run((element) => element.clips.length), 1);
  await late?.continue();
  await until('both clips', () => player.run((element) => element.clips.length === 2));
});
