/** The share panel: what goes into a link, the motion inside it, the codes, and the QR code. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

/** @typedef {import('./support/scenes.mjs').Scene} Scene */

const { scene, server } = await scenes();
const CLIP = '/clips/walker.bvh';
server.put(CLIP, { body: walker(), type: 'text/plain' });
const CLIPBOARD = ['clipboard-read', 'clipboard-write'];

/** @param {Scene} each */
const link = async ({ player }) => new URL(await player.root.getByRole('textbox', { name: 'Link', exact: true }).inputValue());
/** @param {Scene} each */
const values = async (each) => Object.fromEntries(new URLSearchParams((await link(each)).hash.slice(1)));
/** @param {Scene} each @param {string} name */
const box = ({ player }, name) => player.root.getByRole('checkbox', { name });

/** @param {Scene} each @param {[number, number]} [range] */
async function dropped({ player }, range) {
  await player.loaded();
  await player.drop({ name: 'mine.bvh', text: walker() });
  await player.loaded('mine');
  if (range) await player.run((element, part) => { element.loopRange = part; }, range);
  await player.holdAt(1);
  await player.button('Share').click();
}

/** @param {Scene} each */
async function packed(each) {
  await until('the motion is packed', () => each.player.button('Copy link').isEnabled());
  await until('all stops are', async () => await each.player.find('.stops [data-busy]').count() === 0);
}

scene('what is shared is chosen: the range or the whole clip, the view, the moment, and whether it plays', { path: `#url=${CLIP}`, size: [1280, 800] }, async (each) => {
  const { player } = each;
  await player.loaded('walker');
  await player.run((element) => { element.loopRange = [0.5, 2]; element.cameraState = '60,15,5.5,0,0.9,0.2'; });
  await player.holdAt(1.2);
  await player.button('Share').click();
  await player.button('Copy link').waitFor();
  const whole = await values(each);
  assert.deepEqual([whole.loop, whole.t, whole.paused, whole.camera], ['0.5-2', '1.2', '1', '60,15,5.5,0,0.9,0.2']);
  for (const name of ['This view', 'Start at 1.20 s', 'Paused']) await box(each, name).click();
  const less = await values(each);
  assert.deepEqual([less.t, less.paused, less.camera], [undefined, undefined, undefined]);
  await player.root.getByRole('radio', { name: 'Whole clip' }).check({ force: true });
  assert.notEqual((await values(each)).loop, '0.5-2');
  // A range that goes away is no choice any more.
  await player.run((element) => { element.loopRange = null; });
  await player.root.getByRole('radiogroup').waitFor({ state: 'hidden' });
});

scene('a link shows the figure where it stands without the panel', { path: `#url=${CLIP}`, size: [1280, 800] }, async (each) => {
  const { player } = each;
  await player.loaded('walker');
  await player.holdAt(1);
  await player.settle();
  const before = await player.run((element) => element.cameraState);
  await player.button('Share').click();
  await player.button('Copy link').waitFor();
  await until('the figure has made room', async () => await player.run((element) => element.cameraState) !== before);
  await box(each, 'Paused').click();
  const numbers = (/** @type {string} */ text) => text.split(',').map(Number);
  const shared = numbers((await values(each)).camera);
  numbers(before).forEach((value, index) => assert.ok(Math.abs(value - shared[index]) < 0.02, `${before} and ${shared}`));
});

scene('copying answers in its place, and the button keeps its width', { path: `#url=${CLIP}`, size: [1280, 800], permissions: CLIPBOARD }, async ({ page, player }) => {
  await player.loaded('walker');
  await player.button('Share').click();
  const width = () => player.find('.sending .copy').evaluate((button) => button.getBoundingClientRect().width);
  await player.button('Copy link').waitFor();
  const before = await width();
  await player.button('Copy link').click();
  await player.button('Copied').waitFor();
  assert.equal(await width(), before);
  assert.equal(await player.find('.share-form [role="status"]').textContent(), 'Link copied');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#url=/);
  await player.button('Copy link').waitFor();
});

scene('a dropped clip is in the link itself, and plays in a fresh browser from nothing else', { size: [1280, 800] }, async (each) => {
  const { page, player } = each;
  await dropped(each);
  await packed(each);
  const told = await values(each);
  assert.deepEqual([told.url, told.t, told.paused], [undefined, '1', '1']);
  assert.match(told.clip, /^[\w-]{100,}$/);
  await player.find('.panel').getByText(/Nothing is uploaded/).waitFor();
  const address = (await link(each)).href;
  await page.goto('about:blank');
  await page.evaluate(() => { sessionStorage.clear?.(); }).catch(() => {});
  await page.goto(address);
  await until('it is there', async () => (await player.state()).frames > 0 && !/dance/i.test((await player.state()).name));
  assert.ok(Math.abs((await player.state()).time - 1) < 0.05);
});

scene('of a range only that part is in the link, and its times begin there', { size: [1280, 800] }, async (each) => {
  await dropped(each, [0.5, 1.5]);
  await packed(each);
  const part = await values(each);
  assert.deepEqual([part.t, part.loop?.includes('-') ?? false], ['0.5', false]);
  await each.player.root.getByRole('radio', { name: 'Whole clip' }).check({ force: true });
  await until('the whole is packed', async () => (await values(each)).clip.length > part.clip.length);
  assert.equal((await values(each)).t, '1');
});

scene('the slider goes from tiny to faithful, by keys too, and tells size and error', { size: [1280, 800] }, async (each) => {
  const { page, player } = each;
  await dropped(each);
  await packed(each);
  const slider = player.root.getByRole('slider', { name: 'Motion inside the link' });
  const standard = (await link(each)).href.length;
  await slider.focus();
  await page.keyboard.press('Home');
  await until('a shorter link', async () => (await link(each)).href.length < standard);
  assert.match(await slider.getAttribute('aria-valuetext') ?? '', /^Tiny, [\d.]+ kB · [\d.]+ mm$/);
  await page.keyboard.press('End');
  await until('a longer link', async () => (await link(each)).href.length > standard);
  assert.match(await player.find('.errors').innerText(), /^off by [\d.]+ mm on average, [\d.]+ mm at most$/);
  const length = (await link(each)).href.length;
  await page.keyboard.press('PageDown');
  await until('one between', async () => { const now = (await link(each)).href.length; return now < length && now > standard && player.button('Copy link').isEnabled(); });
});

scene('a clip with an address takes the motion inside only when asked', { path: `#url=${CLIP}`, size: [1280, 800] }, async (each) => {
  const { player } = each;
  await player.loaded('walker');
  await player.button('Share').click();
  await player.button('Copy link').waitFor();
  assert.equal(await player.root.getByRole('slider', { name: 'Motion inside the link' }).count(), 0);
  await player.root.getByRole('switch', { name: 'Motion inside the link' }).click();
  await packed(each);
  assert.ok((await values(each)).clip);
  await player.root.getByRole('switch', { name: 'Motion inside the link' }).click();
  assert.equal((await values(each)).url, CLIP.slice(1));
});

scene('the codes are tabs that the arrows choose; what is copied is whole', { size: [1280, 800], permissions: CLIPBOARD }, async (each) => {
  const { page, player } = each;
  await dropped(each);
  await packed(each);
  const { clip } = await values(each);
  const code = player.root.getByRole('textbox', { name: 'Embed code' });
  const copied = async () => {
    await player.button('Copy code').click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await code.inputValue(), /^<marey-player controls src="#clip=[\w-]{8}…"/);
  assert.ok((await copied()).includes(`src="#clip=${clip}"`));
  await player.root.getByRole('tab', { name: 'Tag' }).focus();
  /** @type {[string, RegExp][]} */
  const kinds = [['Frame', /^<iframe src="[^"]*embed\.html#clip=/], ['Markdown', /^\[mine\]\(<http[^>]*#clip=[^>]*>\)$/], ['reST', /^\.\. raw:: html\n\n {3}<iframe /], ['Notebook', /^from IPython\.display import IFrame\nIFrame\("http/]];
  for (const [name, shape] of kinds) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await player.root.getByRole('tab', { name, selected: true }).evaluate((tab) => tab === /** @type {ShadowRoot} */ (tab.getRootNode()).activeElement), true);
    const whole = await copied();
    assert.match(whole, shape);
    assert.ok(whole.includes(clip));
    await player.root.getByRole('tab', { name, selected: true }).focus();
  }
  await page.keyboard.press('Home');
  await player.root.getByRole('tab', { name: 'Tag', selected: true }).waitFor();
});

scene('the QR code is shown large and closed by Esc, which leaves the panel; it holds no more than phones read', { size: [1280, 800] }, async (each) => {
  const { page, player } = each;
  await dropped(each, [0.5, 0.9]);
  await packed(each);
  const small = player.button(/^QR code/);
  await until('it can be shown', () => small.isEnabled());
  await small.click();
  const large = player.find('dialog[open] svg[viewBox]').last();
  const [width, modules] = await large.evaluate((drawing) => [drawing.getBoundingClientRect().width, Number(drawing.getAttribute('viewBox')?.split(' ')[2])]);
  assert.ok(width / modules >= 3, `${width / modules} pixels a module`);
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  assert.equal(await player.find('.panel[data-panel="share"]').count(), 1);
});

scene('on a phone it is a sheet, with what it is for at its foot', { size: [390, 780], touch: true, scripts: [function share() {
  Object.defineProperty(navigator, 'share', { value: (/** @type {ShareData} */ what) => { /** @type {any} */ (globalThis).sent = what; return Promise.resolve(); } });
}] }, async (each) => {
  const { page, player } = each;
  await dropped(each);
  await packed(each);
  const send = player.button('Send');
  const place = await send.boundingBox();
  assert.ok(place && place.y + place.height <= 780 && place.height >= 44, JSON.stringify(place));
  await send.click();
  assert.match(await page.evaluate(() => /** @type {any} */ (globalThis).sent.url), /#clip=/);
  const sheet = await player.find('.panel').boundingBox();
  const { box: figure } = await player.figure();
  assert.ok(sheet && figure.bottom < sheet.y + 12 && figure.top >= 0, `the figure is above it: ${JSON.stringify([figure, sheet])}`);
});

scene('where a motion cannot be packed it says why, and nothing is copied', { size: [1280, 800], allow: [/marey_pack|ERR_FAILED/] }, async (each) => {
  const { context, player } = each;
  await context.route('**/marey_pack*', (route) => route.abort());
  await dropped(each);
  await player.find('.limit').getByText(/could not be packed/).waitFor();
  assert.equal(await player.button('Copy link').isDisabled(), true);
  assert.equal(await player.find('.code textarea').isVisible(), false, 'there is no code without a motion');
  await context.unroute('**/marey_pack*');
  await player.button('Try again').click();
  await packed(each);
  assert.match((await values(each)).clip, /^[\w-]{100,}$/);
  assert.equal(await player.button('Try again').isVisible(), false);
});

scene('the whole clip is saved as a packed file', { size: [1280, 800] }, async (each) => {
  const { page, player } = each;
  await dropped(each);
  await packed(each);
  await player.find('[data-section="motion"] summary').click();
  const coming = page.waitForEvent('download');
  await player.button('Save as .marey file').click();
  const download = await coming;
  assert.equal(download.suggestedFilename(), 'mine.marey');
  assert.ok((await readFile(await download.path())).length > 50);
});

scene('that planted feet slide is said where it is seen, and nowhere else', { path: '#url=samples/jump.bvh', size: [1280, 800] }, async (each) => {
  const { page, player } = each;
  await player.loaded('jump');
  await player.button('Share').click();
  await player.root.getByRole('switch', { name: 'Motion inside the link' }).click();
  const said = player.find('.link-part').getByText(/^Planted feet slide: \d+ mm a second more than in the original\.$/);
  await player.root.getByRole('slider', { name: 'Motion inside the link' }).focus();
  await page.keyboard.press('Home');
  await packed(each);
  await said.waitFor();
  await page.keyboard.press('End');
  await packed(each);
  assert.equal(await said.isVisible(), false);
});
