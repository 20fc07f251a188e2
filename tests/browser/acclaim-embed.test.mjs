// of: player, marey_mocap
/** A motion and its skeleton on an author's page: attributes, links, what is fetched, and what happens when it cannot be. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { amc, asf, obj } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { card } from './support/page.mjs';
import { destroyDevice, hookInstances } from './support/sabotage.mjs';
import { scenes, until } from './support/scenes.mjs';
import { copied, linkIn, openSharing, valuesIn } from './support/sharing.mjs';
import { returnsAfter, isAsBefore, momentOf } from './support/survival.mjs';

const FILES = {
  '/clips/marcher.asf': asf(),
  '/clips/march.amc': amc(),
  '/clips/other.amc': amc({ frames: 61 }),
  '/clips/boxes.obj': obj(),
  '/clips/walker.bvh': walker(),
};
const { scene, server } = await scenes({ files: FILES });

/** @param {string} path @param {string} attributes */
const embed = (path, attributes) => server.page(path, `<marey-player controls src="clips/march.amc" ${attributes}></marey-player>`);
/** A page with everything the motion needs. @param {string} path @param {string} [more] attributes */
const complete = (path, more = '') => ({ path: embed(path, `skeleton="clips/marcher.asf" ${more}`), loads: 'march' });
const requests = (/** @type {string} */ part) => server.requests.filter((path) => path.includes(part)).length;

scene('the skeleton attribute names the skeleton; both files are fetched once', { path: null }, async ({ page, player }) => {
  const before = [requests('marcher.asf'), requests('march.amc')];
  assert.equal((await player.visits(complete('/embed.html').path, 'march')).frames, 121);
  assert.deepEqual(
    [requests('marcher.asf'), requests('march.amc')],
    before.map((n) => n + 1),
  );
  assert.deepEqual(await player.run((element) => [new URL(element.skeleton).pathname, element.skin]), ['/clips/marcher.asf', '']);
  await player.start();
  await player.isFramed();
});

scene('attributes changed together load once; each changed alone loads again', complete('/change.html'), async ({ player }) => {
  await player.record('loadstart', 'error');
  await player.run((element) => {
    element.src = 'clips/other.amc';
    element.skeleton = 'clips/marcher.asf?2';
    element.skin = 'clips/boxes.obj';
  });
  assert.equal((await player.loaded('other')).frames, 61);
  assert.equal(await player.run((element) => element.clips[0].skin), 'boxes.obj');
  assert.deepEqual(await player.events(), ['loadstart']);
  await player.run((element) => element.removeAttribute('skin'));
  await until('the skin is off', () => player.run((element) => element.clips[0].skin === '' && element.readyState === 4));
  assert.deepEqual(await player.events(), ['loadstart', 'loadstart']);
});

scene('without the attribute, the card says what is missing', { path: embed('/orphan.html', '') }, async ({ player }) => {
  assert.match(await card(player), /march\.amc needs its skeleton Name marcher\.asf in the player.s skeleton attribute/);
  assert.equal(await player.button('Open it').count(), 0, 'there is no dialogue to open here');
  await player.run((element) => {
    element.skeleton = 'clips/marcher.asf';
  });
  await player.loaded('march');
  assert.equal(await player.find('.card').count(), 0);
});

scene(
  'a skeleton that cannot be fetched is named, with the reason',
  { path: embed('/missing.html', 'skeleton="clips/lost.asf"'), allow: [/404/] },
  async ({ player }) => {
    assert.match(await card(player), /march\.amc can.t be played lost\.asf: The server answered 404/);
    server.put('/clips/lost.asf', { body: asf(), type: 'text/plain' });
    await player.button('Try again').click();
    await player.loaded('march');
  },
);

scene('the frame rate, which no motion file states, can be given', complete('/fps.html', 'fps="60"'), async ({ player }) => {
  assert.ok(Math.abs((await player.state()).duration - 2) < 1e-6);
  assert.doesNotMatch(await player.find('.meta').innerText(), /assumed/);
});

const LINK = 'url=/clips/march.amc&skeleton=/clips/marcher.asf&skin=/clips/boxes.obj';

scene(
  'a link names the skeleton and the skin; Share writes them again',
  {
    path: `#${LINK}&t=0.5`,
    permissions: ['clipboard-read', 'clipboard-write'],
    size: [900, 560],
    loads: 'march',
    at: 0.5,
  },
  async ({ page, player }) => {
    assert.equal(await player.run((element) => element.clips[0].skin), 'boxes.obj');
    await openSharing(player);
    const { skeleton, skin } = await valuesIn(player);
    assert.deepEqual([skeleton, skin], ['clips/marcher.asf', 'clips/boxes.obj']);
    await player.button('Copy link').click();
    await player.visits(await until('a link', () => copied(player)), 'march');
    assert.equal(await player.run((element) => element.clips[0].skin), 'boxes.obj');
    await page.evaluate(() => {
      location.hash = 'url=/clips/walker.bvh';
    });
    await player.loaded('walker');
  },
);

scene.deep('addresses pasted one after the other belong together, in a link too', { loads: '' }, async ({ player }) => {
  await player.paste(`${server.origin}/clips/march.amc`);
  await player.find('.card').waitFor();
  await player.paste(`${server.origin}/clips/marcher.asf`);
  await player.loaded('march');
  await openSharing(player);
  const { url, skeleton, skin } = await valuesIn(player);
  assert.deepEqual([url, skeleton, skin], ['clips/march.amc', 'clips/marcher.asf', undefined]);
});

scene.deep('a motion from an address with a skeleton from the disk has no short link', { loads: '' }, async ({ player }) => {
  await player.opens('marcher', { name: 'marcher.asf', text: asf() });
  await player.paste(`${server.origin}/clips/march.amc`);
  await player.loaded('march');
  await player.button('Share').click();
  await until('the motion is in the link', async () => /#clip=/.test(await linkIn(player)));
  assert.equal(await player.root.getByRole('switch', { name: 'Motion inside the link' }).count(), 0);
});

scene(
  'a link\u2019s skeleton address is checked like its clip address',
  { path: '#url=/clips/march.amc&skeleton=ftp://example.org/x.asf' },
  async ({ player }) => {
    assert.match(await card(player), /only open https/);
  },
);

scene('playing BVH never fetches the other readers', { path: null }, async ({ page, player }) => {
  const before = requests('marey_mocap');
  const humanoids = requests('marey_hanim');
  await player.visits(server.url());
  await player.opens('walker', { name: 'walker.bvh', text: walker() }, { name: 'broken.bvh', text: 'HIERARCHY\nROOT Hips\n' });
  await until('all are read', async () => (await player.list()).every((line) => /( s|line \d+|not readable)$/.test(line)));
  assert.equal(requests('marey_mocap'), before);
  await player.opens('march', { name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
  assert.ok(requests('marey_mocap') > before);
  assert.equal(requests('marey_hanim'), humanoids, 'nor does playing Acclaim fetch the readers of humanoids');
});

scene.deep(
  'readers that could not be fetched are fetched again on request',
  { allow: [/marey_mocap|ERR_FAILED/], loads: '' },
  async ({ context, player }) => {
    await context.route('**/marey_mocap*', (route) => route.abort());
    await player.drop({ name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
    assert.match(await card(player), /march\.amc can.t be played A part of the player could not be fetched/);
    await context.unroute('**/marey_mocap*');
    await player.button('Try again').click();
    await player.loaded('march');
    await player.plays();
    await until('the list shows it', async () => (await player.list()).includes('march 1 s'));
    assert.equal(await player.find('.card').count(), 0);
  },
);

scene(
  'where workers are refused the page reads the files itself',
  {
    ...complete('/refused.html'),
    scripts: [
      function refuse() {
        /** @type {any} */ (globalThis).Worker = class {
          constructor() {
            throw new Error('refused');
          }
        };
      },
    ],
  },
  async ({ player }) => assert.equal((await player.state()).frames, 121),
);

scene(
  'after a lost device the motion comes back with its skeleton and its skin',
  { ...complete('/lost.html', 'skin="clips/boxes.obj"'), gpu: 'webgpu', scripts: [hookInstances], skip: onlyDeep },
  async ({ page, player }) => {
    await player.run((element) => {
      element.cameraState = '70,25,6,0.2,0.9,0.1';
    });
    await player.holdAt(0.5);
    const before = await momentOf(player);
    await returnsAfter(player, () => destroyDevice(page));
    await isAsBefore(player, before);
    assert.equal(await player.run((element) => element.clips[0].skin), 'boxes.obj');
  },
);
