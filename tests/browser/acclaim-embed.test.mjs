/** A motion and its skeleton in a page of somebody's own: attributes, links, what is fetched and what happens when it cannot be. */
import assert from 'node:assert/strict';
import { amc, asf, obj } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { difference } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

/** @typedef {import('./support/player.mjs').Player} Player */

const { scene, server } = await scenes();
const type = 'text/plain';
server.put('/clips/marcher.asf', { body: asf(), type });
server.put('/clips/march.amc', { body: amc(), type });
server.put('/clips/other.amc', { body: amc({ frames: 61 }), type });
server.put('/clips/boxes.obj', { body: obj(), type });
server.put('/clips/walker.bvh', { body: walker(), type });

/** @param {string} path @param {string} attributes */
const embed = (path, attributes) => server.page(path, `<marey-player controls ${attributes}></marey-player>`);
const asked = (/** @type {string} */ part) => server.asked.filter((path) => path.includes(part)).length;

scene('the skeleton attribute names the skeleton; both files are fetched once', { path: null }, async ({ page, player }) => {
  const before = [asked('marcher.asf'), asked('march.amc')];
  await page.goto(embed('/embed.html', 'src="clips/march.amc" skeleton="clips/marcher.asf"'));
  assert.equal((await player.loaded('march')).frames, 121);
  assert.deepEqual([asked('marcher.asf'), asked('march.amc')], before.map((n) => n + 1));
  assert.deepEqual(await player.run((element) => [new URL(element.skeleton).pathname, element.skin]), ['/clips/marcher.asf', '']);
  await player.run((element) => element.play());
  await player.plays();
  await player.isFramed();
});

scene('changed together, attributes load once; each of them alone loads again', {
  path: embed('/change.html', 'src="clips/march.amc" skeleton="clips/marcher.asf"'),
}, async ({ player }) => {
  await player.loaded('march');
  await player.record('loadstart', 'error');
  await player.run((element) => { element.src = 'clips/other.amc'; element.skeleton = 'clips/marcher.asf?2'; element.skin = 'clips/boxes.obj'; });
  assert.equal((await player.loaded('other')).frames, 61);
  assert.equal(await player.run((element) => element.clips[0].skin), 'boxes.obj');
  assert.deepEqual(await player.events(), ['loadstart']);
  await player.run((element) => element.removeAttribute('skin'));
  await until('the skin is off', () => player.run((element) => element.clips[0].skin === '' && element.readyState === 4));
  assert.deepEqual(await player.events(), ['loadstart', 'loadstart']);
});

scene('without the attribute, the card says what is missing', { path: embed('/orphan.html', 'src="clips/march.amc"') }, async ({ player }) => {
  const card = player.find('.card');
  await card.waitFor();
  assert.match(await card.innerText(), /march\.amc needs its skeleton\s+Name marcher\.asf in the player.s skeleton attribute/);
  assert.equal(await player.button('Open it').count(), 0, 'there is no dialogue to open here');
  await player.run((element) => { element.skeleton = 'clips/marcher.asf'; });
  await player.loaded('march');
  assert.equal(await card.count(), 0);
});

scene('a skeleton that cannot be fetched is named, with the reason', {
  path: embed('/missing.html', 'src="clips/march.amc" skeleton="clips/lost.asf"'), allow: [/404/],
}, async ({ player }) => {
  await player.find('.card').waitFor();
  assert.match(await player.find('.card').innerText(), /march\.amc can.t be played\s+lost\.asf: The server answered 404/);
  server.put('/clips/lost.asf', { body: asf(), type });
  await player.button('Try again').click();
  await player.loaded('march');
});

scene('the frame rate that no motion file tells can be given', {
  path: embed('/fps.html', 'src="clips/march.amc" skeleton="clips/marcher.asf" fps="60"'),
}, async ({ player }) => {
  assert.ok(Math.abs((await player.loaded('march')).duration - 2) < 1e-6);
  assert.doesNotMatch(await player.find('.meta').innerText(), /assumed/);
});

const LINK = 'url=/clips/march.amc&skeleton=/clips/marcher.asf&skin=/clips/boxes.obj';

scene('a link names the skeleton and the skin; Share writes them again', {
  path: `#${LINK}&t=0.5`, permissions: ['clipboard-read', 'clipboard-write'], size: [900, 560],
}, async ({ page, player }) => {
  await player.loaded('march');
  assert.equal(await player.run((element) => element.clips[0].skin), 'boxes.obj');
  await player.holdAt(0.5);
  await player.button('Share').click();
  await player.button('Copy link').click();
  const link = await until('a link', () => page.evaluate(() => navigator.clipboard.readText()));
  const values = new URLSearchParams(new URL(link).hash.slice(1));
  assert.match(values.get('skeleton') ?? '', /^clips\/marcher\.asf$/);
  assert.match(values.get('skin') ?? '', /^clips\/boxes\.obj$/);
  await page.goto('about:blank');
  await page.goto(link);
  await player.loaded('march');
  assert.equal(await player.run((element) => element.clips[0].skin), 'boxes.obj');
  // The next link has no skeleton: that of the one before is not carried over.
  await page.evaluate(() => { location.hash = 'url=/clips/walker.bvh'; });
  await player.loaded('walker');
});

scene('addresses that are pasted one after the other belong together, in a link too', {}, async ({ player }) => {
  await player.loaded();
  await player.paste(`${server.origin}/clips/march.amc`);
  await player.find('.card').waitFor();
  await player.paste(`${server.origin}/clips/marcher.asf`);
  await player.loaded('march');
  await player.button('Share').click();
  const link = await player.root.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const values = new URLSearchParams(new URL(link).hash.slice(1));
  assert.deepEqual([values.get('url'), values.get('skeleton'), values.get('skin')], ['clips/march.amc', 'clips/marcher.asf', null]);
});

scene('a motion from an address on a skeleton from the disk has no short link', {}, async ({ player }) => {
  await player.loaded();
  await player.drop({ name: 'marcher.asf', text: asf() });
  await player.loaded('marcher');
  await player.paste(`${server.origin}/clips/march.amc`);
  await player.loaded('march');
  await player.button('Share').click();
  await until('the motion is in the link', async () => /#clip=/.test(await player.root.getByRole('textbox', { name: 'Link', exact: true }).inputValue()));
  assert.equal(await player.root.getByRole('switch', { name: 'Motion inside the link' }).count(), 0);
});

scene('a link\u2019s skeleton is vetted as its clip is', { path: '#url=/clips/march.amc&skeleton=ftp://example.org/x.asf' }, async ({ player }) => {
  await player.find('.card').waitFor();
  assert.match(await player.find('.card').innerText(), /only open https/);
});

scene('who plays BVH never fetches the other readers', { path: null }, async ({ page, player }) => {
  const before = asked('marey_mocap');
  const humanoids = asked('marey_hanim');
  await page.goto(server.url());
  await player.loaded();
  await player.drop({ name: 'walker.bvh', text: walker() }, { name: 'broken.bvh', text: 'HIERARCHY\nROOT Hips\n' });
  await player.loaded('walker');
  await until('all are read', async () => (await player.list()).every((line) => /( s|line \d+|not readable)$/.test(line)));
  assert.equal(asked('marey_mocap'), before);
  await player.drop({ name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
  await player.loaded('march');
  assert.ok(asked('marey_mocap') > before);
  assert.equal(asked('marey_hanim'), humanoids, 'nor who plays Acclaim those of humanoids');
});

scene('readers that cannot be fetched are fetched again on request', { allow: [/marey_mocap|ERR_FAILED/] }, async ({ page, context, player }) => {
  await player.loaded();
  await context.route('**/marey_mocap*', (route) => route.abort());
  await player.drop({ name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
  await player.find('.card').waitFor();
  assert.match(await player.find('.card').innerText(), /march\.amc can.t be played\s+A part of the player could not be fetched/);
  await context.unroute('**/marey_mocap*');
  await player.button('Try again').click();
  await player.loaded('march');
  await player.plays();
  await until('the list knows', async () => (await player.list()).includes('march 1 s'));
  assert.equal(await page.locator('marey-player .card').count(), 0);
});

scene('where workers are refused the page reads them itself', { path: null, scripts: [function refuse() {
  /** @type {any} */ (globalThis).Worker = class { constructor() { throw new Error('refused'); } };
}] }, async ({ page, player }) => {
  await page.goto(embed('/refused.html', 'src="clips/march.amc" skeleton="clips/marcher.asf"'));
  assert.equal((await player.loaded('march')).frames, 121);
});

scene('a lost device: the motion comes back with its skeleton and its skin', { path: null, gpu: 'webgpu', scripts: [function grasp() {
  const { requestDevice } = /** @type {any} */ (globalThis).GPUAdapter.prototype;
  /** @type {any} */ (globalThis).devices = [];
  /** @type {any} */ (globalThis).GPUAdapter.prototype.requestDevice = async function request(/** @type {any[]} */ ...args) {
    const device = await requestDevice.apply(this, args);
    /** @type {any} */ (globalThis).devices.push(device);
    return device;
  };
}] }, async ({ page, player }) => {
  await page.goto(embed('/lost.html', 'src="clips/march.amc" skeleton="clips/marcher.asf" skin="clips/boxes.obj"'));
  await player.loaded('march');
  await player.run((element) => { element.cameraState = '70,25,6,0.2,0.9,0.1'; });
  await player.holdAt(0.5);
  const before = await player.picture();
  const { draws } = await player.state();
  await page.evaluate(() => /** @type {any} */ (globalThis).devices.at(-1).destroy());
  await until('another picture', async () => (await player.state()).draws > draws);
  await player.settle();
  await until('the moment is back', async () => (await player.state()).time === 0.5);
  assert.equal(await player.run((element) => element.clips[0].skin), 'boxes.obj');
  assert.ok(difference(before, await player.picture()) < 50, 'it looks as before');
});
